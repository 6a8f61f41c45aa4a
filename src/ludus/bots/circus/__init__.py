"""Drivers for the circus."""
