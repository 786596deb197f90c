"""Slow, obvious readers that judge the compiled ones. They share neither code nor tables with them."""
