import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./scripts/browser.mjs";
import { isTorture } from "./test/torture.ts";

/** Runs the browser journeys in e2e/, which start their own servers. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: false,
  // A journey waits for the server and for its page a third of the time, so that three at a time use two
  // processors fully.
  workers: 3,
  // A second attempt tells a busy machine from a bug. Journeys that needed one are printed as flaky.
  retries: 1,
  forbidOnly: true,
  ...(isTorture ? {} : { grepInvert: /@long/ }),
  // Generous, for machines that also do other work. A journey waits only as long as it needs to.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    timezoneId: "UTC",
    locale: "en-US",
    // Animations without a graphics card take a tenth of a page's processor time.
    contextOptions: { reducedMotion: "reduce" },
    // It would fetch all files of the program for every journey. One journey tests it.
    serviceWorkers: "block",
    // Recording every journey costs as much processor time as running it. `--trace on` records one to
    // investigate.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browserPath(),
      // For root in a container with a small /dev/shm and no graphics card.
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--in-process-gpu",
        "--font-render-hinting=none",
      ],
    },
  },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } } },
  ],
});
