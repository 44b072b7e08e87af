import { inTurn, median } from "../figures.ts";
import { type Asked, expectSuccess, latencies, openLine } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const orderTexts = [
  "xylophone",
  "xylo",
  "leaking",
  "the",
  "the morning",
  "upstairs since",
  "leaking ta",
  "leaking tap",
  "word777",
  "thing7 leaking",
  "leaking tap upstairs since morning beside floor thing7",
  "pump lift",
  "leaking broken cold",
  "leaking 33",
  "33 8",
  "le",
  "l",
  "7",
  "WO-0000777",
  "quetzal",
  "%",
  "leaking broken cold noisy loose cracked blocked flickering ".repeat(4).slice(0, 200),
];
const documentTexts = ["xylophone", "certificate", "annual lease", "inspection 33", "insur", "le", "quetzal"];

/** Lists searched for the same texts, compared with a SCAN of the same rows. Below full size they have no must. */
const searches: { scanned: string; lists: Record<string, string>; texts: string[]; isAtFullSize: boolean }[] =
  [
    {
      scanned: "work_orders where title",
      lists: { "Work orders": "/api/work-orders?limit=50&q=", "Top bar": "/api/search?q=" },
      texts: [...orderTexts, "building 42", "unit 107", "tenant person 501", "certificate", "check 7777"],
      isAtFullSize: true,
    },
    {
      scanned: "documents where title",
      lists: { "Titles of documents": "/api/documents?limit=50&q=" },
      texts: documentTexts,
      isAtFullSize: false,
    },
    {
      scanned: "documents where text",
      lists: { "Texts of documents": "/api/documents?limit=50&in=files&q=" },
      texts: [...documentTexts, "word123", "common3", "common3 common40", "common1 common2 common3"],
      isAtFullSize: false,
    },
    {
      scanned: "payments where description || ' ' || reference",
      lists: { Payments: "/api/payments?limit=50&q=" },
      texts: ["rent", "monthly payment", "company 17", "check 7777", "quetzal"],
      isAtFullSize: false,
    },
  ];
const who = [
  "admin",
  "landlord",
  "bigLandlord",
  "maintenance",
  "tenant",
] as const satisfies readonly Person[];

/** Each text for each role, first page and total, compared with reading all rows. */
export const search: Row = {
  name: "search",
  goal: 3,
  title: "Search, any text, any role, against SCAN",
  async measure(setting) {
    const { origin } = await setting.portal();
    const client = await setting.client();
    const figures: Figure[] = [];
    const tables: string[] = [];
    for (const { scanned, lists, texts, isAtFullSize } of searches) {
      const found: Found[] = [];
      for (const text of texts) {
        const sides = new Map<string, () => Promise<number>>();
        sides.set("scan", async () => {
          const startedAt = performance.now();
          await client.query(`select count(*) from ${scanned} ilike '%' || $1 || '%'`, [text]);
          return performance.now() - startedAt;
        });
        for (const [list, path] of Object.entries(lists))
          for (const person of who) {
            const request = {
              path: `${path}${encodeURIComponent(text)}`,
              cookie: sessionCookie(people[person]),
            };
            if (await isAnswered(origin, request))
              sides.set(nameOf(list, person), async () => median(await latencies(origin, 1, () => request)));
          }
        const taken = await inTurn(3, Object.fromEntries(sides), { warmsUp: false });
        for (const list of Object.keys(lists))
          for (const person of who) {
            const ms = taken[nameOf(list, person)];
            if (ms !== undefined) found.push({ list, text, person, ms, share: ms / (taken.scan ?? 0) });
          }
      }
      for (const list of Object.keys(lists)) {
        const ofList = found.filter((one) => one.list === list);
        figures.push(...figuresOf(list, ofList, isAtFullSize));
        tables.push(...tableOf(list, ofList, texts), "");
      }
    }
    return {
      figures,
      details: [...tables, "Documents and payments are fewer, so they have no must."].join("\n"),
    };
  },
};

interface Found {
  list: string;
  text: string;
  person: Person;
  ms: number;
  /** The fraction of the SCAN's time. */
  share: number;
}

const nameOf = (list: string, person: Person) => `${list}, ${person}`;

function figuresOf(list: string, found: readonly Found[], hasMust: boolean): Figure[] {
  const worst = found.reduce((a, b) => (b.share > a.share ? b : a));
  const middle = median(found.map(({ share }) => share));
  const over = found.filter(({ share }) => share > 1 / 4).length;
  const goal = (must: string, aim: string, reached: boolean) =>
    hasMust ? { must, aim, reached } : { must: "", aim: "" };
  return [
    { what: `${list}, median`, now: fraction(middle), ...goal("1/20", "1/40", middle <= 1 / 20) },
    {
      what: `${list}, worst (${worst.person}, ${worst.text.slice(0, 40)})`,
      now: `${fraction(worst.share)} (${worst.ms.toFixed(1)} ms); ${over} of ${found.length} over 1/4`,
      ...goal("1/4", "1/8", worst.share <= 1 / 4),
    },
  ];
}

function tableOf(list: string, found: readonly Found[], texts: readonly string[]): string[] {
  const cell = (text: string, person: Person) =>
    found.find((one) => one.text === text && one.person === person)?.ms.toFixed(1) ?? "";
  return [
    `| ${list} | ${who.join(", ms | ")}, ms |`,
    `|---|${"---|".repeat(who.length)}`,
    ...texts.map(
      (text) => `| ${text.slice(0, 60)} | ${who.map((person) => cell(text, person)).join(" | ")} |`,
    ),
  ];
}

const fraction = (share: number) => (share >= 1 ? share.toFixed(1) : `1/${(1 / share).toFixed(0)}`);

/** Also warms up. The top bar's search succeeds, and is fast, even when one kind of records fails, so this checks each kind. */
async function isAnswered(origin: string, request: Asked): Promise<boolean> {
  const line = await openLine(origin);
  const response = await line.ask(request);
  line.close();
  if (response.status === 403) return false;
  const { unanswered = [] } = JSON.parse(expectSuccess(response).body) as { unanswered?: string[] };
  if (unanswered.length > 0) throw new Error(`${request.path}: ${unanswered.join(", ")} unanswered`);
  return true;
}
