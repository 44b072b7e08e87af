import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, idInPath } from "#shared/http/fields.ts";
import { workOrder, workOrderRow } from "./contract.ts";
import { maxEstimateMinutes, minEstimateMinutes } from "./week.ts";

/** The maximum number of work orders a week shows. Above that, the user has to select a property. */
export const maxWeekWorkOrders = 1_000;

const weekPerson = z.object({
  id: z.number(),
  fullName: z.string(),
  /** The accessible properties where the person works. Null for all. */
  propertyIds: z.nullable(z.array(z.number())),
  /**
   * Minutes of work on each of the seven days: estimates, one hour for work orders without an estimate, and
   * the duration of visits.
   */
  minutes: z.array(z.number()),
});
export type WeekPerson = z.infer<typeof weekPerson>;

export const week = z.object({
  /** The first of the seven days. */
  from: z.string(),
  /** Today in the organization's time zone. */
  today: z.string(),
  people: z.array(weekPerson),
  /**
   * Work orders that are planned, due, or scheduled for a visit on these days and assigned to one of the
   * people.
   */
  orders: z.array(workOrderRow),
  /** Whether the list exceeds the limit. */
  isTruncated: z.boolean(),
});
export type Week = z.infer<typeof week>;

const weekDay = day("from must be a date, such as 2026-11-23.");

export const readWeek = endpoint({
  method: "GET",
  path: "/api/work-orders/week",
  action: "work-orders.plan",
  summary:
    "Get a seven-day schedule of technicians with planned, visited, and due work orders, starting this Monday by default, or on a Sunday the next day; list unplanned work orders with GET /api/work-orders?planned=to-plan",
  query: z.object({
    from: z.optional(weekDay),
    /** Only people who work at this property. */
    propertyId: z.optional(idInPath),
  }),
  response: week,
});

export const estimate = z
  .int("Please enter whole minutes")
  .check(
    z.minimum(minEstimateMinutes, `Please enter at least ${minEstimateMinutes} minutes`),
    z.maximum(maxEstimateMinutes, `Please enter up to ${maxEstimateMinutes} minutes (48 hours)`),
  );

export const planWorkOrder = endpoint({
  method: "PUT",
  path: "/api/work-orders/:id/plan",
  action: "work-orders.plan",
  summary:
    "Set a work order's assignee, planned day, and estimate; If-Match rejects a plan based on an old version",
  versioned: true,
  params: byId,
  body: z.object({
    assigneeId: z.nullable(id),
    plannedOn: z.nullable(day("Please select a date")),
    /** Unchanged if not sent. */
    estimateMinutes: z.optional(z.nullable(estimate)),
    /** Confirms that the visit stays on its own day. Otherwise, planning a different day is rejected. */
    keepsVisit: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: workOrder,
});
