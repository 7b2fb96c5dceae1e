"""The site: Sphinx with furo and MyST, built without network, warnings as errors.

Build it with `python -m sphinx -W --keep-going -b html docs docs/_build/html`.

Why Sphinx: Zensical 0.0.73 was tried on the same pages.  It took 4 s where Sphinx takes 16, most of
them for the commands that it runs; but it is before 1.0, has no place for code of ours, so that
pages and screens would have to be written by a script before each build, and said "no issues" to
directives and references that it does not know.  Here both are extensions, and a dead reference
is an error.  mkdocs-material, the third choice, is no longer maintained.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

from project import metadata  # noqa: E402  # the line above makes it importable

_about = metadata()

project = "mps-doctor"
author = "The mps-doctor developers"
copyright = author  # Sphinx names it so
version = release = _about["version"]

extensions = ["myst_parser", "pages", "screens"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["_build", "_*.txt", "examples", "images"]

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = f"mps-doctor {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
templates_path = []
html_theme_options = {
    "source_repository": _about["urls"]["Repository"],
    "source_branch": "main",
    "source_directory": "docs/",
    "top_of_page_buttons": [],  # a generated page has no source to view or edit
}
