import { inTurn, median } from "../figures.ts";
import { latencies, throughput } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const who = ["admin", "landlord", "bigLandlord", "maintenance", "tenant"] as const satisfies Person[];
const someOrder = (index: number) => `/point/${1 + ((index * 7919) % 1_000_000)}`;

/** Row 4: the dashboard's figures, always exact, against reading one order by its number. */
export const dashboard: Row = {
  name: "dashboard",
  title: "Dashboard figures of 1,000,000 orders against a point select",
  async measure(setting) {
    const [portal, floor] = [await setting.large(), await setting.floor()];
    const figures: Figure[] = [];
    for (const person of who) {
      const cookie = sessionCookie(people[person]);
      const stats = () => ({ path: "/api/dashboard/stats", cookie });
      const alone = await inTurn(5, {
        floor: async () =>
          median(await latencies(floor.origin, 100, (index) => ({ path: someOrder(index) }))),
        portal: async () => median(await latencies(portal.origin, 100, stats)),
      });
      // What a signed-in answer costs at all: the session is in both.
      const session = await inTurn(3, {
        me: () =>
          throughput(portal.origin, {
            connections: 32,
            seconds: 1,
            request: () => ({ path: "/api/me", cookie }),
          }),
        stats: () => throughput(portal.origin, { connections: 32, seconds: 1, request: stats }),
      });
      const ratio = alone.portal / alone.floor;
      console.log(`  ${person}: ${ratio.toFixed(2)} of a point select`);
      figures.push({
        what: `Time of an answer, ${person}`,
        must: "2",
        aim: "1.3",
        now: `${ratio.toFixed(2)} (${alone.portal.toFixed(2)} / ${alone.floor.toFixed(2)} ms); ${(session.stats / session.me).toFixed(2)} of the answers a second of /api/me`,
        reached: ratio <= 2,
      });
    }
    return { figures };
  },
};
