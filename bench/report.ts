import { cpus, totalmem } from "node:os";
import type { Figure, Row } from "./setting.ts";

export interface Result {
  row: Row;
  figures: Figure[];
  details?: string;
}

const mark = ({ reached }: Figure) => (reached === undefined ? "" : reached ? "yes" : "**no**");

/** `docs/benchmarks.md`: what was asked for, what it came to, and where it was missed. */
export function report(
  results: readonly Result[],
  { command, database }: { command: string; database: string },
): string {
  const missed = results.flatMap(({ figures }) => figures.filter(({ reached }) => reached === false));
  const parts = [
    "# Benchmarks",
    "",
    `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} processor cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, ${database}.`,
    "",
    "Portal, floor, database and load share the machine. Wherever a ratio stands, both sides were measured in turn in the same run, three rounds or more, and the medians are compared; the absolute figures beside it mean little elsewhere. The floor is `bench/floor.ts`: the least that Fastify and pg can do for the same rows.",
    "",
    missed.length === 0
      ? "Every must of this run is reached."
      : `Missed in this run: ${missed.map(({ what, now, must }) => `${what} (${now}, must ${must})`).join("; ")}.`,
  ];
  for (const { row, figures, details } of results) {
    parts.push("", `## ${row.title}`, "", "| What | Must | Aim | Now | Reached |", "|---|---|---|---|---|");
    for (const figure of figures)
      parts.push(`| ${figure.what} | ${figure.must} | ${figure.aim} | ${figure.now} | ${mark(figure)} |`);
    if (details !== undefined) parts.push("", details);
  }
  return `${parts.join("\n")}\n`;
}
