"""Generated; see sidecar.pb."""
