import * as z from "zod/mini";
import { endpoint, type ResponseOf } from "#shared/http/endpoint.ts";
import { byId, idInPath, text } from "#shared/http/fields.ts";
import { monthCheckNames } from "./checks.ts";

/** A month in a path, such as `2026-11`. */
const month = z
  .string()
  .check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, "The month must be like 2026-11."));
export const byMonth = z.object({ id: idInPath, month });

/** A property's month. It's `current` until it has ended at the property. */
const propertyMonth = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  state: z.enum(["current", "open", "closed"]),
  /** The last time it was closed. */
  closed: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** The last time it was reopened. */
  reopened: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  /** When the last version of its owner statement was issued. Null while it's a draft. */
  statementIssuedAt: z.nullable(z.string()),
});
export type PropertyMonth = z.infer<typeof propertyMonth>;

export const listMonths = endpoint({
  method: "GET",
  path: "/api/properties/:id/months",
  action: "ledger.read-months",
  summary: "List a property's months, newest first, with who closed them",
  params: byId,
  response: z.object({
    property: z.string(),
    /** The month to close next. Null if every ended month is closed. */
    next: z.nullable(z.string()),
    months: z.array(propertyMonth),
  }),
});

export const listOpenMonths = endpoint({
  method: "GET",
  path: "/api/open-months",
  action: "ledger.read-months",
  summary: "List your properties with their last closed month and the open months after it",
  response: z.array(
    z.object({
      id: z.number(),
      property: z.string(),
      /** Such as `2026-09`. Null if no month is closed. */
      closedThrough: z.nullable(z.string()),
      /** The first open month. Null if nothing is posted yet. */
      openFrom: z.nullable(z.string()),
      /** The current month at the property, which is the last open month. */
      current: z.string(),
    }),
  ),
});
export type OpenMonths = ResponseOf<typeof listOpenMonths>[number];

const monthCheck = z.object({
  name: z.enum(monthCheckNames),
  count: z.number(),
  /** Null if the check isn't about an amount. */
  cents: z.nullable(z.number()),
  /** The page that lists them all. Null if there is none. */
  listHref: z.nullable(z.string()),
  /** The first of its records, each with its page. */
  records: z.array(
    z.object({
      href: z.string(),
      label: z.string(),
      note: z.string(),
      /** The date of the payment, credit, or dispute, or the end date of the lease. Null for unposted charges. */
      onDay: z.nullable(z.string()),
      cents: z.nullable(z.number()),
    }),
  ),
});
export type MonthCheck = z.infer<typeof monthCheck>;

const monthChecklist = z.extend(propertyMonth, {
  property: z.string(),
  /** The number of ledger entries dated in the month, and the total of their debits. */
  entries: z.number(),
  debitCents: z.number(),
  checks: z.array(monthCheck),
  /** The first earlier month that would be closed with it. Null if there is none. */
  closesFrom: z.nullable(z.string()),
  /** Why it can't be closed. Null if it can, or is closed. */
  cannotClose: z.nullable(z.string()),
  can: z.object({ close: z.boolean(), reopen: z.boolean() }),
});
export type MonthChecklist = z.infer<typeof monthChecklist>;

export const readMonth = endpoint({
  method: "GET",
  path: "/api/properties/:id/months/:month",
  action: "ledger.read-months",
  summary: "Get the checklist of a property's month",
  params: byMonth,
  response: monthChecklist,
});

export const closeMonth = endpoint({
  method: "POST",
  path: "/api/properties/:id/months/:month/close",
  action: "ledger.close-month",
  summary: "Close a property's month: nothing can be dated in it until it's reopened",
  params: byMonth,
  body: z.object({
    /** The open checks that the person accepts. Every open check that isn't blocking must be included. */
    accepted: z.array(
      z.enum(monthCheckNames, `Each check in accepted must be one of ${monthCheckNames.join(", ")}.`),
    ),
  }),
  response: monthChecklist,
});

export const reopenMonth = endpoint({
  method: "POST",
  path: "/api/properties/:id/months/:month/reopen",
  action: "ledger.reopen-month",
  summary: "Reopen the last closed month of a property",
  params: byMonth,
  body: z.object({ reason: text(3, "Please enter a reason (at least 3 characters)", 500) }),
  response: monthChecklist,
});
