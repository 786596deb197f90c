"""Generates sidecar/pb from proto/: messages, their stubs, service code and the descriptor set.

    python tools/gen_proto.py           writes what differs
    python tools/gen_proto.py --check   writes nothing; exit status 1 when something is stale

Run it with the grpcio-tools named here: the generated code then runs with that release of grpcio and of protobuf
and with all later ones up to the next but one major version, which is what the package's lower bounds promise.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.resources
import re
import sys
import tempfile
from pathlib import Path

from google.protobuf import descriptor_pb2
from grpc_tools import protoc  # type: ignore[import-untyped]  # has neither stubs nor marker

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
OUTPUT = ROOT / "sidecar" / "pb"
DESCRIPTOR_SET = "verify.binpb"
TOOLS_VERSION = "1.75.1"

# The compiler writes imports from the proto root; as they are, they would claim a top-level package "verify".
_IMPORT = re.compile(r"^(from|import) verify\.", re.MULTILINE)
_MODULE_NAME = re.compile(r"'verify\.v1\.([a-z_]+)_pb2'")
_PACKAGES = {
    "__init__.py": "Generated from proto/ by tools/gen_proto.py, beside verify.binpb, the descriptor set. Do not edit.",
    "verify/__init__.py": "Generated; see sidecar.pb.",
    "verify/v1/__init__.py": "Generated; see sidecar.pb.",
}


def generate() -> dict[str, bytes]:
    """Every file that belongs into sidecar/pb, by its path there. Raises RuntimeError when the compiler fails."""
    protos = sorted(PROTO.rglob("*.proto"))
    services = [path for path in protos if re.search(r"^service ", path.read_text("utf-8"), re.MULTILINE)]
    files = {name: f'"""{text}"""\n'.encode() for name, text in _PACKAGES.items()}
    with tempfile.TemporaryDirectory() as directory:
        output = Path(directory)
        _compile(protos, f"--python_out={output}", f"--pyi_out={output}")
        _compile(services, f"--grpc_python_out={output}")
        for path in sorted(output.rglob("*.py*")):
            text = _IMPORT.sub(r"\1 sidecar.pb.verify.", path.read_text("utf-8"))
            text = _MODULE_NAME.sub(r"'sidecar.pb.verify.v1.\1_pb2'", text)
            # The compiler's stubs leave the dict form of a message without its types, which strict checkers refuse.
            text = text.replace(", _Mapping]", ", _Mapping[str, object]]")
            files[path.relative_to(output).as_posix()] = text.encode()
        binary = output / DESCRIPTOR_SET
        _compile(protos, "--include_imports", "--include_source_info", f"--descriptor_set_out={binary}")
        files[DESCRIPTOR_SET] = binary.read_bytes()
    for file in descriptor_pb2.FileDescriptorSet.FromString(files[DESCRIPTOR_SET]).file:
        if file.service:
            files[file.name.replace(".proto", "_pb2_grpc.pyi")] = service_stub(file).encode()
    return files


def service_stub(file: descriptor_pb2.FileDescriptorProto) -> str:
    """Types of the service code, which the compiler does not write; requests and replies are of the same file."""
    module = Path(file.name).stem + "_pb2"
    package = file.package.split(".")
    lines = [
        "from collections.abc import Iterator as _Iterator",
        "",
        "import grpc as _grpc",
        "",
        f"from sidecar.pb.{'.'.join(package)} import {module} as _pb2",
    ]
    for service in file.service:
        stub = [f"class {service.name}Stub:", "    def __init__(self, channel: _grpc.Channel) -> None: ..."]
        servicer = [f"class {service.name}Servicer:"]
        for method in service.method:
            request, reply = (f"_pb2.{name.rpartition('.')[2]}" for name in (method.input_type, method.output_type))
            arity = ("Stream" if method.client_streaming else "Unary") + (
                "Stream" if method.server_streaming else "Unary"
            )
            stub.append(f"    {method.name}: _grpc.{arity}MultiCallable[{request}, {reply}]")
            given = f"_Iterator[{request}]" if method.client_streaming else request
            back = f"_Iterator[{reply}]" if method.server_streaming else reply
            signature = f"self, request: {given}, context: _grpc.ServicerContext"
            servicer.append(f"    def {method.name}({signature}) -> {back}: ...")
        signature = f"servicer: {service.name}Servicer, server: _grpc.Server"
        adder = f"def add_{service.name}Servicer_to_server({signature}) -> None: ..."
        lines += ["", *stub, "", *servicer, "", adder]
    return "\n".join(lines) + "\n"


def stale(files: dict[str, bytes]) -> list[str]:
    """Paths below sidecar/pb that are missing, differ, or should not be there."""
    present = {
        path.relative_to(OUTPUT).as_posix(): path.read_bytes()
        for path in OUTPUT.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    return sorted(name for name in files.keys() | present.keys() if files.get(name) != present.get(name))


def write(files: dict[str, bytes]) -> list[str]:
    """Brings sidecar/pb up to date; returns the paths that were written or removed."""
    changed = stale(files)
    for name in changed:
        path = OUTPUT / name
        if name in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[name])
        else:
            path.unlink()
    return changed


def _compile(protos: list[Path], *options: str) -> None:
    include = importlib.resources.files("grpc_tools") / "_proto"
    names = [path.relative_to(PROTO).as_posix() for path in protos]
    if protoc.main(["protoc", f"--proto_path={PROTO}", f"--proto_path={include}", *options, *names]) != 0:
        raise RuntimeError(f"protoc failed with {' '.join(options)}; its own message stands above")


def main() -> int:
    """Exit status: 0 up to date, 1 stale with --check, 2 the wrong grpcio-tools."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when something is stale")
    check: bool = parser.parse_args().check
    installed = importlib.metadata.version("grpcio-tools")
    if installed != TOOLS_VERSION:
        print(f"grpcio-tools {installed} is installed; install grpcio-tools=={TOOLS_VERSION}", file=sys.stderr)
        return 2
    files = generate()
    changed = stale(files) if check else write(files)
    for name in changed:
        print(f"{'stale' if check else 'changed'}: sidecar/pb/{name}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
