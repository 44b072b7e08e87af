// `npm run torture`: the random tests of leases, ledgers and payments, each 10,000 times (TORTURE_RUNS sets another
// number), and the tests that kill processes during payments, uploads and mails.
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
];

ensureInstalled({ dev: true });
const run = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--testTimeout=7200000", ...files],
  { cwd: root, stdio: "inherit", env: { TORTURE_RUNS: "10000", ...process.env } },
);
process.exitCode = run.status ?? 1;
