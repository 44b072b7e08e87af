/*
 * `npm run torture -- part ...`: fault injection on the built portal. Prints the figures of the named parts, or of all, and fails
 * if one is not reached.
 */
import { type Figure, figureTable } from "../figures.ts";
import { databaseKills, fullDisk, serverKills } from "./parts.ts";

/** A part of `npm run torture`. */
export interface Part {
  /** The argument of `npm run torture -- <name>`. */
  name: string;
  title: string;
  /** Returns a sentence if the part can't run on this machine. */
  run(): Promise<Figure[] | string>;
}

const parts = [serverKills, databaseKills, fullDisk];
const names = process.argv.slice(2);
const unknown = names.find((name) => !parts.some((part) => part.name === name));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Parts: ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
// Keeps this process alive while it waits for the database's unreferenced process to stop.
setInterval(() => undefined, 60_000);
let missed = 0;
for (const part of parts.filter(({ name }) => names.length === 0 || names.includes(name))) {
  console.log(`\n## ${part.title}\n`);
  try {
    const result = await part.run();
    if (typeof result !== "string") missed += result.filter(({ reached }) => !reached).length;
    console.log(typeof result === "string" ? result : figureTable(result));
  } catch (error) {
    missed += 1;
    console.error(error);
  }
}
process.exit(missed === 0 ? 0 : 1);
