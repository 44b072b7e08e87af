import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { activityEntry, workOrder } from "./contract.ts";

/** The most own orders, and the most unassigned ones, that a day has. */
export const ownOrdersMax = 100;
export const unassignedOrdersMax = 20;
export const earlierOrdersMax = 5;
export const entriesKept = 20;

export const contactRoles = ["reporter", "company", "manager"] as const;

const contact = z.object({
  name: z.string(),
  /** Who reported it, the company that leases the place, or who manages the building. */
  role: z.enum(contactRoles),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
});
export type Contact = z.infer<typeof contact>;

const earlierOrder = z.object({
  id: z.number(),
  title: z.string(),
  status: z.string(),
  completedAt: z.nullable(z.string()),
});
export type EarlierOrder = z.infer<typeof earlierOrder>;

/** An order with all that is needed on the spot, also without a network. */
export const orderOfMyDay = z.object({
  order: workOrder,
  contacts: z.array(contact),
  /** The newest other orders of the same unit, or of the common areas of the building. */
  earlier: z.array(earlierOrder),
  /** The newest entries of its activity log. */
  history: z.array(activityEntry),
});
export type OrderOfMyDay = z.infer<typeof orderOfMyDay>;

export const readMyDay = endpoint({
  method: "GET",
  path: "/api/my-day",
  action: "work-orders.read-my-day",
  summary:
    "A technician's own unfinished orders, and unassigned ones near them, with contacts, earlier orders of the place and the log",
  response: z.object({
    /** Soonest due first. */
    own: z.array(orderOfMyDay),
    /** Whether there are more own orders than these. */
    hasMore: z.boolean(),
    /** On the floors and in the buildings of the own orders; without own orders anywhere in reach. */
    unassigned: z.array(orderOfMyDay),
  }),
});
export type MyDay = z.infer<typeof readMyDay.response>;
