/*
 * `npm run bench [-- row ...] [--orders=N]`: measures the named rows, or all of them; a full run writes docs/benchmarks.md.
 * With fewer orders than a million the rest of the data shrinks too: to try out a row, not to measure.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "#server/project-root.ts";
import { type Result, report } from "./report.ts";
import { rows } from "./rows.ts";
import { prepareSetting, type Row } from "./setting.ts";

const fullSize = 1_000_000;
const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: { orders: { type: "string", default: String(fullSize) } },
});
const unknown = named.find((name) => !rows.some((row) => row.name === name));
if (unknown !== undefined) {
  console.error(`There is no row ${unknown}; there are ${rows.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const orders = Number(values.orders);
const isWhole = named.length === 0 && orders === fullSize;
const setting = prepareSetting(orders);
// Keeps this process alive while it waits for the database's unreferenced process to stop.
setInterval(() => undefined, 60_000);
let isStopping = false;
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await setting.close();
  process.exit(exitCode);
}
process.once("SIGINT", () => void stop(130));
process.once("SIGTERM", () => void stop(143));

/** A failing row does not lose the figures of the others. */
function failed(error: unknown): Awaited<ReturnType<Row["measure"]>> {
  console.error(error);
  const now = `failed: ${(error as Error).message.split("\n")[0]}`;
  return { figures: [{ what: "Measured", must: "to the end", aim: "", now, reached: false }] };
}

const startedAt = Date.now();
const secondsSince = (at: number) => Math.round((Date.now() - at) / 1000);
try {
  const results: Result[] = [];
  for (const row of rows.filter(({ name }) => named.length === 0 || named.includes(name))) {
    const rowStartedAt = Date.now();
    console.log(`\n${row.goal}. ${row.title}`);
    const { figures, details } = await row.measure(setting).catch(failed);
    results.push({ row, figures, details });
    for (const { what, now, must, reached } of figures)
      console.log(`  ${what}: ${now}${reached === false ? `  MISSED, must ${must}` : ""}`);
    console.log(`  (${secondsSince(rowStartedAt)} s)`);
  }
  const text = report(results, {
    orders,
    minutes: secondsSince(startedAt) / 60,
    database: await setting.databaseDescription(),
  });
  if (isWhole) {
    await writeFile(path.join(projectRoot, "docs/benchmarks.md"), text);
    console.log("\nWritten to docs/benchmarks.md.");
  } else console.log(`\n${text}`);
  await stop(0);
} catch (error) {
  console.error(error);
  await stop(1);
}
