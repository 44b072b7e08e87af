import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const ofEntry = /assets\/(rolldown-runtime|react|jsx-runtime|spinner|icons|api-client)-[\w-]+\.js$/;

/** The web client. The server's bundle is configured in vite.server.config.ts. */
export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss()],
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
    // Small parts that pages share are sent together: apart they compress worse. Public pages need none of them.
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
            // Those of every page and of signing in, then those that other pages share.
            {
              name: "icons",
              test: /lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])|lucide-react.*[\\/](circle-alert|circle-check|x|info|triangle-alert|eye|eye-off|monitor|moon|sun)\.m?js$/,
            },
            { name: "more-icons", test: /lucide-react/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
