// `npm run torture`: the random tests of leases, ledgers and payments, each 10,000 times (TORTURE_RUNS sets another
// number), the tests that kill processes during payments, uploads and mails, and the calls with random values (100 for each
// operation and role). `npm run torture -- fuzz` runs the files whose name contains `fuzz`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = [
  "domains/leases/schedule.test.ts",
  "domains/ledger/late-fees.test.ts",
  "domains/ledger/server/posting-torture.test.ts",
  "domains/ledger/server/posting-in-database.test.ts",
  "domains/payments/server/paying-schedules.test.ts",
  "domains/payments/server/paying-killed.test.ts",
  "domains/documents/server/uploads-killed.test.ts",
  "server/jobs/mail-outage.test.ts",
  "test/attack/fuzz.test.ts",
];
const asked = process.argv.slice(2);
const chosen = files.filter((file) => asked.length === 0 || asked.some((name) => file.includes(name)));
if (chosen.length === 0) {
  console.error(`No test is called ${asked.join(" or ")}. There are:\n${files.join("\n")}`);
  process.exit(1);
}

ensureInstalled({ dev: true });
const run = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=7200000", ...chosen],
  { cwd: root, stdio: "inherit", env: { TORTURE_RUNS: "10000", ...process.env } },
);
process.exitCode = run.status ?? 1;
