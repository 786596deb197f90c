"""`python -m sidecar` is `verify-sidecar`."""

from sidecar.cli.main import main

main()
