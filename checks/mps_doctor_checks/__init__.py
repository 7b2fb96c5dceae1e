"""The checks that come with mps-doctor: a plug-in like any other, one file per family."""
