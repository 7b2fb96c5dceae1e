"""The `{screen}` directive: a command, and what it really writes."""

from __future__ import annotations

from typing import Any

import run_screen
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class ScreenDirective(SphinxDirective):
    """Runs its command while the site is built; another exit code than stated is an error."""

    has_content = True
    option_spec = {  # noqa: RUF012  # as docutils declares it
        "exit": directives.nonnegative_int,
        "lines": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        """Return the screen as a block."""
        screen = run_screen.Screen(command=" ".join(self.content).strip(), **self.options)
        shown = run_screen.run(screen.command)
        if shown.exit != screen.exit:
            raise self.error(f"{screen.command}: exit code {shown.exit}\n{shown.errors}")
        return [nodes.raw("", run_screen.as_html(screen, shown), format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("screen", ScreenDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
