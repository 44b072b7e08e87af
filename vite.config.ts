import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { headScript } from "./scripts/head-script.mjs";
import { lucideIcons } from "./scripts/lucide-icons.mjs";
import { offlineWorker } from "./scripts/offline-worker.mjs";

/** The web client. The server's bundle is configured in vite.server.config.ts. */
export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss(), lucideIcons(), headScript(), offlineWorker()],
  // Written as a placeholder into every script, style, and link tag. The server replaces it with a fresh
  // nonce.
  html: { cspNonce: "%CSP_NONCE%" },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "baseline-widely-available",
    manifest: true,
    // Every supported browser preloads modules natively.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Swagger UI, which only the API reference loads.
    chunkSizeWarningLimit: 1600,
    // Over HTTP/1.1 each small file costs a round trip, so what belongs together is in one file. The sign-in page
    // needs the first four only. Every page inside the layout needs `signed-in` in addition. Code that few pages
    // need at first goes into separate files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", priority: 3, test: /node_modules.(react|react-dom|scheduler)\// },
            { name: "start", priority: 2, tags: ["$initial"] },
            { name: "paths", priority: 2, test: /domains.[a-z-]+.paths\.ts/ },
            { name: "sign-in", priority: 1, test: /sign-in.login-page/ },
            {
              name: "signed-in",
              priority: 1,
              test: /web.(layout.app-layout|query-provider|list.list-view|ui.tables.table\.)/,
            },
            { name: "work-orders-list", priority: 1, test: /work-orders.web.work-orders-page/ },
            { name: "board", priority: 1, test: /work-orders.web.board.board\.tsx/ },
            { name: "icons", minShareCount: 2, test: /lucide/ },
            {
              name: "work-orders",
              minShareCount: 3,
              test: /domains.work-orders.(?!web.(offline-queue|signature))/,
            },
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
