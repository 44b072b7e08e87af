import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, idInPath } from "#shared/http/fields.ts";
import { workOrder, workOrderRow } from "./contract.ts";
import { estimateMinutesMax, estimateMinutesMin } from "./week.ts";

/** How many orders a week shows; above, a building has to be chosen. */
export const ordersOfWeekMax = 1_000;

const personOfWeek = z.object({
  id: z.number(),
  fullName: z.string(),
  /** The buildings in reach they work in; null for all. */
  propertyIds: z.nullable(z.array(z.number())),
  /** What each of the seven days takes: the estimate or an hour for each order, visits as long as they are. */
  minutes: z.array(z.number()),
});
export type PersonOfWeek = z.infer<typeof personOfWeek>;

export const week = z.object({
  /** The first of the seven days. */
  from: z.string(),
  /** Today in the time zone of the organisation. */
  today: z.string(),
  people: z.array(personOfWeek),
  /** What is planned, visited or due on these days, and assigned to one of the people. */
  orders: z.array(workOrderRow),
  /** Whether there are more than are shown. */
  isCut: z.boolean(),
});
export type Week = z.infer<typeof week>;

const weekDay = day("from must be a day, such as 2026-11-23.");

export const readWeek = endpoint({
  method: "GET",
  path: "/api/work-orders/week",
  action: "work-orders.plan",
  summary:
    "Seven days of the technicians: what is planned, visited and due on each, by default from this Monday on; GET /api/work-orders?planned=to-plan has the rest",
  query: z.object({
    from: z.optional(weekDay),
    /** Only the people who work there. */
    propertyId: z.optional(idInPath),
  }),
  response: week,
});

export const estimate = z
  .int("Please enter whole minutes")
  .check(
    z.minimum(estimateMinutesMin, `Please enter at least ${estimateMinutesMin} minutes`),
    z.maximum(estimateMinutesMax, `Please enter at most ${estimateMinutesMax} minutes, which are 48 hours`),
  );

export const planWorkOrder = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/plan",
  action: "work-orders.plan",
  summary:
    "Set who works on an order, on which day, and how long it takes; If-Match refuses a plan based on an old version",
  versioned: true,
  params: byId,
  body: z.object({
    assigneeId: z.nullable(id),
    plannedOn: z.nullable(day("Please choose a day")),
    /** Stays as it is when it is not sent. */
    estimateMinutes: z.optional(z.nullable(estimate)),
    /** That an agreed visit stays on its own day, which is refused otherwise. */
    visitStays: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: workOrder,
});
