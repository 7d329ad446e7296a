"""The rules of Outlive."""
