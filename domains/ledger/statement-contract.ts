import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day } from "#shared/http/fields.ts";
import { entryKinds } from "./accounts.ts";

const line = z.object({
  id: z.number(),
  onDay: z.string(),
  kind: z.enum(entryKinds),
  description: z.string(),
  /** When it is due, of what stands on the account. */
  dueOn: z.nullable(z.string()),
  /** What it puts on the account: a charge is above 0, a payment or credit below; 0 when it moves a deposit only. */
  amountCents: z.number(),
  balanceCents: z.number(),
  /** What it adds to the deposit that is held, or takes from it. */
  depositCents: z.number(),
});
export type StatementLine = z.infer<typeof line>;

/** The account of a lease from one day to another, both included, and how it stood at the end of the last. */
export const statement = z.object({
  leaseId: z.number(),
  from: z.string(),
  to: z.string(),
  /** The day at the property now. */
  today: z.string(),
  organisation: z.object({ name: z.string(), address: z.array(z.string()), email: z.string() }),
  company: z.string(),
  property: z.object({ name: z.string(), address: z.array(z.string()) }),
  units: z.array(z.string()),
  openingCents: z.number(),
  lines: z.array(line),
  /** What the lines add, and what they take off. */
  chargedCents: z.number(),
  creditedCents: z.number(),
  /** Above 0 is owed, below 0 is credit: what is not due yet, and what is overdue, less the credit. */
  closingCents: z.number(),
  notYetDueCents: z.number(),
  overdueCents: z.number(),
  /** Paid or credited, and not used for a charge by then. */
  creditCents: z.number(),
  /** The overdue, by the days since it was due. */
  aging: z.object({
    upTo30Cents: z.number(),
    upTo60Cents: z.number(),
    upTo90Cents: z.number(),
    over90Cents: z.number(),
  }),
  depositCents: z.number(),
});
export type Statement = z.infer<typeof statement>;

const period = z.object({
  /** A year before the last day when it is not given. */
  from: z.optional(day("from must be a day, YYYY-MM-DD.")),
  /** Today at the property when it is not given. */
  to: z.optional(day("to must be a day, YYYY-MM-DD.")),
});

export const readStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/statement",
  action: "ledger.read",
  summary:
    "The account of a lease as of any day: what it began with, every entry, what was open and how old it was",
  params: byId,
  query: period,
  response: statement,
});

export const exportStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/statement.csv",
  action: "ledger.read",
  summary: "The statement of a lease as CSV",
  params: byId,
  query: period,
  response: z.unknown(),
  responseKind: "csv",
});

export const printStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/statement.pdf",
  action: "ledger.read",
  summary: "The statement of a lease as PDF",
  params: byId,
  query: period,
  response: z.unknown(),
  responseKind: "file",
});
