import { inTurn, median } from "./figures.ts";
import { latencies } from "./load.ts";
import { type Person, people, sessionCookie } from "./seed.ts";
import type { Figure } from "./setting.ts";

const mustMs = 25;

/** Row 3: how long each search of `paths`, by what it is, takes for each of `who`. */
export async function searchFigures(
  origin: string,
  who: readonly Person[],
  paths: Readonly<Record<string, string>>,
): Promise<{ figures: Figure[]; details: string }> {
  const sideOf = (what: string, person: Person) => `${what}, ${person}`;
  const sides = Object.fromEntries(
    Object.entries(paths).flatMap(([what, path]) =>
      who.map((person) => [
        sideOf(what, person),
        async () =>
          median(await latencies(origin, 3, () => ({ path, cookie: sessionCookie(people[person]) }))),
      ]),
    ),
  );
  const taken = await inTurn(3, sides);
  const all = Object.values(taken);
  const [slowest, slowestMs] = Object.entries(taken).reduce((a, b) => (b[1] > a[1] ? b : a));
  return {
    figures: [
      {
        what: `Slowest search (${slowest})`,
        must: `${mustMs} ms`,
        aim: "5 ms",
        now: `${slowestMs.toFixed(1)} ms; median ${median(all).toFixed(1)} ms; ${all.filter((ms) => ms > mustMs).length} of ${all.length} over ${mustMs} ms`,
        reached: slowestMs <= mustMs,
      },
    ],
    details: [
      `| Input | ${who.join(", ms | ")}, ms |`,
      `|---|${"---|".repeat(who.length)}`,
      ...Object.keys(paths).map(
        (what) =>
          `| ${what} | ${who.map((person) => (taken[sideOf(what, person)] ?? 0).toFixed(1)).join(" | ")} |`,
      ),
    ].join("\n"),
  };
}
