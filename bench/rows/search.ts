import type { Row } from "../environment.ts";
import { inTurn, median, timed, upTo } from "../figures.ts";
import { send, sendOk } from "../load.ts";
import { sessionCookie } from "../seed.ts";

/**
 * Rare and common words, words that rarely occur together, prefixes, numbers, text that no record contains,
 * and names of other records.
 */
const texts = [
  "xylophone|xylo|leaking|the morning|leaking fa|word777|pump elevator|leaking 33|33 8|le|7|WO-0000777|quetzal|%",
  "leaking faucet upstairs since morning near floor thing7|leaking broken cold noisy loose cracked blocked flickering",
  "building 42|tenant person 501",
].flatMap((line) => line.split("|"));
const lists = { "Work orders": "/api/work-orders?limit=50&q=", "Search bar": "/api/search?q=" };
const roles = ["admin", "landlord", "bigLandlord", "maintenance", "tenant"] as const;

/** Each text for each role, first page and total, compared with reading all rows. */
export const search: Row = {
  name: "search",
  goal: 3,
  title: "Search for any text, for any role, against SCAN",
  async measure(environment) {
    const { origin } = await environment.portal();
    const client = await environment.client();
    const compared: { list: string; label: string; share: number; ms: number }[] = [];
    for (const text of texts) {
      const sides: Record<string, () => Promise<number>> = {
        scan: () =>
          timed(() =>
            client.query("select count(*) from work_orders where title ilike '%' || $1 || '%'", [text]),
          ),
      };
      for (const [list, path] of Object.entries(lists))
        for (const role of roles) {
          const request = { path: `${path}${encodeURIComponent(text)}`, cookie: sessionCookie(role) };
          // The search bar's response is a success, and fast, even if the search of one type of record failed.
          const { body } = await sendOk(origin, request);
          const { unanswered = [] } = JSON.parse(body) as { unanswered?: string[] };
          if (unanswered.length > 0) throw new Error(`${request.path}: no ${unanswered.join(", ")}.`);
          sides[`${list}\n${role}`] = async () => (await send(origin, request)).milliseconds;
        }
      const { scan = Number.NaN, ...times } = await inTurn(sides, { warmUp: false });
      for (const [side, ms] of Object.entries(times)) {
        const [list = "", role = ""] = side.split("\n");
        compared.push({ list, label: `${role}, “${text}”`, share: ms / scan, ms });
      }
    }
    return Object.keys(lists).flatMap((name) => {
      const all = compared.filter(({ list }) => list === name).toSorted((a, b) => b.share - a.share);
      const slowest = all.slice(0, 3).map(({ label, ms }) => `${ms.toFixed(0)} ms ${label}`);
      return [
        upTo(`${name}, median`, median(all.map(({ share }) => share)), {
          must: 1 / 20,
          aim: 1 / 100,
          digits: 3,
        }),
        upTo(`${name}, worst`, all[0]?.share ?? Number.NaN, {
          must: 1 / 4,
          aim: 1 / 8,
          digits: 3,
          note: slowest.join("; "),
        }),
      ];
    });
  },
};
