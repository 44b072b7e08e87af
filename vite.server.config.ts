import { defineConfig } from "vite";

/** The server as one file, dist/server/main.js; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: "server/main.ts",
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    // Readable, so that the lines a stack trace names mean something.
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: "main.js", codeSplitting: false },
    },
  },
});
