"""Evidence before it is indexed: files that become sources."""
