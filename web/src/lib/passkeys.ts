// Passkeys: what the server asks for, as the browser wants it, and back. Bytes go over the wire as base64url.
import { call } from "./rest";
import type { AccountInfo, Ceremony } from "./types";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const text = (raw: ArrayBuffer | null): string | null =>
  raw && btoa(String.fromCharCode(...new Uint8Array(raw))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Browsers keep passkeys for names by https, or on the same machine; never for a bare address. */
export const canPasskey = (): boolean => isSecureContext && "PublicKeyCredential" in window && !isBare();
export const isBare = (): boolean => /^[\d.]+$/.test(location.hostname) || location.hostname.startsWith("[");

interface Wire {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: "public-key" }[];
  allowCredentials?: { id: string; type: "public-key" }[];
}

const known = (ids: Wire["excludeCredentials"]) => (ids ?? []).map((each) => ({ ...each, id: bytes(each.id) }));

async function confirmed(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await asking) as PublicKeyCredential;
  } catch (error) {
    const why = error instanceof DOMException ? error.name : "";
    if (why === "InvalidStateError") throw new Error("This device has a passkey for your account already.");
    if (why === "NotAllowedError") throw new Error("It was not confirmed, or not in time. Nothing has changed; try again.");
    throw error;
  }
}

/** A new account with this name; or, for who is signed in, another passkey. */
export async function makePasskey(name: string | null): Promise<AccountInfo> {
  const { code, options }: Ceremony = await call("post", "/api/account/passkeys/begin", { body: { name } });
  const asked = options as unknown as Wire;
  const publicKey = {
    ...options,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: known(asked.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await confirmed(navigator.credentials.create({ publicKey }));
  const response = made.response as AuthenticatorAttestationResponse;
  const credential = {
    id: made.id,
    rawId: made.id,
    type: made.type,
    response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) },
  };
  return call("post", "/api/account/passkeys", { body: { code, credential } });
}

export async function usePasskey(): Promise<AccountInfo> {
  const { code, options }: Ceremony = await call("post", "/api/account/signin/begin");
  const asked = options as unknown as Wire;
  const publicKey = { ...options, challenge: bytes(asked.challenge), allowCredentials: known(asked.allowCredentials) } as PublicKeyCredentialRequestOptions;
  const used = await confirmed(navigator.credentials.get({ publicKey }));
  const response = used.response as AuthenticatorAssertionResponse;
  const credential = {
    id: used.id,
    rawId: used.id,
    type: used.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: text(response.userHandle),
    },
  };
  return call("post", "/api/account/signin", { body: { code, credential } });
}
