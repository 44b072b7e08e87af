import { dayFromToday } from "#test/days.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

/** A visit of two hours, in so many days. */
const visitAt = (days: number) => {
  const from = Date.parse(`${dayFromToday(days)}T17:00:00Z`);
  return { from: new Date(from).toISOString(), to: new Date(from + 7_200_000).toISOString() };
};
/** An order whose tenant was asked to agree to the visit of tomorrow. */
async function orderWithVisit(place: Place, body?: Record<string, unknown>) {
  const id = await place.newOrder();
  const { from, to } = visitAt(1);
  await place.portal.db
    .insertInto("work_order_appointments")
    .values({
      work_order_id: id,
      property_id: place.propertyId,
      starts_at: new Date(from),
      ends_at: new Date(to),
      state: "tenant_asked",
      arranged_by_id: place.landlord.id,
    })
    .execute();
  return { params: { id }, ...(body === undefined ? {} : { body }) };
}

/** Requests about the visit for an order of the tenant of the unit. */
export const visitRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "PUT /api/work-orders/:id/appointment": (place) => orderWithVisit(place, visitAt(2)),
  "POST /api/work-orders/:id/appointment/agreement": (place) => orderWithVisit(place, visitAt(1)),
  "DELETE /api/work-orders/:id/appointment": (place) => orderWithVisit(place),
};
