import * as z from "zod/mini";
import { activityEntry, workOrder } from "#domains/work-orders/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";

export const maxMyWorkOrders = 100;
export const maxUnassignedWorkOrders = 20;
export const maxEarlierWorkOrders = 5;
export const maxHistoryEntries = 20;

export const contactRoles = ["reporter", "company", "manager"] as const;

const contact = z.object({
  name: z.string(),
  /** The requester, the tenant company, or the property manager. */
  role: z.enum(contactRoles),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type Contact = z.infer<typeof contact>;

const earlierWorkOrder = z.object({
  id: z.number(),
  title: z.string(),
  status: z.string(),
  completedAt: z.nullable(z.string()),
});
export type EarlierWorkOrder = z.infer<typeof earlierWorkOrder>;

/** A work order with everything the technician needs on site, even offline. */
export const myDayWorkOrder = z.object({
  order: workOrder,
  contacts: z.array(contact),
  /** The most recent other work orders for the same unit or the property's common areas. */
  earlier: z.array(earlierWorkOrder),
  /** The most recent activity log entries. */
  history: z.array(activityEntry),
});
export type MyDayWorkOrder = z.infer<typeof myDayWorkOrder>;

export const readMyDay = endpoint({
  method: "GET",
  path: "/api/my-day",
  action: "work-orders.read-my-day",
  summary:
    "List a technician's open work orders and nearby unassigned ones, with contacts, earlier work, and activity",
  response: z.object({
    /**
     * First the work order the user is clocked into, even if it's assigned to someone else, then the others
     * by due date.
     */
    assigned: z.array(myDayWorkOrder),
    /** Whether the user has more work orders than listed. */
    hasMore: z.boolean(),
    /**
     * High and urgent ones anywhere the user has access, then those at the properties of their work orders,
     * or anywhere if they have none.
     */
    unassigned: z.array(myDayWorkOrder),
  }),
});
export type MyDay = z.infer<typeof readMyDay.response>;
