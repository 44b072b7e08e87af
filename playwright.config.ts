import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./scripts/browser.mjs";
import { isTorture } from "./test/torture.ts";

/** The browser journeys in e2e/. They start the servers they need by themselves. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: false,
  // A journey waits for the server and for its page a third of the time, so that three at once fill two processors.
  workers: 3,
  // A second try tells a busy machine from a fault; what needed one is printed as flaky.
  retries: 1,
  forbidOnly: true,
  ...(isTorture ? {} : { grepInvert: /@long/ }),
  // Generous, for machines that have other work as well; nothing waits longer than what it looks at takes.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    timezoneId: "UTC",
    locale: "en-US",
    // Drawing movements without a graphics card is a tenth of the processor time of a page.
    contextOptions: { reducedMotion: "reduce" },
    // It would fetch all files of the program for every journey; one journey is about it.
    serviceWorkers: "block",
    // Recording every journey costs as much processor time as walking it; `--trace on` records one that is looked into.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browserPath(),
      // Runs as root in a container with a small /dev/shm and without a graphics card.
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
