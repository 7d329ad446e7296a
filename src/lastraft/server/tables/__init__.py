"""A table and its log, what each reader is sent, and the database."""
