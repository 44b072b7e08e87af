import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, id, idInPath, instant, text } from "#shared/http/fields.ts";
import { status, workOrder } from "./contract.ts";
import { pauseReasons, workConflict, workSteps } from "./work.ts";

/** The values the device displayed when the user pressed the button. */
export const expectedWork = z.object({ status, assigneeId: z.nullable(id) });
export type ExpectedWork = z.infer<typeof expectedWork>;

export const doWork = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/work",
  action: "work-orders.work",
  summary:
    "Start, pause, or complete work; with `expected`, a change that conflicts with another update is saved as a conflict",
  params: byId,
  body: z.object({
    step: z.enum(workSteps, `step must be one of ${workSteps.join(", ")}.`),
    /** Required when pausing. */
    reason: z.optional(z.enum(pauseReasons, "Please select a reason")),
    until: z.optional(z.nullable(instant("Please select a date and time"))),
    /** Saved as an internal comment. */
    note: z.optional(text(0, "", 1000)),
    expected: z.optional(expectedWork),
  }),
  happensOffline: true,
  response: workOrder,
});

const time = {
  startedAt: instant("Please select a start time"),
  note: text(0, "", 1000),
};
const timeEntryParams = z.object({ id: idInPath, timeId: idInPath });

export const addTimeEntry = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/times",
  action: "work-orders.work",
  summary: "Add a time entry to a work order",
  params: byId,
  body: z.object({
    startedAt: time.startedAt,
    endedAt: instant("Please select an end time"),
    note: z.optional(time.note),
  }),
  happensOffline: true,
  response: workOrder,
  status: 201,
});

export const editTimeEntry = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id/times/:timeId",
  action: "work-orders.work",
  summary:
    "Edit a time entry with a note explaining why; technicians edit their own, property managers edit any",
  versioned: true,
  params: timeEntryParams,
  body: z.object({
    startedAt: time.startedAt,
    /** Null while the timer is running. */
    endedAt: z.nullable(instant("Please select an end time")),
    note: text(1, "Please explain why you're changing it", 1000),
    version: z.optional(z.int()),
  }),
  response: workOrder,
});

export const deleteTimeEntry = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/times/:timeId",
  action: "work-orders.work",
  summary: "Delete a time entry; the log keeps the original",
  params: timeEntryParams,
  response: workOrder,
});

const myTime = z.object({
  workOrderId: z.number(),
  startedAt: z.string(),
  /** Null while the timer is running. */
  endedAt: z.nullable(z.string()),
});
export type MyTime = z.infer<typeof myTime>;

export const listMyTimes = endpoint({
  method: "GET",
  path: "/api/my-times",
  action: "work-orders.work",
  summary: "List your time entries from the last two days, earliest first",
  response: z.array(myTime),
});

/** A conflict with its work order, for lists of conflicts. */
export const openConflict = z.extend(workConflict, {
  order: z.object({
    id: z.number(),
    title: z.string(),
    status: z.string(),
    timeZone: z.string(),
    property: z.string(),
    unitNumber: z.nullable(z.string()),
  }),
});
export type OpenConflict = z.infer<typeof openConflict>;

export const listConflicts = endpoint({
  method: "GET",
  path: "/api/work-order-conflicts",
  action: "work-orders.work",
  summary: "List conflicts you can resolve, oldest first, up to 100",
  response: z.array(openConflict),
});

export const resolveConflict = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/conflicts/:conflictId/resolve",
  action: "work-orders.work",
  summary: "Resolve a conflict: use the late update, or leave the work order as it is",
  params: z.object({ id: idInPath, conflictId: idInPath }),
  body: z.object({ use: z.boolean("use must be true or false.") }),
  response: workOrder,
});
