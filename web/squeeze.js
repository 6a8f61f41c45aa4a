// Beside every file of words what the server sends of it: as small as it gets, made once when the client is built.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = join(import.meta.dirname, "../src/ludus/server/static");
const WORDY = /\.(css|html|js|json|svg|webmanifest)$/;

for (const name of readdirSync(FOLDER, { recursive: true, encoding: "utf-8" })) {
  if (!WORDY.test(name)) continue;
  const body = readFileSync(join(FOLDER, name));
  writeFileSync(join(FOLDER, `${name}.gz`), gzipSync(body, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(join(FOLDER, `${name}.br`), brotliCompressSync(body, { params }));
}
