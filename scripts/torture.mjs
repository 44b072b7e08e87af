// `npm run torture`: runs the long form of the random and repeated tests.
// - The random tests of leases, ledgers, payments, and reconciliations, each 10,000 times (TORTURE_RUNS sets a different number)
// - 100 simulated shifts of offline technicians
// - The tests that start several instances and kill processes (`*.torture.test.ts`)
// - Requests with random values (100 for each operation and role) and with every odd value in every field
// - Hostile files at every upload endpoint, all pairs of concurrent postings, lists with more filters
// combined, the largest import, archives damaged in 400 places, and the demo's ledger on more dates
// - All browser journeys, with every screen of the portal and a shift of ten work orders
// - The built portal under fault injection (bench/torture)
//
// `npm run torture -- fuzz screens full-disk` runs the files whose name contains `fuzz` or `screens`, and the
// part `full-disk`.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = ["domains", "seeds", "server", "test"].flatMap(testFiles).filter(hasLongForm);
const journeys = readdirSync(new URL("../e2e", import.meta.url))
  .filter((name) => name.endsWith(".spec.ts"))
  .map((name) => `e2e/${name}`);
const names = process.argv.slice(2);
const isSelected = (/** @type {string} */ file) =>
  names.length === 0 || names.some((name) => file.includes(name));
const parts = names.filter((name) => ![...files, ...journeys].some((file) => file.includes(name)));
const long = { TORTURE_RUNS: "10000", TORTURE_ROUNDS: "50", ...process.env };

await ensureInstalled({ dev: true });
if (files.some(isSelected))
  runNode(
    ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=7200000", ...files.filter(isSelected)],
    long,
  );
const runsParts = names.length === 0 || parts.length > 0;
if ((journeys.some(isSelected) || runsParts) && !isBuilt()) runNode(["scripts/build.mjs"]);
if (journeys.some(isSelected))
  runNode(["node_modules/@playwright/test/cli.js", "test", ...journeys.filter(isSelected)], long);
if (runsParts) runNode(["--import", "tsx", "bench/torture/main.ts", ...parts]);

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function runNode(args, env = process.env) {
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  if (run.status !== 0) process.exitCode = run.status ?? 1;
}

/** @param {string} folder */
function testFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name));
}

/** Whether only this script runs the test file, or runs more of it than `npm test`. @param {string} file */
function hasLongForm(file) {
  return (
    file.endsWith(".torture.test.ts") ||
    /\bisTorture\b|\bTORTURE_/.test(readFileSync(join(root, file), "utf8"))
  );
}
