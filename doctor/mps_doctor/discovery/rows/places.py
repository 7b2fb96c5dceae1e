"""Where Pythons are kept on a Mac: a row for each kind and place, with the file that marks it."""

from typing import NamedTuple


class Place(NamedTuple):
    """Where Pythons of one kind are kept."""

    kind: str
    marker: str
    """What the folder of such an environment holds; empty for an install."""
    patterns: tuple[str, ...]
    """See `Surroundings.matches`; of folders, interpreters, or files that name some."""


CONDA = (
    *("$CONDA_EXE/../..", "$_CONDA_EXE/../..", "$MAMBA_ROOT_PREFIX", "$CONDA_ROOT", "$_CONDA_ROOT"),
    *("$CONDA_PREFIX", "$CONDA_PREFIX/../.."),
    *("~/miniforge3", "~/miniconda3", "~/anaconda3", "~/mambaforge", "~/micromamba"),
    *("~/miniconda", "~/anaconda", "~/opt/miniconda3", "~/opt/anaconda3", "~/opt/miniforge3"),
    *("~/.local/share/mamba", "~/.conda", "/opt/miniforge3", "/opt/miniconda3", "/opt/anaconda3"),
    *("/opt/conda", "/opt/homebrew/anaconda3", "/opt/homebrew/Caskroom/mini*/base"),
    *("/opt/homebrew/Caskroom/mambaforge/base", "/usr/local/anaconda3", "/usr/local/miniconda3"),
    *("/usr/local/Caskroom/mini*/base", "/usr/local/Caskroom/mambaforge/base"),
)
"""Where conda and its relatives install themselves, for one user and for all."""

_JUPYTER = (
    *("$JUPYTER_PATH", "$JUPYTER_DATA_DIR", "~/Library/Jupyter", "$XDG_DATA_HOME/jupyter"),
    *("~/.local/share/jupyter", "$VIRTUAL_ENV/share/jupyter", "$CONDA_PREFIX/share/jupyter"),
    *("/usr/local/share/jupyter", "/usr/share/jupyter", "/opt/homebrew/share/jupyter"),
)
"""As docs.jupyter.org/en/latest/use/jupyter-directories.html lists them."""

PLACES = (
    Place("active", "pyvenv.cfg", ("$VIRTUAL_ENV",)),
    Place("active", "conda-meta", ("$CONDA_PREFIX",)),
    Place("venv", "pyvenv.cfg", ("./.venv", "./venv", "./env", "./*", "./.*")),
    Place("venv", "pyvenv.cfg", ("./.tox/*", "./.nox/*", "./$UV_PROJECT_ENVIRONMENT")),
    Place("pixi", "conda-meta", ("./.pixi/envs/*",)),
    Place("conda", "conda-meta", tuple(p for root in CONDA for p in (root, f"{root}/envs/*"))),
    Place("conda", "conda-meta", ("$CONDA_ENVS_DIRS/*", "$CONDA_ENVS_PATH/*")),
    Place("conda", "conda-meta", ("~/.conda/environments.txt",)),
    Place(
        "poetry", "pyvenv.cfg", ("$POETRY_VIRTUALENVS_PATH/*", "$POETRY_CACHE_DIR/virtualenvs/*")
    ),
    Place("poetry", "pyvenv.cfg", ("~/Library/Caches/pypoetry/virtualenvs/*",)),
    Place("poetry", "pyvenv.cfg", ("$XDG_CACHE_HOME/pypoetry/virtualenvs/*",)),
    Place("poetry", "pyvenv.cfg", ("~/.cache/pypoetry/virtualenvs/*",)),
    Place("virtualenvwrapper", "pyvenv.cfg", ("$WORKON_HOME/*", "~/.virtualenvs/*")),
    Place("pipenv", "pyvenv.cfg", ("$XDG_DATA_HOME/virtualenvs/*", "~/.local/share/virtualenvs/*")),
    Place("PATH", "", ("$PATH/python*",)),
    Place("pyenv", "", ("$PYENV_ROOT/versions/*", "~/.pyenv/versions/*")),
    Place("uv", "", ("$UV_PYTHON_INSTALL_DIR/*", "$XDG_DATA_HOME/uv/python/*")),
    Place("uv", "", ("~/.local/share/uv/python/*",)),
    Place("asdf", "", ("$ASDF_DATA_DIR/installs/python/*", "~/.asdf/installs/python/*")),
    Place(
        "mise", "", ("$MISE_DATA_DIR/installs/python/*", "$XDG_DATA_HOME/mise/installs/python/*")
    ),
    Place("mise", "", ("~/.local/share/mise/installs/python/*",)),
    Place("Homebrew", "", ("/opt/homebrew/opt/python@3*", "/usr/local/opt/python@3*")),
    Place("python.org", "", ("/Library/Frameworks/Python.framework/Versions/*",)),
    Place("Xcode", "", ("/Library/Developer/CommandLineTools/usr",)),
    Place("Xcode", "", ("/Applications/Xcode*.app/Contents/Developer/usr",)),
    Place("Jupyter kernel", "", tuple(f"{each}/kernels/*/kernel.json" for each in _JUPYTER)),
)
"""What is nearest to the user's work comes first."""
