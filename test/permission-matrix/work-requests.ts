import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const newId = async (place: Place) => ({ id: await place.newOrder() });

/** Two hours of the technician of the building. */
async function orderWithTime(place: Place, body?: Record<string, unknown>): Promise<Ask> {
  const { id } = await newId(place);
  const time = await place.portal.db
    .insertInto("work_order_times")
    .values({
      work_order_id: id,
      property_id: place.propertyId,
      user_id: place.technician.id,
      started_at: hoursAgo(3),
      ended_at: hoursAgo(1),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id, timeId: time.id }, ...(body === undefined ? {} : { body }) };
}

/** A clash of the technician of the building. */
async function orderWithClash(place: Place): Promise<Ask> {
  const { id } = await newId(place);
  const clash = await place.portal.db
    .insertInto("work_order_clashes")
    .values({
      work_order_id: id,
      property_id: place.propertyId,
      asked: JSON.stringify({ did: "complete" }),
      found: JSON.stringify({
        what: "status",
        status: "open",
        assignee: null,
        pause: null,
        by: null,
        byId: null,
        at: null,
      }),
      user_id: place.technician.id,
      happened_at: hoursAgo(2),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id, clashId: clash.id }, body: { use: true } };
}

/** Requests about work in the field, on an order of the tenant of the unit. */
export const workRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "POST /api/work-orders/:id/work": async (place) => ({ params: await newId(place), body: { did: "start" } }),
  "POST /api/work-orders/:id/times": async (place) => ({
    params: await newId(place),
    body: { startedAt: hoursAgo(2).toISOString(), endedAt: hoursAgo(1).toISOString() },
  }),
  "PATCH /api/work-orders/:id/times/:timeId": (place) =>
    orderWithTime(place, {
      startedAt: hoursAgo(2).toISOString(),
      endedAt: hoursAgo(1).toISOString(),
      note: "Began later",
    }),
  "DELETE /api/work-orders/:id/times/:timeId": (place) => orderWithTime(place),
  "GET /api/work-order-clashes": () => ({}),
  "POST /api/work-orders/:id/clashes/:clashId/resolve": orderWithClash,
};
