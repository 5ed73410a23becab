"""How people and programs meet Afterwit."""
