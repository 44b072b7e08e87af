import { createSeeded, dropDatabase, type Server } from "../database.ts";
import { addDocuments } from "../documents-seed.ts";
import { percentile } from "../figures.ts";
import { expectSuccess, openLine } from "../load.ts";
import { type Running, startPortal } from "../processes.ts";
import { searchFigures } from "../searches.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";
import { growthOf } from "./growth.ts";

const filters = [
  "",
  "type=Lease",
  "type=Addendum",
  "propertyId=5",
  "propertyId=7&type=Maintenance",
  "leaseId=7",
];
const inputs = {
  "a rare word": "q=xylophone",
  "a common word": "q=certificate",
  "two common words": "q=annual lease",
  "a word and a beginning": "q=certificate ann",
  "words that never meet": "q=lease certificate",
  "a word and a number": "q=certificate 33",
  "two letters": "q=le",
  "one letter": "q=l",
  "no hit": "q=quetzal",
  "one type": "q=lease&type=Addendum",
  "in files, a rare word": "in=files&q=xylophone",
  "in files, a word": "in=files&q=word123",
  "in files, a common word": "in=files&q=common1",
  "in files, two common words": "in=files&q=common3 common40",
  "in files, very common words that never meet": "in=files&q=broker tenancy",
  "in files, one word of the title": "in=files&q=lease word77",
  "in files, two letters": "in=files&q=co",
  "in files, no hit": "in=files&q=quetzal",
};
const who = ["admin", "landlord", "bigLandlord", "maintenance", "tenant"] as const satisfies Person[];
const asked = 1_000;

const pathOf = (query: string) => `/api/documents?${query.replaceAll(" ", "%20")}&page=1&pageSize=50`;

/** Rows 2 and 3 for documents, and how much longer the slowest of a hundred takes than with 1,000. */
export const documents: Row = {
  name: "documents",
  title: "1,000,000 documents: lists, and searches in titles and files",
  async measure(setting) {
    const server = await setting.databaseServer();
    const portals: Running[] = [];
    const start = async (name: string, count: number) => {
      portals.push(await startPortal(await filled(server, name, count)));
      return portals.at(-1)?.origin ?? "";
    };
    try {
      const origins = {
        small: await start("bench_few_documents", 1_000),
        large: await start("bench_documents", 1_000_000),
      };
      const lists = await growthOf("/api/documents", filters, origins);
      const paths = Object.entries(inputs).map(([what, query]) => [what, pathOf(query)]);
      const searches = await searchFigures(origins.large, who, Object.fromEntries(paths));
      const slowest = [
        await slowestOf("The list", origins, ["", "type=Lease", "propertyId=5"]),
        await slowestOf("A search", origins, Object.values(inputs)),
      ];
      return {
        figures: [...lists.figures, ...searches.figures, ...slowest],
        details: [lists.details, searches.details].join("\n\n"),
      };
    } finally {
      for (const portal of portals) await portal.stop();
      await dropDatabase(server, "bench_few_documents");
      await dropDatabase(server, "bench_documents");
    }
  },
};

async function filled(server: Server, name: string, documents: number): Promise<string> {
  const url = await createSeeded(server, name, 1_000);
  await addDocuments(url, documents, console.log);
  return url;
}

/** Everybody asks for everything, again and again, of both portals in turn. */
async function slowestOf(
  what: string,
  origins: { small: string; large: string },
  queries: readonly string[],
): Promise<Figure> {
  const lines = { small: await openLine(origins.small), large: await openLine(origins.large) };
  const taken = { small: [] as number[], large: [] as number[] };
  const all = who.flatMap((person) => queries.map((query) => ({ person, query })));
  for (let count = -all.length; count < asked; count += 1) {
    const { person, query } = all[(count + all.length) % all.length] ?? { person: "admin", query: "" };
    for (const size of ["small", "large"] as const) {
      const { milliseconds } = await lines[size]
        .ask({ path: pathOf(query), cookie: sessionCookie(people[person]) })
        .then(expectSuccess);
      if (count >= 0) taken[size].push(milliseconds);
    }
  }
  for (const line of Object.values(lines)) line.close();
  const [small, large] = [percentile(taken.small, 0.99), percentile(taken.large, 0.99)];
  return {
    what: `${what}, the slowest of a hundred, against 1,000 documents`,
    must: "1.5",
    aim: "1.2",
    now: `${(large / small).toFixed(2)} (${small.toFixed(1)} -> ${large.toFixed(1)} ms)`,
    reached: large / small <= 1.5,
  };
}
