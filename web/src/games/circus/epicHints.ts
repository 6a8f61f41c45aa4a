// The same for the epic race, whose book is another one.
export const EPIC_HINTS: Record<string, [text: string, clause: string]> = {
  enter: [
    "Nothing is bought: your stable is what the dice made of it. A fast team wins straights, endurance pays for corners and whips; a heavy car strikes harder, but takes half the endurance.",
    "E2 3.4",
  ],
  harness: ["The places are drawn. Give the inside to whoever can hold it, the better driver where it will be crowded, the second row to the one with patience.", "E2 3"],
  skullduggery: [
    "All optional: keep your money, and nothing happens. One rival chariot, each trick once; what you spend to guard your own counts against everybody’s tricks.",
    "E2 4.1",
  ],
  bets: ["Bet on your own first, and on others no more than on those. Odds are all the bets over those on a chariot: what nobody backs pays best.", "E2 5.1.1"],
  lap_bets: ["You may put as much again on whom you have backed, at the odds from before the race. Whoever leads now is still paid as he was then.", "E2 5.2.2"],
  side_bet: ["A bet between two of you, on your own terms, outside the odds. Most races are run without.", "E2 5.1.2"],
  reveal: ["Your bribe works only once it is shown, and a die decides. Show it when it hurts; until then nobody knows.", "E2 4.2.2"],
  drug_horses: ["Weaken all a little, or let one collapse? A dead horse in the traces stops a chariot until it is cut free.", "E2 4.3"],
  which_wheel: ["Ten points take a wheel off. The side that is rammed more often breaks sooner.", "E2 4.4.2"],
  bid: ["One chariot more in the race. The money is gone for your bets.", "E2 3.3.3"],
  match_odds: ["You offer the odds: at 3 to 1 you put up three for every one of his. He may still decline, and then you race for honour.", "E2 5.4.1"],
  stake: ["This is what he puts up; you put up as many times that as the odds say. Much more than he has, and he will decline.", "E2 5.4.2"],
  raise_stake: ["You may raise. If he cannot follow, there is no bet, and you race for honour.", "E2 5.4.2"],
  speed: [
    "All write in secret, and you must drive all of it. From a standstill dice are taken off: one for a light car, two for a medium, three for a heavy one.",
    "E2 8.2.1",
  ],
  "speed-corner": [
    "A corner is in reach. Above the safe speed of its lane every point costs endurance, and three dice decide; rain and mud make the safe speeds lower. The bars are the chances lane by lane.",
    "E2 9.1.3",
  ],
  whip: ["A die of extra speed for as much endurance. Good on an open straight, dangerous before a corner: the corner counts it too.", "E2 8.3.3"],
  step: [
    "Press a glowing square or a button; a pale square further off is driven to step by step. A lane inwards costs more than one outwards.",
    "E2 8.6",
  ],
  corner: [
    "Too fast for this corner! Move outwards while you can, it costs no more than driving on: every lane further out is safer. The colours show how much.",
    "E2 9.2.1",
  ],
  strain: [
    "That was corner strain. S slides you out a lane, J jostles the driver (worse at everything for a while), LH and RH hurt a horse, FP flips the car.",
    "E2 9.2.3",
  ],
  attack: [
    "Somebody is in reach. A lash or a ram can be braked or evaded; against your knife and your handful of dust he can only hold, but you have one of each. Without the knife you cannot cut yourself free later.",
    "E2 10.1.1",
  ],
  defend: [
    "You are attacked. Hold and take it, or try to get away: dice and your driver against his, and equal is enough. Braking then costs endurance, evading costs movement later.",
    "E2 10.3",
  ],
  avoid: ["You got away. Braking costs endurance, evading costs movement in your next phase.", "E2 10.3"],
  slip: ["The way is blocked. A sideslip is dear and leads straight sideways; or brake off what you have left.", "E2 8.8.3"],
  brake: [
    "Braking throws factors away for a point of endurance each. It does not make you slower in the corner: it lets you stop in front of it.",
    "E2 8.7.1",
  ],
  tired: ["Little endurance left. At 0 the team is exhausted and slower every turn, and straining is over. No more whips; corners at safe speed.", "E2 11.2"],
  wreck: ["Something lies ahead in your lane. Over it costs a die of endurance and a nasty roll, and ending on it flips you. Drive round it in time.", "E2 8.9.3"],
  "last-lap": ["The last lap. Endurance behind the line is worth nothing: spend it now. Of those who cross in the same turn the one with most factors left wins.", "E2 15.2.2"],
  end: ["The race is over. The replay shows every move again, and every line of the log names its rule.", "E2 15.2"],
  take: ["A lash makes a team run: these factors are a gift, but the corner counts them too.", "E2 10.4.1.2"],
  pay: ["Every point of endurance you pay makes the run over the obstacle safer.", "E2 8.9.3"],
  cut: ["While a dead horse hangs in the traces the chariot stands still. Cutting takes your knife and some of the speed you wrote; what is left you drive.", "E2 12.2.2"],
  abandon: ["Your chariot stands for good. Stay, and you may be run into; leave, and you are on foot and out of the places, but perhaps alive.", "E2 12.2.3.3"],
  loose: ["You are dragged behind the team: cut the reins with your knife, or hang on and hope for the finish line.", "E2 13.3.1"],
  walk: ["On foot: get off the sand before somebody comes round the corner. Every two hits you have left are a square; in mud, every three.", "E2 14.1.1"],
  dodge: ["Your man was quick enough. Jump to the side from which nobody comes next; a wreck or a dead horse there does no harm.", "E2 14.2.2"],
  injury: ["The damage is shared out evenly; only the odd points are yours to place. Spare a horse that is nearly done: a dead one stops the chariot.", "E2 10.10.1.1"],
};
