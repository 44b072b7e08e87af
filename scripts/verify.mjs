// `npm run verify`: verifies the ledger, the payments and the documents of the portal that the environment configures; see
// scripts/verify-portal.ts.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

ensureInstalled({ dev: true });
const run = spawnSync(process.execPath, ["--import", "tsx", "scripts/verify-portal.ts"], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = run.status ?? 1;
