"""Builds the one extension module; everything else is in pyproject.toml.

Environment variables, read at build time only:
    SIDECAR_SANITIZE=1  address and undefined-behavior sanitizers (run Python with the runtime preloaded)
    SIDECAR_COVERAGE=1  line coverage of the C++ sources
"""

import glob
import os

from Cython.Build import cythonize
from setuptools import Extension, setup

compile_args = ["-std=c++17", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra"]
link_args = []
build_name = "release"
if os.environ.get("SIDECAR_SANITIZE"):
    build_name = "sanitize"
    compile_args += ["-O1", "-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    link_args += ["-fsanitize=address,undefined"]
if os.environ.get("SIDECAR_COVERAGE"):
    build_name = "coverage"
    compile_args += ["-O0", "--coverage"]
    link_args += ["--coverage"]

sources = sorted(glob.glob("csrc/src/**/*.cpp", recursive=True))
headers = sorted(glob.glob("csrc/include/**/*.hpp", recursive=True) + glob.glob("csrc/src/**/*.hpp", recursive=True))

core = Extension(
    "sidecar._core",
    sources=["sidecar/_core.pyx", *sources],
    depends=[*headers, "sidecar/_core.pxd"],
    include_dirs=["csrc/include", "csrc/src"],
    define_macros=[("SIDECAR_BUILD", f'"{build_name}"')],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
    language="c++",
)

setup(
    ext_modules=cythonize(
        [core], build_dir="build/cython", compiler_directives={"language_level": 3, "embedsignature": False}
    )
)
