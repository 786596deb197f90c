"""The gRPC server: bytes in, `sidecar.engine`, bytes out."""
