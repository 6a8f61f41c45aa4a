// The server's REST part. Addresses, bodies and answers are checked against its schema by the compiler.
import type { paths } from "./api";

type Path = keyof paths;
type Method<P extends Path> = {
  [M in "get" | "post" | "put" | "patch" | "delete"]: paths[P][M] extends { responses: unknown } ? M : never;
}["get" | "post" | "put" | "patch" | "delete"];
type Operation<P extends Path, M extends Method<P>> = paths[P][M];
type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Parameters<O, K extends "path" | "query"> = O extends { parameters: { [Key in K]?: infer Values } } ? Values : never;

type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201)]> : never;

interface Call<O> {
  path?: Parameters<O, "path">;
  query?: Parameters<O, "query">;
  body?: O extends { requestBody: infer B } ? Json<B> : never;
  token?: string | undefined;
}

/** A refusal: a stable code and a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export async function call<P extends Path, M extends Method<P>>(
  method: M,
  path: P,
  { path: parts, query, body, token }: Call<Operation<P, M>> = {},
): Promise<Answer<Operation<P, M>>> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((parts as Record<string, unknown>)[name])),
  );
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]));
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(asked.size ? `${filled}?${asked}` : filled, {
      method: method.toUpperCase(),
      headers,
      keepalive: method === "put", // also when the page is about to close
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("unreachable", "The server cannot be reached. Is it still running? Try again in a moment.");
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer<Operation<P, M>>;
  const { code = "error", message = `The server answered ${response.status}.` } = answer as Partial<Refusal>;
  throw new Refusal(code, message);
}

/** What to tell the player about something that went wrong. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
