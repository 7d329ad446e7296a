"""The rules of Survive the Island."""
