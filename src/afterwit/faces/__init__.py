"""How people and programs meet Afterwit. Faces are strangers to each other; all of them talk to the engine."""
