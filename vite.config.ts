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
    // What many pages share is one file: over HTTP/1.1 each small one costs a round trip. The login page, which is to be
    // light, needs the first three only; forms are made with what few of the pages need at first.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", priority: 3, test: /node_modules.(react|react-dom|scheduler)\// },
            { name: "start", priority: 2, tags: ["$initial"] },
            {
              name: "sign-in",
              priority: 1,
              test: /web.(layout.(public-layout|unsent-of-other)|ui.(password-input|field))/,
            },
            { name: "icons", minShareCount: 2, test: /lucide/ },
            { name: "work-orders", minShareCount: 3, test: /domains.work-orders.(?!web.unsent)/ },
            {
              name: "shared",
              minShareCount: 15,
              test: /^(?!.*(hook-?form|contract-form|draft|form-dialog|confirm-dialog|alert-dialog|domains))/,
            },
          ],
        },
      },
    },
  },
});
