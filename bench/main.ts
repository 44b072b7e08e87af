/* `npm run bench [row ...]`: measures the rows named, or all, and writes docs/benchmarks.md when all were measured. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import { type Result, report } from "./report.ts";
import { rows } from "./rows.ts";
import { prepareSetting, type Row } from "./setting.ts";

const named = process.argv.slice(2);
const unknown = named.find((name) => !rows.some((row) => row.name === name));
if (unknown !== undefined) {
  console.error(`There is no row ${unknown}; there are ${rows.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const chosen = rows.filter(({ name, isOptional }) =>
  named.length === 0 ? isOptional !== true : named.includes(name),
);
const setting = prepareSetting();
const results: Result[] = [];
let isStopping = false;
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await setting.close();
  process.exit(exitCode);
}
process.once("SIGINT", () => void stop(130));
process.once("SIGTERM", () => void stop(143));

/** One row that fails does not take the others' figures with it. */
function brokeOff(error: unknown): Awaited<ReturnType<Row["measure"]>> {
  console.error(error);
  const now = `broke off: ${(error as Error).message}`;
  return { figures: [{ what: "Measured", must: "to the end", aim: "", now, reached: false }] };
}

try {
  for (const row of chosen) {
    const startedAt = Date.now();
    console.log(`\n${row.title}`);
    const { figures, details } = await row.measure(setting).catch(brokeOff);
    results.push({ row, figures, ...(details === undefined ? {} : { details }) });
    for (const { what, now, must, reached } of figures)
      console.log(`  ${what}: ${now}${reached === false ? `  MISSED, must ${must}` : ""}`);
    console.log(`  (${((Date.now() - startedAt) / 1000).toFixed(0)} s)`);
  }
  const text = report(results, {
    command: ["npm run bench", ...(named.length === 0 ? [] : ["--", ...named])].join(" "),
    database: (await setting.databaseServer()).description,
  });
  if (named.length === 0) {
    await mkdir(path.join(projectRoot, "docs"), { recursive: true });
    await writeFile(path.join(projectRoot, "docs/benchmarks.md"), text);
    console.log("\nWritten to docs/benchmarks.md.");
  } else console.log(`\n${text}`);
  await stop(0);
} catch (error) {
  console.error(error);
  await stop(1);
}
