"""The command line, one file a command. The only package that prints."""
