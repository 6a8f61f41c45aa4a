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
    // The first page is one file, and what the others share another: each of forty small ones would be asked for and
    // answered by itself.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 1 },
            { name: "others", minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
