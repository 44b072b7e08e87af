import { inTurn } from "../figures.ts";
import { throughput } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const path = "/api/work-orders?status=open&page=1&pageSize=50";
const who = ["admin", "landlord", "maintenance", "tenant"] as const satisfies Person[];

/** The list as the pages request it, compared with 50 rows relayed without session, access scope and total. */
export const list: Row = {
  name: "list",
  goal: 1,
  title: "A list of 50 with session, scope and filter, 32 connections, against PAGE",
  async measure(setting) {
    const [portal, floor] = [await setting.portal(), await setting.floor()];
    const figures: Figure[] = [];
    for (const person of who) {
      const side = (origin: string, asked: string) => () =>
        throughput(origin, {
          connections: 32,
          seconds: 2,
          request: () => ({ path: asked, cookie: sessionCookie(people[person]) }),
        });
      const perSecond = await inTurn(3, {
        floor: side(floor.origin, "/page"),
        portal: side(portal.origin, path),
      });
      const ratio = perSecond.portal / perSecond.floor;
      figures.push({
        what: `Answers a second, ${person}`,
        must: "0.25",
        aim: "0.40",
        now: `${ratio.toFixed(2)} (${perSecond.portal.toFixed(0)} / ${perSecond.floor.toFixed(0)})`,
        reached: ratio >= 0.25,
      });
    }
    return { figures };
  },
};
