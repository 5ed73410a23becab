"""The tests, one folder a room; reading.py and sessions/ serve several of them."""
