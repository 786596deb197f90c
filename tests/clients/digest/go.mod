module github.com/verify-sidecar/verify-sidecar/tests/clients/digest

go 1.21
