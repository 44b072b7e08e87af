// `npm test`: runs the checks, the tests, and the browser journeys. The names of failed tests and the line "N
// passed, N failed" come last because often only the end of a long output is visible. `node scripts/test.mjs
// unit` and `node scripts/test.mjs browser` run a part.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const unitReport = ".cache/unit-tests.json";
const browserReport = ".cache/browser-tests.json";
const part = process.argv[2];
let passed = 0;
/** @type {string[]} */
const failures = [];

await ensureInstalled({ dev: true });
mkdirSync(join(root, ".cache"), { recursive: true });
storeTemporaryFilesInMemory();
if (part === undefined) runStep("scripts/check.mjs");
// The operator commands are also tested as delivered.
const isReady = isBuilt() || runStep("scripts/build.mjs");
if (part !== "browser") runUnitTests();
if (part !== "unit" && isReady) runBrowserTests();
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * Stores temporary files in memory if 4 GB of it are free. The tests constantly create and delete databases,
 * files and browser profiles, and a disk is slow to create files where thousands have just been deleted.
 */
function storeTemporaryFilesInMemory() {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < 4 * 1024 ** 3) return;
  // A killed run couldn't remove its folder.
  for (const name of readdirSync(memory)) {
    const run = /^portal-tests-(\d+)-/.exec(name)?.[1];
    if (run !== undefined && !existsSync(`/proc/${run}`))
      rmSync(join(memory, name), { recursive: true, force: true, maxRetries: 20 });
  }
  const folder = mkdtempSync(join(memory, `portal-tests-${process.pid}-`));
  // Open to all users like /tmp because some tests start the database as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
}

function runUnitTests() {
  // As with the browser journeys, a retry tells a busy machine from a bug. The report names retried tests.
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
    read: ({ numPassedTests, testResults }) => ({
      passed: numPassedTests,
      failures: testResults.flatMap(failuresOfFile),
    }),
  });
}

function runBrowserTests() {
  runCounted({
    args: ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, browserReport) },
    report: browserReport,
    read: ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failures: suites.flatMap(failuresOfSuite),
    }),
  });
}

/**
 * Returns the failures of a test file. A file can fail without a failed test if it can't be loaded or its
 * setup fails.
 * @param {{ name: string, status: string, message: string,
 * assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 */
function failuresOfFile({ name, status, message, assertionResults }) {
  const path = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${path}: ${firstLine(message)}`];
  // The second attempt can fail because of what the first left behind, so both messages are shown.
  return failed.map(
    ({ fullName, failureMessages }) =>
      `${path}: ${fullName}: ${[...new Set(failureMessages.map(firstLine))].join("; then ")}`,
  );
}

/**
 * @param {{ suites?: any[], specs: { ok: boolean, file: string, title: string }[] }} suite
 * @returns {string[]}
 */
function failuresOfSuite({ suites = [], specs }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [...failed.map(({ file, title }) => `e2e/${file}: ${title}`), ...suites.flatMap(failuresOfSuite)];
}

function firstLine(/** @type {string} */ text) {
  return text.split("\n", 1)[0];
}

/**
 * Runs a test program and reads its report. A program that fails without a failed test, because it couldn't
 * start or because of an error outside all tests, counts as one failure.
 * @param {{ args: string[], env?: Record<string, string>, report: string,
 * read: (report: any) => { passed: number, failures: string[] } }} step
 */
function runCounted({ args, env = {}, report, read }) {
  const path = join(root, report);
  rmSync(path, { force: true });
  const ok = runNode(args, env);
  const results = existsSync(path)
    ? read(JSON.parse(readFileSync(path, "utf8")))
    : { passed: 0, failures: [] };
  passed += results.passed;
  failures.push(...results.failures);
  if (!ok && results.failures.length === 0) failures.push(`${args[0]} itself`);
}

/** Runs a script without separate tests. Counts one failure if it fails. @param {string} script */
function runStep(script) {
  const ok = runNode([script]);
  if (!ok) failures.push(script);
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
