"""A need to the skills that meet it."""
