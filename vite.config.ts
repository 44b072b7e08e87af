import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { lucideIcons } from "./scripts/lucide-icons.mjs";

const ofEntry = /assets\/(index|rolldown-runtime|react|api-client|icons)-[\w-]+\.(js|css)$/;

/** The web client. The server's bundle is configured in vite.server.config.ts. */
export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss(), lucideIcons()],
  // Written as a placeholder into every script, style and link tag; the server puts a fresh nonce in its place.
  html: { cspNonce: "%CSP_NONCE%" },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "baseline-widely-available",
    manifest: true,
    // The content policy forbids inline scripts, and every supported browser preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // What the entry itself is made of is there before any page is fetched, and need not be named with each.
      resolveDependencies: (_, files) => files.filter((file) => !ofEntry.test(file)),
    },
    assetsInlineLimit: 0,
    // Small parts that pages share are sent together: apart they compress worse. Signing in needs none of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "queries", test: /node_modules[\\/]@tanstack/ },
            {
              name: "lists",
              test: /web[\\/]ui[\\/](table|pagination|search-box|page-header|error-state|badge|status-badge|skeleton|tabs|export-link|empty-state|menu|popover|floating)\.tsx?$/,
            },
            // What is there before any page, then the frame of all pages, and those of pages without and with a session.
            {
              name: "react",
              test: /node_modules[\\/](react|wouter|regexparam|use-sync-external-store)[\\/]|web[\\/]ui[\\/](spinner|classes)\.tsx?$/,
            },
            {
              name: "api-client",
              test: /web[\\/](api-client|session[\\/]connection)\.ts$|accounts[\\/](contract|account-facts)\.ts$|shared[\\/](http[\\/](fields|endpoint)|roles)\.ts$|zod[\\/]v4[\\/](mini|core)/,
            },
            { name: "frame", test: /web[\\/](theme[\\/]theme-switch|ui[\\/](logo|field|input))\.tsx?$/ },
            {
              name: "public",
              test: /web[\\/](layout[\\/](public-layout|harbour-art)|use-answer|ui[\\/]password-input|welcome)\.tsx?$|public-config-contract\.ts$/,
            },
            {
              name: "signed-in",
              test: /web[\\/](session[\\/](session|role-labels)|query-client|list-page|ui[\\/]avatar)\.tsx?$|shared[\\/](permissions|http[\\/](csv-endpoint|paging))\.ts$/,
            },
            // Icons of every page and of signing in, then those that other pages share.
            {
              name: "icons",
              test: /web[\\/]icons[\\/]drawing\.tsx$|virtual:lucide[\\/](circle-alert|circle-check|x|info|triangle-alert|eye|eye-off|monitor|moon|sun)$/,
            },
            { name: "more-icons", test: /virtual:lucide/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
