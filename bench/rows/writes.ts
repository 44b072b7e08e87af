import { inTurn } from "../figures.ts";
import { type Asked, throughput } from "../load.ts";
import { people, sessionCookie, sharedProperty } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const report = {
  title: "The radiator stays cold",
  description: "The radiator beside the window stays cold since Monday.",
  category: "HVAC",
  location: "Room 12",
  priority: "medium",
};
const statuses = ["in_progress", "scheduled", "completed", "open"];

/** Requests that each move one of these orders to a different state. */
function mover(ids: number[], path: (id: number) => string): () => Asked {
  let calls = 0;
  return () => {
    const status = statuses[Math.floor(calls / ids.length) % statuses.length];
    const id = ids[calls % ids.length] ?? 0;
    calls += 1;
    return { method: "PATCH", path: path(id), body: { status } };
  };
}

/** Creating and moving with session, access scope, activity, notifications and live event, compared with the bare statements. */
export const writes: Row = {
  name: "writes",
  goal: 5,
  title: "Creating and moving an order against the bare statements",
  async measure(setting) {
    const [portal, floor] = [await setting.portal(), await setting.floor()];
    const client = await setting.client();
    const { rows } = await client.query<{ id: number }>(
      "select id::int from work_orders where property_id = $1 and status <> 'in_progress' order by id desc limit 6000",
      [sharedProperty],
    );
    const ids = rows.map(({ id }) => id);
    const half = ids.length >> 1;
    const create = (path: string) => (): Asked => ({
      method: "POST",
      path,
      body: { ...report, propertyId: String(sharedProperty) },
    });
    const changes = {
      Create: { floor: create("/insert"), portal: create("/api/work-orders") },
      "Status change": {
        floor: mover(ids.slice(0, half), (id) => `/update/${id}`),
        portal: mover(ids.slice(half), (id) => `/api/work-orders/${id}/status`),
      },
    };
    const figures: Figure[] = [];
    for (const connections of [1, 16])
      for (const [what, requests] of Object.entries(changes)) {
        const cookie = sessionCookie(people.landlord);
        const side = (origin: string, request: () => Asked) => () =>
          throughput(origin, { connections, seconds: 1.5, request: () => ({ ...request(), cookie }) });
        const perSecond = await inTurn(3, {
          floor: side(floor.origin, requests.floor),
          portal: side(portal.origin, requests.portal),
        });
        const ratio = perSecond.portal / perSecond.floor;
        figures.push({
          what: `${what}, landlord, ${connections} at once, changes a second`,
          must: "0.3",
          aim: "0.5",
          now: `${ratio.toFixed(2)} (${perSecond.portal.toFixed(0)} / ${perSecond.floor.toFixed(0)})`,
          reached: ratio >= 0.3,
        });
      }
    return { figures };
  },
};
