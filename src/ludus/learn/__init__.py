"""The games of the house for those who teach machines: `pip install 'ludus[learn]'`.

`aec` has every game and ruleset as a PettingZoo environment, `spiel` as an OpenSpiel game.
"""
