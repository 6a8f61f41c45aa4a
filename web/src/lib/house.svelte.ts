// What the house says of itself, asked once.
import { call } from "./rest";
import type { HouseInfo } from "./types";

let asked: Promise<HouseInfo> | undefined;

export const house = (): Promise<HouseInfo> =>
  (asked ??= call("get", "/api/house").catch((error: unknown) => {
    asked = undefined;
    throw error;
  }));

export const isHere = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127\./.test(host) || host.endsWith(".localhost");

/** The beginning of links for other devices; none if no other device can reach this house. */
export async function reachable(): Promise<string | null> {
  return isHere(location.hostname) ? (await house()).address : location.origin;
}
