"""What the audit is made of: placing chunks in their source, and what is found there."""
