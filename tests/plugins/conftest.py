"""The example is a project of its own; its tests run with it installed."""

collect_ignore = ["example_plugin"]
