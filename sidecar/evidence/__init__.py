"""Evidence before it is compared: files that become sources, and what is kept of sources for many answers."""
