"""The parser of regular expressions in the standard library, by its name on this Python."""

import sys

if sys.version_info >= (3, 11):
    from re import _constants as constants, _parser as parser
else:
    import sre_constants as constants
    import sre_parse as parser

__all__ = ["constants", "parser"]
