// `npm test`: the checks, the tests, and the browser journeys. The last line is "N passed, N failed".
// `node scripts/test.mjs unit` and `node scripts/test.mjs browser` run a part.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const unitReport = ".cache/unit-tests.json";
const browserReport = ".cache/browser-tests.json";
const part = process.argv[2];
const total = { passed: 0, failed: 0 };

ensureInstalled({ dev: true });
mkdirSync(join(root, ".cache"), { recursive: true });
if (part === undefined) runStep("scripts/check.mjs");
if (part !== "browser") runUnitTests();
if (part !== "unit") runBrowserTests();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function runUnitTests() {
  // As with the browser journeys: a retry, which the report names, tells a busy machine from a fault.
  const args = [
    "run",
    "--retry=1",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unitReport}`,
  ];
  runCounted({
    args: ["node_modules/vitest/vitest.mjs", ...args],
    report: unitReport,
    count: ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests + testResults.filter(couldNotRun).length,
    }),
  });
}

function runBrowserTests() {
  if (!isBuilt() && !runStep("scripts/build.mjs")) return;
  runCounted({
    args: ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, browserReport) },
    report: browserReport,
    count: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  });
}

/** A file that fails without a failed test: it cannot be loaded, or its set-up fails. */
function couldNotRun(/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) {
  return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
}

/**
 * Runs a test program and adds the counts of its report. A program that fails without a failed test, because it could not
 * start or because of an error outside every test, counts as one failure.
 * @param {{ args: string[], env?: Record<string, string>, report: string,
 *   count: (report: any) => { passed: number, failed: number } }} step
 */
function runCounted({ args, env = {}, report, count }) {
  const path = join(root, report);
  rmSync(path, { force: true });
  const ok = runNode(args, env);
  const { passed, failed } = existsSync(path)
    ? count(JSON.parse(readFileSync(path, "utf8")))
    : { passed: 0, failed: 0 };
  total.passed += passed;
  total.failed += ok ? failed : Math.max(1, failed);
}

/** Runs a script without tests of its own; counts one failure if it fails. @param {string} script */
function runStep(script) {
  const ok = runNode([script]);
  if (!ok) total.failed += 1;
  return ok;
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function runNode(args, env = {}) {
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return run.status === 0;
}
