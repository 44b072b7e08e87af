import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";

/** The overdue amount of a lease, its contacts, and the last reminder. */
export const paymentReminder = z.object({
  overdueCents: z.number(),
  /** The due date of the oldest overdue charge. Null if there is none. */
  overdueSince: z.nullable(z.string()),
  /** Bank debits that are clearing and reported payments waiting for review. */
  onItsWayCents: z.number(),
  company: z.string(),
  contact: z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  /** The people who are notified. `receivesEmail`: whether by email too. */
  people: z.array(
    z.object({ id: z.number(), fullName: z.string(), email: z.string(), receivesEmail: z.boolean() }),
  ),
  /** The last reminder about overdue rent. `who` is null if the portal sent it automatically. */
  last: z.nullable(z.object({ at: z.string(), who: z.nullable(z.string()), isToday: z.boolean() })),
});
export type PaymentReminder = z.infer<typeof paymentReminder>;

export const readPaymentReminder = endpoint({
  method: "GET",
  path: "/api/leases/:id/payment-reminder",
  action: "payments.remind",
  summary: "Get a lease's overdue amount, its contacts, and when they were last reminded",
  params: byId,
  response: paymentReminder,
});

export const sendPaymentReminder = endpoint({
  method: "POST",
  path: "/api/leases/:id/payment-reminders",
  action: "payments.remind",
  summary: "Remind the people on a lease of overdue charges, by notification and email",
  params: byId,
  body: z.object({
    /** Required to send a second reminder on the same day. */
    again: z.optional(z.boolean("again must be true or false.")),
  }),
  response: z.object({ notified: z.number(), emailed: z.number() }),
  status: 201,
});
