"""Ways to break the files of an environment; each takes a patient and breaks it."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

from patient import FINE_TORCH, Patient
from simulated_mac import macho

ELF = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\xb7\x00" + bytes(44)
"""Head of an aarch64 ELF file."""

LIBRARY = "torch/lib/libtorch_cpu.dylib"


def file_missing(patient: Patient) -> None:
    patient.torch("from torch import version, gone\n" + FINE_TORCH)
    patient.metadata(record="torch/__init__.py,,\ntorch/version.py,,\ntorch/gone.py,sha256=x,10\n")


def file_cut(patient: Patient) -> None:
    package = patient.torch()
    patient.write(package / "lib" / "libtorch.so", b"cut")
    patient.write(
        package / "__init__.py", "import ctypes\nctypes.CDLL(__path__[0] + '/lib/libtorch.so')\n"
    )
    patient.metadata(record="torch/__init__.py,,\ntorch/lib/libtorch.so,sha256=x,250000000\n")


def file_empty(patient: Patient) -> None:
    package = patient.torch()
    patient.write(package / "__init__.py", "")
    patient.metadata(record="torch/__init__.py,sha256=x,100000\n")


def library_of_another_system(patient: Patient) -> None:
    package = patient.torch("import ctypes\nctypes.CDLL(__path__[0] + '/lib/libtorch_cpu.dylib')\n")
    patient.write(package / "lib" / "libtorch_cpu.dylib", macho.thin("arm64"))


def library_of_another_processor(patient: Patient) -> None:
    package = patient.torch("import ctypes\nctypes.CDLL(__path__[0] + '/lib/libtorch_cpu.so')\n")
    patient.write(package / "lib" / "libtorch_cpu.so", ELF)


def library_that_lies(patient: Patient) -> None:
    patient.torch("raise ImportError('dlopen')\n")
    head = bytearray(macho.thin("arm64"))
    head[16:24] = b"\xff" * 8
    patient.write(patient.site / LIBRARY, bytes(head))


def library_cut_in_its_head(patient: Patient) -> None:
    patient.torch("raise ImportError('dlopen')\n")
    patient.write(patient.site / LIBRARY, macho.thin("arm64")[:40])


def library_is_a_folder(patient: Patient) -> None:
    patient.torch("raise ImportError('dlopen')\n")
    (patient.site / LIBRARY).mkdir(parents=True)


def library_is_a_pipe(patient: Patient) -> None:
    patient.torch("raise ImportError('dlopen')\n")
    (patient.site / "torch" / "lib").mkdir()
    os.mkfifo(patient.site / LIBRARY)


def metadata_is_a_pipe(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    for name in ("METADATA", "RECORD", "WHEEL", "direct_url.json", "INSTALLER"):
        path = patient.site / "torch-2.9.1.dist-info" / name
        path.unlink(missing_ok=True)
        os.mkfifo(path)


def init_is_a_pipe(patient: Patient) -> None:
    package = patient.torch()
    (package / "__init__.py").unlink()
    os.mkfifo(package / "__init__.py")


def version_is_a_device(patient: Patient) -> None:
    package = patient.torch("raise ImportError('x')\n")
    (package / "version.py").unlink()
    (package / "version.py").symlink_to("/dev/zero")
    (patient.site / "torch-2.9.1.dist-info" / "METADATA").unlink()
    (patient.site / "torch-2.9.1.dist-info" / "METADATA").symlink_to("/dev/zero")


def links_in_a_loop(patient: Patient) -> None:
    (patient.site / "torch").symlink_to("torch2")
    (patient.site / "torch2").symlink_to("torch")
    patient.metadata()


def folder_in_itself(patient: Patient) -> None:
    package = patient.torch("raise ImportError('x')\n")
    (package / "torch").symlink_to(package)
    (package / "lib").symlink_to(package)


def metadata_alone(patient: Patient) -> None:
    patient.metadata()


def package_alone(patient: Patient) -> None:
    package = patient.torch("raise ImportError('no metadata')\n")
    for path in (patient.site / "torch-2.9.1.dist-info").iterdir():
        path.unlink()
    (patient.site / "torch-2.9.1.dist-info").rmdir()
    assert package.is_dir()


def metadata_is_rubbish(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    for name in ("METADATA", "RECORD", "WHEEL", "direct_url.json", "INSTALLER"):
        patient.write(patient.site / "torch-2.9.1.dist-info" / name, os.urandom(5000))


def metadata_is_large(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    patient.metadata(record="torch/a,sha256=x,1\n" * 500_000)
    patient.write(
        patient.site / "torch-2.9.1.dist-info" / "METADATA",
        "Name: torch\nVersion: 2.9.1\n" + "Requires-Dist: x\n" * 500_000,
    )


def metadata_of_attack(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    text = "Metadata-Version: 2.1\nName: torch\nVersion: 2.9.1\x1b]0;x\x07[bold]<b>$(id)`id`\n"
    patient.write(patient.site / "torch-2.9.1.dist-info" / "METADATA", text)


def record_outside(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    patient.metadata(record='../../../../../../etc/passwd,,1\n/etc/shadow,,1\n\x00,,\n,,,,,\n"\n')


def namespace_package(patient: Patient) -> None:
    (patient.site / "torch" / "nn").mkdir(parents=True)


def empty_folder(patient: Patient) -> None:
    (patient.site / "torch").mkdir()
    patient.metadata()


def egg_link(patient: Patient) -> None:
    tree = patient.folder / "src"
    patient.write(tree / "torch" / "__init__.py", "raise ImportError('develop')\n")
    patient.write(tree / "torch" / "version.py", "__version__ = '2.9.1'\n")
    patient.write(tree / "torch.egg-info" / "PKG-INFO", "Name: torch\nVersion: 2.9.1\n")
    patient.write(patient.site / "torch.egg-link", f"{tree}\n.\n")
    patient.write(patient.site / "easy-install.pth", f"{tree}\n")


def zip_on_the_path(patient: Patient) -> None:
    archive = patient.folder / "torch.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("torch/__init__.py", "raise ImportError('zipped')\n")
        file.writestr("torch/version.py", "__version__ = '2.9.1'\n")
    patient.write(patient.site / "torch.pth", f"{archive}\n")


def zip_cut(patient: Patient) -> None:
    patient.write("torch.zip", b"PK\x03\x04rubbish")
    patient.write(patient.site / "torch.pth", f"{patient.folder / 'torch.zip'}\n")


def two_copies(patient: Patient) -> None:
    patient.torch("raise ImportError('first')\n")
    other = patient.folder / "other"
    patient.write(other / "torch" / "__init__.py", "raise ImportError('second')\n")
    patient.write(other / "torch" / "version.py", "__version__ = '2.1.0'\n")
    patient.write(patient.site / "other.pth", f"{other}\n")


def remains_of_another(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    patient.metadata("2.8.0")
    patient.write(patient.site / "~orch" / "__init__.py", "")


def many_files(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    for number in range(3000):
        (patient.site / f"package_{number}-1.0.dist-info").mkdir()


def deep_folders(patient: Patient) -> None:
    package = patient.torch("raise ImportError('x')\n")
    path = package / "lib"
    for _ in range(300):
        path = path / "abcdefgh"
        if len(str(path)) > os.pathconf("/", "PC_PATH_MAX") - 200:
            break
        path.mkdir(parents=True)


def names_of_bytes(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    site = os.fsencode(patient.site)
    for name in (b"caf\xe9.py", b"\xff\xfe-1.0.dist-info", b"a\nb-1.0.dist-info", b"\x1b[2J.pth"):
        Path(os.fsdecode(os.path.join(site, name))).write_bytes(b"")


def torch_is_a_file(patient: Patient) -> None:
    patient.write(patient.site / "torch.py", "raise ImportError('one file')\n")
    patient.metadata()


def conda_of_rubbish(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    meta = patient.prefix / "conda-meta"
    patient.write(meta / "history", os.urandom(2000))
    patient.write(meta / "pytorch-2.9.1-0.json", b"[" * 100_000)
    patient.write(meta / "pytorch-2.9.2-0.json", b'{"name": 7, "version": ["x"], "build": null}')
    patient.write(meta / "numpy-2.9.1-0.json", os.urandom(2000))
    (meta / "libtorch-2.9.1-0.json").mkdir()


def pip_settings_of_rubbish(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    patient.write(patient.prefix / "pip.conf", os.urandom(3000))
    patient.write(patient.home / ".config" / "pip" / "pip.conf", "[global\nindex-url\x00= \n")
    (patient.home / ".pip").mkdir()
    os.mkfifo(patient.home / ".pip" / "pip.conf")
    patient.write(patient.home / ".config" / "uv" / "uv.toml", "index-url = [[[[")
    patient.write(patient.home / ".condarc", "channels: &a [*a, *a]\n" + "- [" * 10_000)


def project_of_rubbish(patient: Patient) -> None:
    patient.torch("raise ImportError('x')\n")
    for name in ("pyproject.toml", "uv.lock", "poetry.lock", "pixi.toml", "environment.yml"):
        patient.write(patient.cwd / name, os.urandom(3000))
    for name in (".tool-versions", ".python-version", "Pipfile", "requirements.txt", "pixi.lock"):
        os.mkfifo(patient.cwd / name)
