import type { Patch } from "./types";

type Node = Record<string, unknown>;

/** The value with [path, value] set and [path] removed, one after another. What has not changed is shared. */
export function applyPatch<T>(value: T, patch: Patch): T {
  let result: unknown = value;
  for (const [path, ...rest] of patch) result = change(result, path as string[], rest);
  return result as T;
}

function change(value: unknown, path: string[], rest: unknown[]): unknown {
  const [key, ...deeper] = path;
  if (key === undefined) return rest[0];
  const copy: Node = { ...(value as Node) };
  if (deeper.length || rest.length) copy[key] = change(copy[key], deeper, rest);
  else delete copy[key];
  return copy;
}
