"""Builds the one extension module; everything else is in pyproject.toml.

Environment variables, read at build time only:
    SIDECAR_SANITIZE=1  address and undefined-behavior sanitizers (run Python with the runtime preloaded)
    SIDECAR_COVERAGE=1  line coverage of the C++ sources
    SIDECAR_ABI3=1      one binary for Python 3.11 and every later one (the limited API)
    SIDECAR_JOBS=N      compilers that run at a time; all processors when it is not set
"""

import glob
import os
from concurrent.futures import ThreadPoolExecutor

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class ParallelBuild(build_ext):
    """setuptools runs one compiler after another; this runs one on each processor."""

    def build_extensions(self) -> None:
        """Replaces the compiler's loop over all sources by one call for each, several at a time."""
        compile_all = self.compiler.compile

        def compile_in_parallel(sources: list[str], *arguments: object, **options: object) -> list[str]:
            # Each call knows every header as `depends` and gives back the object of its own source.
            jobs = int(os.environ.get("SIDECAR_JOBS") or os.cpu_count() or 1)
            with ThreadPoolExecutor(jobs) as pool:
                done = [pool.submit(compile_all, [source], *arguments, **options) for source in sources]
                return [name for one in done for name in one.result()]

        self.compiler.compile = compile_in_parallel
        super().build_extensions()


compile_args = ["-std=c++17", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra"]
link_args = []
macros = []
build_name = "release"
if os.environ.get("SIDECAR_SANITIZE"):
    build_name = "sanitize"
    compile_args += [
        "-O1",
        "-g",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
        "-fno-omit-frame-pointer",
    ]
    link_args += ["-fsanitize=address,undefined"]
if os.environ.get("SIDECAR_COVERAGE"):
    build_name = "coverage"
    compile_args += ["-O0", "--coverage"]
    link_args += ["--coverage"]
abi3 = bool(os.environ.get("SIDECAR_ABI3"))
if abi3:
    macros.append(("Py_LIMITED_API", "0x030B0000"))

sources = sorted(glob.glob("csrc/src/**/*.cpp", recursive=True))
headers = sorted(glob.glob("csrc/include/**/*.hpp", recursive=True) + glob.glob("csrc/src/**/*.hpp", recursive=True))

core = Extension(
    "sidecar._core",
    sources=["sidecar/_core.pyx", *sources],
    depends=[*headers, "sidecar/_core.pxd", *sorted(glob.glob("sidecar/_core_*.pxi"))],
    include_dirs=["csrc/include", "csrc/src"],
    define_macros=[("SIDECAR_BUILD", f'"{build_name}"'), *macros],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
    language="c++",
    py_limited_api=abi3,
)

setup(
    ext_modules=cythonize(
        [core], build_dir="build/cython", compiler_directives={"language_level": 3, "embedsignature": False}
    ),
    cmdclass={"build_ext": ParallelBuild},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if abi3 else {},
)
