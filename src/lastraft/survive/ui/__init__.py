"""Survive the Island as people read and see it."""
