"""The epic race: an edition of its own, built on the chapters of the second edition and on some of its options."""
