// `npm run check`: runs all static checks and prints a line for each.
import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const tool = (/** @type {string} */ path) => join("node_modules", path);
// Each checker of a project recomputes the shared types, and the processors are busy with other checks.
const compile = (/** @type {string} */ name) => [
  tool("typescript/bin/tsc"),
  "-p",
  `tsconfig.${name}.json`,
  "--checkers",
  "1",
];

/** The slow checks come first, so that no check runs alone at the end. @type {[string, string[]][]} */
const checks = [
  ["lint", [tool("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"]],
  ["house rules", [tool("vitest/vitest.mjs"), "run", "test/house-rules/tidy.test.ts"]],
  ["types: server", compile("server")],
  ["types: web", compile("web")],
  ["types: tools", compile("tools")],
  ["types: shared", compile("shared")],
  ["unused code", [tool("knip/bin/knip.js"), "--no-progress"]],
  ["format", [tool("@biomejs/biome/bin/biome"), "ci"]],
  ["requirements", ["scripts/requirement-coverage.mjs"]],
];
/** Checks whose output is also shown when they pass. */
const reports = ["requirements"];

await ensureInstalled({ dev: true });
const waiting = [...checks];
let failed = 0;
await Promise.all(Array.from({ length: Math.max(2, cpus().length) }, work));
console.log(
  failed === 0 ? `All ${checks.length} checks passed.` : `${failed} of ${checks.length} checks failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, args] = next;
    const startedAt = Date.now();
    const { code, output } = await run(args);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name.padEnd(14)} ${seconds.padStart(5)} s`);
    if (code !== 0) failed += 1;
    if (code !== 0 || reports.includes(name)) console.log(output);
  }
}

/**
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject).on("close", (code) => resolve({ code, output }));
  });
}
