import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day } from "#shared/http/fields.ts";
import { entryKinds } from "./accounts.ts";
import { amountsDue } from "./amounts-due.ts";

const line = z.object({
  id: z.number(),
  onDay: z.string(),
  kind: z.enum(entryKinds),
  description: z.string(),
  /** The due date, if the entry is on the account. */
  dueOn: z.nullable(z.string()),
  /**
   * The amount on the account: positive for a charge, negative for a payment or credit, 0 when only a deposit
   * moves.
   */
  amountCents: z.number(),
  balanceCents: z.number(),
  /** The change in the deposit held. Negative when it decreases. */
  depositCents: z.number(),
});
export type StatementLine = z.infer<typeof line>;

/** The account of a lease for a period, both dates inclusive, and its balances at the end of the last day. */
export const statement = z.object({
  leaseId: z.number(),
  from: z.string(),
  to: z.string(),
  /** Today's date at the property. */
  today: z.string(),
  organization: z.object({ name: z.string(), address: z.array(z.string()), email: z.string() }),
  company: z.string(),
  property: z.object({ name: z.string(), address: z.array(z.string()) }),
  units: z.array(z.string()),
  openingCents: z.number(),
  lines: z.array(line),
  /** The sums of the positive and the negative lines. */
  chargedCents: z.number(),
  creditedCents: z.number(),
  /** Positive is due, negative is credit. Equals the amounts not due yet and overdue, less the credit. */
  closingCents: z.number(),
  notYetDueCents: z.number(),
  /** The amounts due at the end of the last day. Payments on their way are known for today only. */
  ...z.omit(amountsDue, { balanceCents: true, dueNowCents: true }).shape,
  /** The overdue amounts by days past due. */
  aging: z.object({
    days1To30Cents: z.number(),
    days31To60Cents: z.number(),
    days61To90Cents: z.number(),
    over90Cents: z.number(),
  }),
  depositCents: z.number(),
});
export type Statement = z.infer<typeof statement>;

const period = z.object({
  /** Defaults to one year before the end date. */
  from: z.optional(day("from must be a date (YYYY-MM-DD).")),
  /** Defaults to today at the property. */
  to: z.optional(day("to must be a date (YYYY-MM-DD).")),
});

export const readStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/statement",
  action: "ledger.read",
  summary: "Get a lease statement for a period: opening balance, all entries, and aging",
  params: byId,
  query: period,
  response: statement,
});

export const exportStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/statement.csv",
  action: "ledger.read",
  summary: "Download a lease statement as CSV",
  params: byId,
  query: period,
  response: z.unknown(),
  responseKind: "csv",
});

export const printStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/statement.pdf",
  action: "ledger.read",
  summary: "Download a lease statement as a PDF",
  params: byId,
  query: period,
  response: z.unknown(),
  responseKind: "file",
});

export const printDepositStatement = endpoint({
  method: "GET",
  path: "/api/leases/:id/deposit-statement.pdf",
  action: "ledger.read",
  summary: "Download a lease's security deposit statement as a PDF",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});
