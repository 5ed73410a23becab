"""The ports made real, and their fakes beside them."""
