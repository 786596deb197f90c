"""The messages of verify.v1 to and from the dataclasses of `sidecar.model`, for server and client alike.

One module for each subject of the protocol: texts, configs, requests, reports, infos. Nothing here judges, and
nothing here knows of gRPC.
"""
