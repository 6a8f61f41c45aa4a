"""A season of linked races in the circus (CM 20 to 26)."""
