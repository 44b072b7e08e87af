/*
 * `npm run bench [-- row ...] [--orders=N]`: measures the named rows, or all of them. A full run writes docs/benchmarks.md.
 * With fewer than a million work orders, the rest of the data shrinks too. That's enough to try out a row,
 * but not to measure it.
 */
import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "#server/project-root.ts";
import { prepareEnvironment } from "./environment.ts";
import { type Figure, figureTable } from "./figures.ts";
import { rows } from "./rows.ts";

const fullSize = 1_000_000;
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { orders: { type: "string", default: String(fullSize) } },
});
const unknown = names.find((name) => !rows.some((row) => row.name === name));
if (unknown !== undefined) {
  console.error(`There is no row ${unknown}. Rows: ${rows.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const orders = Number(values.orders);
const environment = prepareEnvironment(orders);
// Keeps this process alive while it waits for the database's unreferenced process to stop.
setInterval(() => undefined, 60_000);
async function stop(exitCode: number): Promise<void> {
  await environment.close();
  process.exit(exitCode);
}
process.once("SIGINT", () => void stop(130));
process.once("SIGTERM", () => void stop(143));

/** The figures of the other rows are kept when one fails. */
function toFailure(error: unknown): Figure[] {
  console.error(error);
  const [reason = ""] = String(error).split("\n");
  return [{ what: "Measured", must: "to the end", aim: "", now: reason, reached: false }];
}

const introduction = `Portal, floor, database, browser, and load share the machine, so absolute figures vary by a factor of two from hour to hour. For every
ratio, both sides are measured in turn in the same run, in at least three rounds, and their medians are compared. The floor is
[bench/floor.ts](../bench/floor.ts): the least work with which Fastify and pg deliver the same rows. PAGE is 50 rows of the work orders
as one JSON text, relayed unchanged. SCAN is \`ilike '%text%'\` over the titles of all work orders. Goal 14, the processor time of
\`npm test\`, is measured by hand.`;

const startedAt = Date.now();
const secondsSince = (time: number) => Math.round((Date.now() - time) / 1000);
const sections: { goal: number; text: string }[] = [];
try {
  for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const rowStartedAt = Date.now();
    const figures = await row.measure(environment).catch(toFailure);
    const text = `## ${row.goal}. ${row.title}\n\n${figureTable(figures)}`;
    sections.push({ goal: row.goal, text });
    console.log(`\n${text}\n(${row.name}: ${secondsSince(rowStartedAt)} s)`);
  }
  if (names.length === 0 && orders === fullSize) {
    const minutes = (secondsSince(startedAt) / 60).toFixed(1);
    const date = new Date().toISOString().slice(0, 10);
    const machine = `${cpus().length} processor cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}`;
    const report = [
      `\`npm run bench\` wrote this page on ${date} in ${minutes} minutes, with ${orders.toLocaleString("en-US")} work orders on ${machine}.`,
      introduction,
      ...sections.toSorted((a, b) => a.goal - b.goal).map(({ text }) => text),
    ].join("\n\n");
    await writeFile(path.join(projectRoot, "docs/benchmarks.md"), `# Benchmarks\n\n${report}\n`);
    console.log("\nWritten to docs/benchmarks.md.");
  }
  await stop(0);
} catch (error) {
  console.error(error);
  await stop(1);
}
