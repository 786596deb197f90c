"""One reader for each format: bytes of a file in, pieces of text out. No reader touches the disk."""
