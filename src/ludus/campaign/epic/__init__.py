"""E1: great families of Rome, with stables in the circus and schools in the arena, under one purse.

All advanced rules are in force (E1 1.1). What E1 says of the race itself the epic race plays: modified dice (E1 3.2-drm),
the driver's modifiers (E1 3.3-dm, E1 3.3-cdm), speeds (E1 3.3-horse-speed, E1 3.3-team-speed, E1 3.3-maximum-speed,
E1 3.3-total-speed), movement factors and what is used of them (E1 3.3-mf, E1 3.3-used-move), and who starts from zero or
stands (E1 3.3-starting-from-zero, E1 3.3-stationary).
"""
