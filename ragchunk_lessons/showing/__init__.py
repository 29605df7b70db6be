"""How things look: style sheet, strips, tables of numbers and whole pages."""
