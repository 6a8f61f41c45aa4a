"""The games that are played at one table: circus, arena, and the light dice race. `ludus.library` has all of them."""
