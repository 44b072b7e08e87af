import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { lucideIcons } from "./scripts/lucide-icons.mjs";

// Dates are formatted in the viewer's time zone, so the tests need a fixed one.
process.env.TZ = "UTC";

const withoutDatabase = [
  "server/db/embedded/**/*.test.ts",
  "server/backup/commands.torture.test.ts",
  "scripts/*.test.ts",
  "shared/**/*.test.ts",
  "domains/*/*.test.ts",
  "web/offline-queue/*.test.ts",
  "domains/work-orders/web/offline-queue/stored-changes.test.ts",
  "domains/ledger/server/posting/plan-charges.test.ts",
  "test/house-rules/tidy.test.ts",
  "test/house-rules/security-document.test.ts",
  // These replace modules or the clock, which would affect the files after them.
  "server/http/protection/disconnect-slow-sender.test.ts",
  "server/integrations/pdf/render-pdf.test.ts",
  "server/integrations/xlsx/write-xlsx.test.ts",
  "web/copy-to-clipboard.test.ts",
];
/** These replace modules, which would affect the files after them. */
const withOtherModules = [
  "domains/documents/web/document-page/document-changes.test.tsx",
  "domains/documents/web/upload/scan-a-version.test.tsx",
  "domains/documents/web/upload/upload-several.test.tsx",
  "domains/documents/web/document-page/document-page.test.tsx",
  "web/first-page.test.tsx",
  "web/head.test.tsx",
  "web/page-crash.test.tsx",
  "web/prerender.test.tsx",
];
const never = [
  "**/node_modules/**",
  "dist/**",
  "data/**",
  "e2e/**",
  // These start and kill processes, which only `npm run torture` does.
  ...(process.env.TORTURE_RUNS === undefined ? ["**/*.torture.test.ts"] : []),
];

export default defineConfig({
  test: {
    passWithNoTests: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test over HTTP waits for its database half of the time, so that three at a time use two processors
    // fully.
    maxWorkers: availableParallelism() + 1,
    // The tests create and discard many pages and responses. More room for young objects saves a twentieth of
    // the processor time.
    execArgv: ["--max-semi-space-size=64"],
    // Vitest runs them by name. The longest files come before the many short ones of "web", so that no
    // processor is idle at the end.
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["**/*.test.ts"],
          exclude: [...never, ...withoutDatabase],
          globalSetup: "test/database.ts",
          // Loading the server takes longer than most files, and it keeps no state that one portal could
          // leave to the next because each has its own database. A worker runs file after file as long as it
          // only gets these.
          isolate: false,
        },
      },
      {
        // These start their own database servers or none, so they don't wait for the shared one. Each file
        // loads its modules again.
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
        // Every test closes the pages it opens (web/testing/open-page.tsx), so that their modules are loaded
        // once for all files.
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
