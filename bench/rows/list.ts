import { inTurn } from "../figures.ts";
import { throughput } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const path = "/api/work-orders?status=open&page=1&pageSize=50";
const who = ["admin", "landlord", "maintenance", "tenant"] as const satisfies Person[];

/** Row 1: the list as the pages ask for it, against 50 rows relayed without session, scope and total. */
export const list: Row = {
  name: "list",
  title: "A list of 50 of 1,000,000 with session, scope and filter, 32 connections",
  async measure(setting) {
    const [portal, floor] = [await setting.large(), await setting.floor()];
    const figures: Figure[] = [];
    for (const person of who) {
      const side = (origin: string, asked: string) => () =>
        throughput(origin, {
          connections: 32,
          seconds: 3,
          request: () => ({ path: asked, cookie: sessionCookie(people[person]) }),
        });
      const perSecond = await inTurn(3, {
        floor: side(floor.origin, "/page"),
        portal: side(portal.origin, path),
      });
      const ratio = perSecond.portal / perSecond.floor;
      console.log(`  ${person}: ${ratio.toFixed(2)} of the floor`);
      figures.push({
        what: `Answers a second, ${person}, against PAGE`,
        must: "0.35",
        aim: "0.50",
        now: `${ratio.toFixed(2)} (${perSecond.portal.toFixed(0)} / ${perSecond.floor.toFixed(0)})`,
        reached: ratio >= 0.35,
      });
    }
    return { figures };
  },
};
