"""Hellapagos as people read and see it."""
