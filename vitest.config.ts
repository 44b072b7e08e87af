import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Dates are formatted in the viewer's zone, so the tests need a fixed one.
process.env.TZ = "UTC";

const withoutDatabase = [
  "server/db/embedded/**/*.test.ts",
  "shared/**/*.test.ts",
  "domains/*/*.test.ts",
  "domains/*/server/*-torture.test.ts",
  "test/tidy.test.ts",
];
const never = ["**/node_modules/**", "dist/**", "data/**", "e2e/**"];

export default defineConfig({
  test: {
    passWithNoTests: false,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // As with the browser journeys: a second try tells a busy machine from a fault.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["**/*.test.ts"],
          exclude: [...never, ...withoutDatabase],
          globalSetup: "test/database.ts",
        },
      },
      {
        // These start database servers of their own or none, so they do not wait for the shared one.
        extends: true,
        test: {
          name: "without-database",
          environment: "node",
          include: withoutDatabase,
          exclude: never,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "web",
          environment: "jsdom",
          include: ["**/*.test.tsx"],
          exclude: never,
        },
      },
    ],
  },
});
