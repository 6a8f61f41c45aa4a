// A pass: one code for all the seats of a person. Where one is kept, every new seat is put to it, and its seats come here.
import { call, Refusal } from "./rest";
import { recall, remember } from "./storage";
import { allTokens, keepTokens, whenTaken } from "./tokens";

export const pass = $state({ code: recall("pass", "") });

function keep(code: string): void {
  pass.code = code;
  remember("pass", code);
}

/** Seats of other devices come here, and those from here go to the pass. */
export async function syncPass(code = pass.code): Promise<void> {
  if (!code) return;
  try {
    const { seats } = await call("put", "/api/pass", { token: code, body: { seats: allTokens() } });
    keepTokens(seats);
  } catch (error) {
    if (error instanceof Refusal && error.code === "wrong-pass" && code === pass.code) keep("");
    throw error;
  }
}

export async function makePass(): Promise<void> {
  const made = await call("post", "/api/passes", { body: { seats: allTokens() } });
  keep(made.code);
}

export async function usePass(code: string): Promise<void> {
  await syncPass(code);
  keep(code);
}

export async function renewPass(): Promise<void> {
  const made = await call("post", "/api/pass/renew", { token: pass.code });
  keep(made.code);
}

export async function revokePass(): Promise<void> {
  await call("delete", "/api/pass", { token: pass.code });
  keep("");
}

/** On this device only: the pass itself stays good. */
export const forgetPass = (): void => keep("");

// A seat that was just taken; if the server is away, the next visit of the first page does it.
whenTaken(() => void syncPass().catch(() => undefined));
