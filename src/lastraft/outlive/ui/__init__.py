"""Outlive as people read and see it."""
