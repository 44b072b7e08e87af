import { median } from "../figures.ts";
import { type Answered, expectSuccess, openLine } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";

const filters = [
  "",
  "status=open",
  "status=completed",
  "status=cancelled",
  "category=HVAC",
  "category=Other",
  "priority=urgent",
  "status=completed&category=Security&priority=high",
  "propertyId=5",
  "assignee=me",
  "assignee=none",
  "sort=oldest",
];
const rounds = 7;

type Place = "first" | "next" | "middle" | "last";
interface Measured {
  person: Person;
  filter: string;
  place: Place;
  small: number;
  large: number;
}

/**
 * Row 2: the same list of 1,000 and of 1,000,000 orders, for every role: the first page, the next one by its cursor, and
 * the page numbers in the middle and at the end.
 */
export const growth: Row = {
  name: "growth",
  title: "Growth from 1,000 to 1,000,000 orders: every filter, sort and place, each role",
  async measure(setting) {
    // Both servers first: one line would be closed as idle while the other's orders are made.
    const [small, large] = [await setting.small(), await setting.large()];
    const lines = { small: await openLine(small.origin), large: await openLine(large.origin) };
    const measured: Measured[] = [];
    for (const person of Object.keys(people) as Person[])
      for (const filter of filters) {
        const ask = (size: "small" | "large", more: string) =>
          lines[size]
            .ask({
              path: `/api/work-orders?${[filter, more].filter((part) => part !== "").join("&")}`,
              cookie: sessionCookie(people[person]),
            })
            .then(expectSuccess);
        const places = {
          small: await placesOf((more) => ask("small", more)),
          large: await placesOf((more) => ask("large", more)),
        };
        for (const place of ["first", "next", "middle", "last"] as const) {
          const taken = { small: [] as number[], large: [] as number[] };
          // The first answers warm up both sides.
          for (let round = -2; round < rounds; round += 1)
            for (const size of ["small", "large"] as const) {
              const { milliseconds } = await ask(size, places[size][place]);
              if (round >= 0) taken[size].push(milliseconds);
            }
          measured.push({ person, filter, place, small: median(taken.small), large: median(taken.large) });
        }
        const here = measured.slice(-4);
        console.log(
          `  ${person} ${filter || "all"}: ${here.map(({ place, small, large }) => `${place} ${small.toFixed(1)} -> ${large.toFixed(1)} ms`).join(", ")}`,
        );
      }
    for (const line of Object.values(lines)) line.close();
    return summary(measured);
  },
};

async function placesOf(ask: (more: string) => Promise<Answered>): Promise<Record<Place, string>> {
  const first = await ask("limit=50");
  const total = Number(/x-total-count: (\d+)/.exec(first.head)?.[1] ?? 0);
  const pages = Math.max(1, Math.ceil(total / 50));
  const cursor = /cursor=(\d+)/.exec(first.head)?.[1];
  return {
    first: "page=1&pageSize=50",
    next: cursor === undefined ? "page=1&pageSize=50" : `limit=50&cursor=${cursor}`,
    middle: `page=${Math.ceil(pages / 2)}&pageSize=50`,
    last: `page=${pages}&pageSize=50`,
  };
}

function summary(measured: Measured[]): Awaited<ReturnType<Row["measure"]>> {
  const near = measured.filter(({ place }) => place === "first" || place === "next");
  const ratio = ({ small, large }: Measured) => large / small;
  const worst = near.reduce((a, b) => (ratio(b) > ratio(a) ? b : a));
  const slowest = measured.reduce((a, b) => (b.large > a.large ? b : a));
  const over = near.filter((entry) => ratio(entry) > 2);
  const name = ({ person, filter, place }: Measured) => `${person}, ${filter || "no filter"}, ${place} page`;
  const table = [
    "| Who | Filter | First page, ms | Next | Middle | Last |",
    "|---|---|---|---|---|---|",
    ...measured
      .filter(({ place }) => place === "first")
      .map(({ person, filter }) => {
        const cells = measured.filter((entry) => entry.person === person && entry.filter === filter);
        return `| ${person} | ${filter || "none"} | ${cells.map(({ small, large }) => `${small.toFixed(1)} -> ${large.toFixed(1)}`).join(" | ")} |`;
      }),
  ];
  return {
    figures: [
      {
        what: "First and next page, median of all lists",
        must: "2",
        aim: "1.3",
        now: median(near.map(ratio)).toFixed(2),
        reached: median(near.map(ratio)) <= 2,
      },
      {
        what: `First and next page, worst list (${name(worst)})`,
        must: "2",
        aim: "1.3",
        now: `${ratio(worst).toFixed(2)} (${worst.small.toFixed(1)} -> ${worst.large.toFixed(1)} ms); ${over.length} of ${near.length} over 2`,
        reached: over.length === 0,
      },
      {
        what: `Any page, slowest (${name(slowest)})`,
        must: "30 ms",
        aim: "5 ms",
        now: `${slowest.large.toFixed(1)} ms; median ${median(measured.map(({ large }) => large)).toFixed(1)} ms`,
        reached: slowest.large <= 30,
      },
    ],
    details: table.join("\n"),
  };
}
