"""E1: great families of Rome, with stables in the circus and schools in the arena, under one purse."""
