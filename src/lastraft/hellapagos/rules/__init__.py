"""The rules of Hellapagos."""
