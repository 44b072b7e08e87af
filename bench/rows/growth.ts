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

const pageMax = 50;

/** The first two are as long as the small portfolio has orders for two; the others have 50 where there are so many. */
const places = ["first", "next", "full", "middle", "last"] as const;
type Place = (typeof places)[number];
interface Measured {
  person: Person;
  filter: string;
  place: Place;
  small: number;
  large: number;
}

/**
 * Row 2: the same list of 1,000 and of 1,000,000 orders, for every role: the first page and the next one by its cursor, with
 * as many orders on it in both, so that what grows is the portfolio and not the page; and the first page, the page in the
 * middle and the last one by their numbers, with 50.
 */
export const growth: Row = {
  name: "growth",
  title: "Growth from 1,000 to 1,000,000 orders: every filter, sort and place, each role",
  async measure(setting) {
    // Both servers first: one line would be closed as idle while the other's orders are made.
    const [small, large] = [await setting.small(), await setting.large()];
    return growthOf("/api/work-orders", filters, { small: small.origin, large: large.origin });
  },
};

/** The same list with few and with very many records, for everybody, with each of the filters. */
export async function growthOf(
  list: string,
  filters: readonly string[],
  origins: { small: string; large: string },
): ReturnType<Row["measure"]> {
  const lines = { small: await openLine(origins.small), large: await openLine(origins.large) };
  const measured: Measured[] = [];
  for (const person of Object.keys(people) as Person[])
    for (const filter of filters) {
      const ask = (size: "small" | "large", more: string) =>
        lines[size]
          .ask({
            path: `${list}?${[filter, more].filter((part) => part !== "").join("&")}`,
            cookie: sessionCookie(people[person]),
          })
          .then(expectSuccess);
      const ofSmall = await totalOf((more) => ask("small", more));
      const length = Math.max(1, Math.min(pageMax, Math.floor(ofSmall / 2)));
      const pages = {
        small: await pagesOf((more) => ask("small", more), length),
        large: await pagesOf((more) => ask("large", more), length),
      };
      for (const place of places) {
        const taken = { small: [] as number[], large: [] as number[] };
        // The first answers warm up both sides.
        for (let round = -2; round < rounds; round += 1)
          for (const size of ["small", "large"] as const) {
            const { milliseconds } = await ask(size, pages[size][place]);
            if (round >= 0) taken[size].push(milliseconds);
          }
        measured.push({ person, filter, place, small: median(taken.small), large: median(taken.large) });
      }
      const here = measured.slice(-places.length);
      console.log(
        `  ${person} ${filter || "all"}: ${here.map(({ place, small, large }) => `${place} ${small.toFixed(1)} -> ${large.toFixed(1)} ms`).join(", ")}`,
      );
    }
  for (const line of Object.values(lines)) line.close();
  return summary(measured);
}

type Ask = (more: string) => Promise<Answered>;

const totalOf = async (ask: Ask): Promise<number> =>
  Number(/x-total-count: (\d+)/.exec((await ask("limit=1")).head)?.[1] ?? 0);

async function pagesOf(ask: Ask, length: number): Promise<Record<Place, string>> {
  const pages = Math.max(1, Math.ceil((await totalOf(ask)) / pageMax));
  const { head } = await ask(`limit=${length}`);
  const cursor = /cursor=(\d+)/.exec(head)?.[1];
  const first = `page=1&pageSize=${length}`;
  return {
    first,
    next: cursor === undefined ? first : `limit=${length}&cursor=${cursor}`,
    full: `page=1&pageSize=${pageMax}`,
    middle: `page=${Math.ceil(pages / 2)}&pageSize=${pageMax}`,
    last: `page=${pages}&pageSize=${pageMax}`,
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
    "| Who | Filter | First page, ms | Next | First of 50 | Middle | Last |",
    "|---|---|---|---|---|---|---|",
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
    details: [
      "The first page and the next one have as many orders in both portfolios: what the small one fills, 50 at most. The others have 50.",
      "",
      ...table,
    ].join("\n"),
  };
}
