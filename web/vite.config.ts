import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The server serves the built client; while developing, `npm run dev` passes /api on to it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/ludus/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    target: "es2022",
    // What pages share comes in two files, one for every page and one for all but the first: each of forty small ones
    // would be asked for and answered by itself.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "everywhere", tags: ["$initial"], minShareCount: 2, priority: 1 },
            { name: "inside", minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
