import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
let slots = 0;
/** Returns two past hours that no other request uses, because a person's time entries can't overlap. */
function nextSlot() {
  slots += 1;
  const [startedAt, middle, endedAt] = [3, 2, 1].map((hour) => hoursAgo(slots * 3 + hour));
  return { startedAt, middle, endedAt } as { startedAt: Date; middle: Date; endedAt: Date };
}
const newWorkOrderParams = async (fixtures: EndpointFixtures) => ({ id: await fixtures.newWorkOrder() });

/** Creates a time entry of two hours for the property's technician. */
async function requestForTimeEntry(
  fixtures: EndpointFixtures,
  toBody?: (slot: ReturnType<typeof nextSlot>) => Record<string, unknown>,
): Promise<ValidRequest> {
  const slot = nextSlot();
  const { id } = await newWorkOrderParams(fixtures);
  const time = await fixtures.portal.db
    .insertInto("work_order_times")
    .values({
      work_order_id: id,
      property_id: fixtures.propertyId,
      user_id: fixtures.technician.id,
      started_at: slot.startedAt,
      ended_at: slot.endedAt,
      recorded_at: slot.endedAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id, timeId: time.id }, body: toBody?.(slot) };
}

/** Creates a conflict for the property's technician. */
async function requestForConflict(fixtures: EndpointFixtures): Promise<ValidRequest> {
  const { id } = await newWorkOrderParams(fixtures);
  const conflict = await fixtures.portal.db
    .insertInto("work_order_conflicts")
    .values({
      work_order_id: id,
      property_id: fixtures.propertyId,
      requested: JSON.stringify({ step: "complete" }),
      expected: JSON.stringify({ status: "in_progress", assigneeId: fixtures.technician.id }),
      current: JSON.stringify({
        field: "status",
        status: "open",
        assignee: null,
        pause: null,
        by: null,
        byId: null,
        at: null,
      }),
      user_id: fixtures.technician.id,
      happened_at: hoursAgo(2),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id, conflictId: conflict.id }, body: { use: true } };
}

/** Cases for field work on a work order of the unit's tenant. */
export const workCases: EndpointCases = {
  "POST /api/work-orders/:id/work": access.assigns(async (fixtures) => ({
    params: await newWorkOrderParams(fixtures),
    body: { step: "start" },
  })),
  "POST /api/work-orders/:id/times": access.addsTime(async (fixtures) => {
    const { startedAt, endedAt } = nextSlot();
    return {
      params: await newWorkOrderParams(fixtures),
      body: { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() },
    };
  }),
  "PATCH /api/work-orders/:id/times/:timeId": access.assigns((fixtures) =>
    requestForTimeEntry(fixtures, ({ middle, endedAt }) => ({
      startedAt: middle.toISOString(),
      endedAt: endedAt.toISOString(),
      note: "Started later",
    })),
  ),
  "DELETE /api/work-orders/:id/times/:timeId": access.assigns((fixtures) => requestForTimeEntry(fixtures)),
  "GET /api/my-times": access.staff(),
  "GET /api/work-order-conflicts": access.staff(),
  "POST /api/work-orders/:id/conflicts/:conflictId/resolve": access.assigns(requestForConflict),
};
