import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, id, idInPath, instant, text } from "#shared/http/fields.ts";
import { status, workOrder } from "./contract.ts";
import { clash, pauseReasons, workSteps } from "./work.ts";

/** What the device showed when the button was pressed. */
export const seenWork = z.object({ status, assigneeId: z.nullable(id) });
export type SeenWork = z.infer<typeof seenWork>;

export const doWork = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/work",
  action: "work-orders.work",
  summary:
    "Start, pause or complete the work on an order; with `seen`, a change made without knowing of another one is kept as a clash",
  params: byId,
  body: z.object({
    did: z.enum(workSteps, `did must be one of ${workSteps.join(", ")}.`),
    /** Required to pause. */
    reason: z.optional(z.enum(pauseReasons, "Please choose what the work is waiting for")),
    until: z.optional(z.nullable(instant("Please choose a day and a time"))),
    /** Becomes an internal comment. */
    note: z.optional(text(0, "", 1000)),
    seen: z.optional(seenWork),
  }),
  response: workOrder,
});

const time = {
  startedAt: instant("Please choose when the work began"),
  note: text(0, "", 1000),
};
const ofOrder = z.object({ id: idInPath, timeId: idInPath });

export const addTime = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/times",
  action: "work-orders.work",
  summary: "Record time that one has spent on an order",
  params: byId,
  body: z.object({
    startedAt: time.startedAt,
    endedAt: instant("Please choose when the work ended"),
    note: z.optional(time.note),
  }),
  response: workOrder,
  status: 201,
});

export const correctTime = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id/times/:timeId",
  action: "work-orders.work",
  summary: "Correct time spent on an order, and note why: one's own, or as who runs the building anybody's",
  versioned: true,
  params: ofOrder,
  body: z.object({
    startedAt: time.startedAt,
    /** Null while the time still runs. */
    endedAt: z.nullable(instant("Please choose when the work ended")),
    note: text(1, "Please note why it is corrected", 1000),
    version: z.optional(z.int()),
  }),
  response: workOrder,
});

export const removeTime = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/times/:timeId",
  action: "work-orders.work",
  summary: "Remove time spent on an order; the log keeps what it was",
  params: ofOrder,
  response: workOrder,
});

/** A clash with its order, where it is shown outside of it. */
export const openClash = z.extend(clash, {
  order: z.object({
    id: z.number(),
    title: z.string(),
    status: z.string(),
    timeZone: z.string(),
    building: z.string(),
    unitNumber: z.nullable(z.string()),
  }),
});
export type OpenClash = z.infer<typeof openClash>;

export const listClashes = endpoint({
  method: "GET",
  path: "/api/work-order-clashes",
  action: "work-orders.work",
  summary: "The clashes that wait for the choice of this person, oldest first: up to 100",
  response: z.array(openClash),
});

export const resolveClash = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/clashes/:clashId/resolve",
  action: "work-orders.work",
  summary: "Choose between the two changes of a clash: use the late one, or leave the order as it is",
  params: z.object({ id: idInPath, clashId: idInPath }),
  body: z.object({ use: z.boolean("use must be true or false.") }),
  response: workOrder,
});
