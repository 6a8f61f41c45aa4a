"""Campaigns: games whose script holds contests, which are matches of their own."""
