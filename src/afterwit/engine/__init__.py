"""The journeys, one file each; `wire` introduces the rooms to each other."""
