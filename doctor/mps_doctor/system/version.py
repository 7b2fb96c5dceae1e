"""The version of this program; the build of the package reads it here."""

VERSION = "0.1.0"
