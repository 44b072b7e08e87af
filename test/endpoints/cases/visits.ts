import { dayFromToday } from "#test/dates.ts";
import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

/** A two-hour visit this many days from today. */
const visitIn = (days: number) => {
  const from = Date.parse(`${dayFromToday(days)}T17:00:00Z`);
  return { from: new Date(from).toISOString(), to: new Date(from + 7_200_000).toISOString() };
};
/** Creates a work order with a visit proposed to the tenant for tomorrow. */
async function requestForVisit(fixtures: EndpointFixtures, body?: Record<string, unknown>) {
  const id = await fixtures.newWorkOrder();
  const { from, to } = visitIn(1);
  await fixtures.portal.db
    .insertInto("work_order_appointments")
    .values({
      work_order_id: id,
      property_id: fixtures.propertyId,
      starts_at: new Date(from),
      ends_at: new Date(to),
      state: "awaiting_tenant",
      arranged_by_id: fixtures.landlord.id,
    })
    .execute();
  return { params: { id }, body };
}

/** Cases for the visit of a work order of the unit's tenant. */
export const visitCases: EndpointCases = {
  "PUT /api/work-orders/:id/appointment": access.changesWorkOrder((fixtures) =>
    requestForVisit(fixtures, visitIn(2)),
  ),
  "POST /api/work-orders/:id/appointment/agreement": access.confirmsVisit((fixtures) =>
    requestForVisit(fixtures, visitIn(1)),
  ),
  "DELETE /api/work-orders/:id/appointment": access.assigns((fixtures) => requestForVisit(fixtures)),
};
