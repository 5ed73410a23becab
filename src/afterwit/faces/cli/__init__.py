"""The command line: one file a group of commands, loaded when it is called for."""
