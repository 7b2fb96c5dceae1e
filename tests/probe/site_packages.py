"""Makes folders of packages that hold a torch."""

from pathlib import Path

from simulated_mac import macho as made

STATED = b"MPS backend is supported on "

LIBRARY = made.image(
    made.load(made.MPSGRAPH, 0x80000018),
    made.load("@rpath/libomp.dylib"),
    made.built_for("11.0", "14.5"),
    text=b"xx\0The " + STATED + b"MacOS 14.0+. \0yy\0",
)


class Site:
    """A site-packages folder in the making."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)

    def write(self, name: str, content: str | bytes = "") -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def add_torch(
        self, version: str = "2.9.1", installer: str = "pip", library: bytes = LIBRARY
    ) -> None:
        self.write("torch/__init__.py", "import os\n")
        self.write(
            "torch/version.py",
            f"from typing import Optional\n__version__ = '{version}'\ndebug = False\n"
            "cuda: Optional[str] = None\n",
        )
        self.write("torch/lib/libtorch_cpu.dylib", library)
        info = f"torch-{version}.dist-info"
        self.write(f"{info}/METADATA", f"Name: torch\nVersion: {version}\n\nText\n")
        self.write(f"{info}/INSTALLER", f"{installer}\n")
        names = ("torch/__init__.py", "torch/version.py", "torch/lib/libtorch_cpu.dylib")
        sizes = [f"{name},sha256=x,{(self.path / name).stat().st_size}" for name in names]
        self.write(f"{info}/RECORD", "\n".join([*sizes, "torch/__pycache__/x.pyc,,", ""]))
