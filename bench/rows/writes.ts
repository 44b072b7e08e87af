import { withClient } from "../database.ts";
import { inTurn } from "../figures.ts";
import { type Asked, throughput } from "../load.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const report = {
  title: "The radiator stays cold",
  description: "The radiator beside the window stays cold since Monday.",
  category: "HVAC",
  location: "Room 12",
  priority: "medium",
};
const statuses = ["in_progress", "scheduled", "completed", "open"];

/** Requests that each move an order of building 5 to another state than it has; a list of orders for each side. */
function mover(ids: number[]): (path: (id: number) => string) => Asked {
  let calls = 0;
  return (path) => {
    const status = statuses[Math.floor(calls / ids.length) % statuses.length];
    const id = ids[calls % ids.length] ?? 0;
    calls += 1;
    return { method: "PATCH", path: path(id), body: { status } };
  };
}

/** Row 5: creating and moving with session, scope, log and live event, against the bare statements without them. */
export const writes: Row = {
  name: "writes",
  title: "Creating and moving an order, with activity and live event, against bare statements",
  async measure(setting) {
    const [portal, floor] = [await setting.large(), await setting.floor()];
    const figures: Figure[] = [];
    const ids = await withClient(await setting.largeUrl(), async (client) => {
      const { rows } = await client.query<{ id: number }>(
        "select id::int from work_orders where property_id = 5 and status <> 'in_progress' order by id desc limit 6000",
      );
      return rows.map(({ id }) => id);
    });
    const moves = { floor: mover(ids.slice(0, 3000)), portal: mover(ids.slice(3000)) };
    const compare = async (
      what: string,
      sides: { floor: () => Promise<number>; portal: () => Promise<number> },
    ) => {
      const perSecond = await inTurn(3, sides);
      const ratio = perSecond.portal / perSecond.floor;
      console.log(`  ${what}: ${ratio.toFixed(2)} of the floor`);
      figures.push({
        what: `${what}, changes a second`,
        must: "0.4",
        aim: "0.7",
        now: `${ratio.toFixed(2)} (${perSecond.portal.toFixed(0)} / ${perSecond.floor.toFixed(0)})`,
        reached: ratio >= 0.4,
      });
    };
    for (const connections of [1, 16])
      for (const person of ["admin", "landlord"] as const satisfies Person[]) {
        const cookie = sessionCookie(people[person]);
        const run = (origin: string, request: () => Asked) => () =>
          throughput(origin, { connections, seconds: 2, request: () => ({ ...request(), cookie }) });
        let reports = 0;
        const made = (path: string) => (): Asked => {
          reports += 1;
          return { method: "POST", path, body: { ...report, propertyId: String(1 + (reports % 10)) } };
        };
        await compare(`Create, ${person}, ${connections} at once`, {
          floor: run(floor.origin, made("/insert")),
          portal: run(portal.origin, made("/api/work-orders")),
        });
        await compare(`Status change, ${person}, ${connections} at once`, {
          floor: run(floor.origin, () => moves.floor((id) => `/update/${id}`)),
          portal: run(portal.origin, () => moves.portal((id) => `/api/work-orders/${id}/status`)),
        });
      }
    return { figures };
  },
};
