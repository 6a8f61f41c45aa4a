"""Advice: what a strong bot would answer and why, and after a match where it was lost."""
