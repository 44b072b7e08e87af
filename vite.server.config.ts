import { defineConfig } from "vite";

/** The server, dist/server/main.js, and the operator commands. Packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    // Not minified, so that the line numbers in a stack trace are useful.
    minify: false,
    rolldownOptions: {
      input: {
        main: "server/main.ts",
        backup: "scripts/backup-portal.ts",
        restore: "scripts/restore-portal.ts",
        verify: "scripts/verify-portal.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
