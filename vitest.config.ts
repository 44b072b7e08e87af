import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { lucideIcons } from "./scripts/lucide-icons.mjs";

// Dates are formatted in the viewer's zone, so the tests need a fixed one.
process.env.TZ = "UTC";

const withoutDatabase = [
  "server/db/embedded/**/*.test.ts",
  "server/backup/commands.test.ts",
  "scripts/*.test.ts",
  "shared/**/*.test.ts",
  "domains/*/*.test.ts",
  "web/outbox/*.test.ts",
  "domains/work-orders/web/unsent/stored-changes.test.ts",
  "test/shift/modelled-shift.test.ts",
  "domains/*/server/*-torture.test.ts",
  "test/tidy.test.ts",
  "test/security-document.test.ts",
  // These put something in the place of modules or of the time, which the files after them would find.
  "server/http/cut-slow-sender.test.ts",
  "server/integrations/render-pdf.test.ts",
  "web/copy.test.ts",
];
/** These put something in the place of modules, which the files after them would find. */
const withOtherModules = [
  "domains/documents/web/document-changes.test.tsx",
  "domains/documents/web/scan-a-version.test.tsx",
  "domains/documents/web/upload-several.test.tsx",
  "domains/documents/web/document-page.test.tsx",
  "web/page-that-fails.test.tsx",
];
const never = ["**/node_modules/**", "dist/**", "data/**", "e2e/**"];

export default defineConfig({
  test: {
    passWithNoTests: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test over HTTP waits for its database half of the time, so that three at once fill two processors.
    maxWorkers: availableParallelism() + 1,
    // Pages and answers are made and thrown away: more room for young objects saves a twentieth of the processor time.
    execArgv: ["--max-semi-space-size=64"],
    // Vitest takes them by name: the longest files come before the many short ones of "web", so that no processor waits at the end.
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["**/*.test.ts"],
          exclude: [...never, ...withoutDatabase],
          globalSetup: "test/database.ts",
          // Loading the server costs more than most files take, and it keeps nothing that one portal could leave to the
          // next: each has a database of its own. A worker runs file after file as long as it gets only these.
          isolate: false,
        },
      },
      {
        // These start database servers of their own or none, so they do not wait for the shared one. Each file loads its
        // modules anew.
        extends: true,
        test: {
          name: "no-database",
          environment: "node",
          include: withoutDatabase,
          exclude: never,
          testTimeout: 120_000,
        },
      },
      {
        // Every test opens pages and leaves none (web/testing/open-page.tsx), so that those of all files are loaded once.
        extends: true,
        plugins: [react(), lucideIcons()],
        test: {
          name: "web",
          environment: "jsdom",
          setupFiles: "web/testing/quick-jsdom.ts",
          include: ["**/*.test.tsx"],
          exclude: [...never, ...withOtherModules],
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [react(), lucideIcons()],
        test: {
          name: "own-modules",
          environment: "jsdom",
          setupFiles: "web/testing/quick-jsdom.ts",
          include: withOtherModules,
          exclude: never,
        },
      },
    ],
  },
});
