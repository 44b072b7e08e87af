import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { lucideIcons } from "./scripts/lucide-icons.mjs";
import { offlineWorker } from "./scripts/offline-worker.mjs";

/** The web client. The server's bundle is configured in vite.server.config.ts. */
export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss(), lucideIcons(), offlineWorker()],
  // Written as a placeholder into every script, style and link tag; the server puts a fresh nonce in its place.
  html: { cspNonce: "%CSP_NONCE%" },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "baseline-widely-available",
    manifest: true,
    // Every supported browser preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Swagger UI, which only the reference of the API loads.
    chunkSizeWarningLimit: 1600,
    // What many pages share is one file: over HTTP/1.1 each small one costs a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Without what forms are made with: the login page, which is to be light, fetches this file and needs none.
            { name: "shared", minShareCount: 30, test: /^(?!.*(react-hook-form|@hookform|contract-form))/ },
          ],
        },
      },
    },
  },
});
