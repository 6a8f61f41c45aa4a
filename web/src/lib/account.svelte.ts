// The account of who is signed in here. The session is a cookie that no script reads; what is kept here is only that
// there is one. Where somebody is signed in, every new seat is put to the account, and its seats come here.
import { end, notices } from "./notices.svelte";
import { forgetPass } from "./passes.svelte";
import { call, Refusal } from "./rest";
import { settings } from "./settings.svelte";
import { recall, remember } from "./storage";
import { allTokens, dropTokens, isBorrowed, keepTokens, whenTaken } from "./tokens";
import type { AccountInfo } from "./types";

export const account = $state({ name: recall("account", ""), info: null as AccountInfo | null });

export function signedIn(info: AccountInfo | null): void {
  account.info = info;
  account.name = info?.name ?? "";
  remember("account", account.name);
  if (info && !settings.name) settings.name = info.name;
}

/** Seats of other devices come here, and those from here go to the account. */
export async function syncAccount(): Promise<void> {
  if (!account.name) return;
  try {
    const { seats } = await call("put", "/api/account/seats", { body: { seats: allTokens().slice(-500) } });
    keepTokens(seats);
  } catch (error) {
    if (error instanceof Refusal && error.code === "not-signed-in") forgetHere();
    throw error;
  }
}

/** What was here by the account opens nothing any more. */
function forgetHere(): void {
  dropTokens(isBorrowed);
  signedIn(null);
}

/** Signed in just now: who it is, and the seats. */
export async function welcome(info: AccountInfo): Promise<void> {
  signedIn(info);
  await syncAccount();
}

export async function findAccount(): Promise<void> {
  signedIn(await call("get", "/api/account"));
}

/** The seats leave this device with whoever they belong to, and so do its pass and its messages. */
export async function signOut(): Promise<void> {
  await syncAccount().catch(() => undefined); // so that none is lost
  for (const kept of notices.kept.filter(({ kind }) => kind === "push")) await end(kept);
  forgetPass();
  await call("delete", "/api/account/sessions/{session}", { path: { session: "this" } });
  dropTokens(() => true);
  signedIn(null);
}

export async function deleteAccount(): Promise<void> {
  await call("delete", "/api/account");
  settings.name = "";
  forgetHere();
}

whenTaken(() => void syncAccount().catch(() => undefined));
