/*
 * `npm run torture -- part ...`: the built portal under faults. Prints the figures of the named parts, or of all, and fails if
 * one is not reached.
 */
import { databaseAway } from "./away.ts";
import { cluster } from "./cluster.ts";
import { drip } from "./drip.ts";
import type { Part } from "./figure.ts";
import { fullDisk } from "./full-disk.ts";
import { databaseKills, serverKills } from "./kills.ts";
import { overload } from "./overload.ts";
import { stopInFlight } from "./stop.ts";

const parts: Part[] = [
  serverKills,
  databaseKills,
  databaseAway,
  fullDisk,
  stopInFlight,
  drip,
  overload,
  cluster,
];
const named = process.argv.slice(2);
const unknown = named.find((name) => !parts.some((part) => part.name === name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; there are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
// Keeps this process alive while it waits for the database's unreferenced process to stop.
setInterval(() => undefined, 60_000);
let missed = 0;
for (const part of parts) {
  if (named.length > 0 && !named.includes(part.name)) continue;
  console.log(`\n## ${part.title}\n`);
  try {
    const found = await part.run();
    if (typeof found === "string") {
      console.log(found);
      continue;
    }
    console.log("| What | Must | Now | Reached |\n|---|---|---|---|");
    for (const { what, must, now, reached } of found) {
      if (!reached) missed += 1;
      console.log(`| ${what} | ${must} | ${now} | ${reached ? "yes" : "**no**"} |`);
    }
  } catch (error) {
    missed += 1;
    console.error(error);
  }
}
process.exit(missed === 0 ? 0 : 1);
