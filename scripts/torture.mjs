// `npm run torture`: the random tests of leases, ledgers and payments, each 10,000 times (TORTURE_RUNS sets another
// number), the simulated shifts of technicians without a network (5,000 against a model of the portal, 100 against the portal),
// the tests that kill processes during payments, uploads and mails, the calls with random values (100 for each operation and
// role) and with every weird value in every field, hostile files at every door, all pairs of what posts at once, lists with more
// filters at once, the largest import, archives damaged in 400 places, the demo's ledger on more days, all browser journeys with
// every screen of the portal and a shift of ten orders, and the built portal under faults (bench/torture).
// `npm run torture -- fuzz screens cluster` runs the files whose name contains `fuzz` or `screens` and the part `cluster`.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = [
  "domains/leases/schedule.test.ts",
  "domains/ledger/late-fees.test.ts",
  "domains/ledger/server/posting-torture.test.ts",
  "domains/ledger/server/posting-in-database.test.ts",
  "domains/ledger/server/reversals.test.ts",
  "domains/ledger/server/side-by-side.test.ts",
  "domains/payments/server/paying-schedules.test.ts",
  "domains/payments/server/paying-killed.test.ts",
  "domains/documents/server/uploads-killed.test.ts",
  "domains/documents/server/keeping.test.ts",
  "domains/leases/server/list-oracle.test.ts",
  "domains/imports/server/check-import.test.ts",
  "seeds/demo/fill-ledger.test.ts",
  "test/shift/modelled-shift.test.ts",
  "test/shift/portal-shift.test.ts",
  "server/db/embedded/torture.test.ts",
  "server/jobs/mail-outage.test.ts",
  "server/backup/refusals.test.ts",
  "server/http/weird-values.test.ts",
  "server/list/lists-oracle.test.ts",
  "test/attack/fuzz.test.ts",
  "test/attack/canaries.test.ts",
  "test/attack/hostile-files.test.ts",
];
const journeys = readdirSync(new URL("../e2e", import.meta.url))
  .filter((name) => name.endsWith(".spec.ts"))
  .map((name) => `e2e/${name}`);
const asked = process.argv.slice(2);
const isAsked = (/** @type {string} */ file) =>
  asked.length === 0 || asked.some((name) => file.includes(name));
const parts = asked.filter((name) => ![...files, ...journeys].some((file) => file.includes(name)));
const long = { TORTURE_RUNS: "10000", TORTURE_ROUNDS: "50", ...process.env };

ensureInstalled({ dev: true });
if (files.some(isAsked))
  runNode(["node_modules/vitest/vitest.mjs", "run", "--testTimeout=7200000", ...files.filter(isAsked)], long);
const areParts = asked.length === 0 || parts.length > 0;
if ((journeys.some(isAsked) || areParts) && !isBuilt()) runNode(["scripts/build.mjs"]);
if (journeys.some(isAsked))
  runNode(["node_modules/@playwright/test/cli.js", "test", ...journeys.filter(isAsked)], long);
if (areParts) runNode(["--import", "tsx", "bench/torture/main.ts", ...parts]);

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function runNode(args, env = process.env) {
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env });
  if (run.status !== 0) process.exitCode = run.status ?? 1;
}
