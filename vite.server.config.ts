import { defineConfig } from "vite";

/** The server, dist/server/main.js, and the commands for its operator; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    // Readable, so that the lines a stack trace names mean something.
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
