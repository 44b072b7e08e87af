import { inTurn, median } from "../figures.ts";
import { latencies, throughput } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const who = ["admin", "landlord", "bigLandlord", "maintenance", "tenant"] as const satisfies Person[];
/** Tenants have no charts. */
const whoHasCharts = who.filter((person) => person !== "tenant");
const someOrder = (index: number) => `/point/${1 + ((index * 7919) % 1_000_000)}`;
const chartsWithinMs = 10;

/** Row 4: the dashboard's figures, always exact, against reading one order by its number; and its charts. */
export const dashboard: Row = {
  name: "dashboard",
  title: "Dashboard figures of 1,000,000 orders against a point select",
  async measure(setting) {
    const [small, portal, floor] = [await setting.small(), await setting.large(), await setting.floor()];
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
    for (const person of whoHasCharts) {
      const asked = () => ({ path: "/api/dashboard/charts", cookie: sessionCookie(people[person]) });
      const took = await inTurn(5, {
        small: async () => median(await latencies(small.origin, 50, asked)),
        large: async () => median(await latencies(portal.origin, 50, asked)),
      });
      figures.push({
        what: `Charts, 1,000 -> 1,000,000 orders, ${person}`,
        must: `${chartsWithinMs} ms`,
        aim: "5 ms",
        now: `${took.small.toFixed(1)} -> ${took.large.toFixed(1)} ms`,
        reached: took.large <= chartsWithinMs,
      });
    }
    return { figures };
  },
};
