"""An example of a plug-in for mps-doctor: a family of checks with a probe of its own."""
