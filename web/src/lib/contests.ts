// Contests of a campaign: matches of their own, played with the seats of the campaign.
import { call } from "./rest";
import { keepTokens, tokensOf } from "./tokens";
import type { ContestOfCampaign, Hands, MatchInfo } from "./types";

/** The contests that are being held; some may go on side by side. */
export const allUnderWay = (match: MatchInfo): ContestOfCampaign[] => (match.status === "running" ? match.contests.filter(({ status }) => status === "running") : []);

/** The contest that a campaign waits for, one of these seats' own if there is one. */
export function underWay(match: MatchInfo, mine: number[] = []): ContestOfCampaign | null {
  const all = allUnderWay(match);
  return all.find(({ owners }) => owners.some((owner) => mine.includes(owner))) ?? all[0] ?? null;
}

/** Whoever has a seat in a campaign has the same in its contests. Whether there was one that was not known here. */
export function adoptSeats(contest: MatchInfo): boolean {
  if (!contest.parent) return false;
  const known = new Set(tokensOf(contest.id).map(({ seat }) => seat));
  const owned = tokensOf(contest.parent.id).flatMap(({ seat: owner, token }) =>
    contest.seats.filter((seat) => seat.owner === owner && seat.kind === "human" && !known.has(seat.seat)).map(({ seat }) => ({ match: contest.id, seat, token })),
  );
  if (owned.length) keepTokens(owned);
  return owned.length > 0;
}

/** Who answers for a seat, here or in the contests to come. */
export const setHands = (match: string, seat: number, token: string, hands: { hands?: Hands; contests?: Hands }): Promise<MatchInfo> =>
  call("put", "/api/matches/{match_id}/seats/{seat}/hands", {
    path: { match_id: match, seat },
    body: { hands: hands.hands ?? null, contests: hands.contests ?? null },
    token,
  });
