// Being told when it is one's turn: by this browser, by e-mail, by a webhook. Each has a key, kept here.
import { house } from "./house.svelte";
import { call, Refusal } from "./rest";
import { recall, remember } from "./storage";
import { allTokens, whenTaken } from "./tokens";
import type { NewNotices, Quiet, SeatToken } from "./types";

export interface Kept {
  kind: "push" | "mail" | "hook";
  key: string;
  where: string; // for people to read
  all: boolean; // of every match, also those to come
  confirmed: boolean;
}

export const notices = $state({ kept: recall<Kept[]>("notices", []), quiet: recall<Quiet | null>("quiet", null) });

function keep(kept: Kept[]): void {
  notices.kept = kept;
  remember("notices", kept);
}

const STANDS = 500;
const mine = (): SeatToken[] => allTokens().slice(-STANDS);

/** Of all matches, or of these seats only. The secret is a webhook's. */
export async function begin(where: string, how: Omit<NewNotices, "seats" | "follow" | "quiet">, seats: SeatToken[] | null): Promise<string> {
  const body: NewNotices = { ...how, seats: seats ?? mine(), follow: !seats, quiet: notices.quiet };
  const made = await call("post", "/api/notices", { body });
  keep([...notices.kept, { kind: how.kind, key: made.key, where, all: !seats, confirmed: made.confirmed }]);
  return made.secret;
}

export async function end(kept: Kept): Promise<void> {
  try {
    await call("delete", "/api/notices", { token: kept.key });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "wrong-key")) throw error;
  }
  keep(notices.kept.filter((each) => each.key !== kept.key));
  if (kept.kind === "push") await (await subscription())?.unsubscribe();
}

export const tryOut = (kept: Kept): Promise<unknown> => call("post", "/api/notices/trial", { token: kept.key });

/** What is known here goes to the house: new seats, other hours. Those that were switched off elsewhere are forgotten. */
export async function tellHouse(): Promise<void> {
  for (const kept of notices.kept) {
    try {
      const said = await call("put", "/api/notices", { token: kept.key, body: { seats: kept.all ? mine() : [], only: false, follow: kept.all, quiet: notices.quiet } });
      if (said.confirmed !== kept.confirmed) keep(notices.kept.map((each) => (each.key === kept.key ? { ...each, confirmed: said.confirmed } : each)));
    } catch (error) {
      if (error instanceof Refusal && error.code === "wrong-key") keep(notices.kept.filter((each) => each.key !== kept.key));
      else throw error;
    }
  }
}

export async function setQuiet(quiet: Quiet | null): Promise<void> {
  notices.quiet = quiet;
  remember("quiet", quiet);
  await tellHouse();
}

whenTaken(() => void tellHouse().catch(() => undefined));

// -- this browser ------------------------------------------------------------------------------

export const canPush = (): boolean => isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function beginPush(seats: SeatToken[] | null): Promise<void> {
  const { push } = await house();
  if (!push) throw new Error("This house sends no messages to browsers.");
  if ((await Notification.requestPermission()) !== "granted") {
    throw new Error("Your browser does not let this page show messages. Allow it beside the address, and try again.");
  }
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push });
  const { endpoint, keys } = made.toJSON();
  await begin("this browser", { kind: "push", push: { endpoint: endpoint!, p256dh: keys!["p256dh"]!, auth: keys!["auth"]! }, mail: null, hook: null }, seats);
}
