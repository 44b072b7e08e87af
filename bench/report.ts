import { cpus, totalmem } from "node:os";
import type { Figure, Row } from "./setting.ts";

export interface Result {
  row: Row;
  figures: Figure[];
  details: string | undefined;
}

const mark = ({ reached }: Figure) => (reached === undefined ? "" : reached ? "yes" : "**no**");

/** `docs/benchmarks.md`: the goals, the measured figures, and the goals that were missed. */
export function report(
  results: readonly Result[],
  { orders, minutes, database }: { orders: number; minutes: number; database: string },
): string {
  const byGoal = results.toSorted((a, b) => a.row.goal - b.row.goal);
  const missed = byGoal.flatMap(({ figures }) => figures.filter(({ reached }) => reached === false));
  const parts = [
    "# Benchmarks",
    "",
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} in ${minutes.toFixed(1)} minutes (must 15, aim 8): ${orders.toLocaleString("en-US")} work orders, ${cpus().length} processor cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, ${database}.`,
    "",
    introduction,
    "",
    missed.length === 0
      ? "Every required figure of this run is reached."
      : `Missed in this run: ${missed.map(({ what, now, must }) => `${what} (${now}, must ${must})`).join("; ")}.`,
  ];
  for (const { row, figures, details } of byGoal) {
    parts.push("", `## ${row.goal}. ${row.title}`, "");
    parts.push("| What | Must | Aim | Now | Reached |", "|---|---|---|---|---|");
    for (const figure of figures)
      parts.push(`| ${figure.what} | ${figure.must} | ${figure.aim} | ${figure.now} | ${mark(figure)} |`);
    if (details !== undefined) parts.push("", details);
  }
  return `${parts.join("\n")}\n`;
}

const introduction = `Portal, floor, database, browser and load share the machine. For a ratio both sides are measured in turn in the same run,
in three rounds or more, and their medians are compared; the absolute figures depend on the machine. The floor is
\`bench/floor.ts\`: the least work with which Fastify and pg deliver the same rows. PAGE is 50 rows of the work orders as one JSON
text, relayed unchanged. SCAN is \`ilike '%text%'\` over all rows. "Must" is the required figure, "Aim" the desired one. Goal 14, the
time of \`npm test\` in a fresh clone, is measured by hand: it must be 15 minutes at most, and the aim is 10.`;
