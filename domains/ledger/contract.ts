import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, paging } from "#shared/http/fields.ts";
import { entryKinds, owedKinds } from "./accounts.ts";

/** What settles a charge, or is settled by a credit. */
const settlement = z.object({
  entryId: z.number(),
  kind: z.enum(entryKinds),
  description: z.string(),
  onDay: z.string(),
  amountCents: z.number(),
});
export type Settlement = z.infer<typeof settlement>;

/** An entry of a lease's ledger. Days are `YYYY-MM-DD` at the property. */
export const ledgerEntry = z.object({
  id: z.number(),
  kind: z.enum(entryKinds),
  /** The day it counts from. */
  onDay: z.string(),
  description: z.string(),
  reason: z.string(),
  /** Who made it; null is the portal by itself. */
  who: z.nullable(z.string()),
  madeAt: z.string(),
  /** What it puts on the lease's account: a charge is above 0, a payment or credit below; 0 when it moves a deposit only. */
  amountCents: z.number(),
  /** What is owed after it, with all entries before it; below 0 is credit. */
  balanceCents: z.number(),
  /** What it adds to the deposit that is held, or takes from it. */
  depositCents: z.number(),
  chargeKind: z.nullable(z.enum(owedKinds)),
  /** Null when it does not stand on the account. */
  dueOn: z.nullable(z.string()),
  /** What nothing has settled yet of a charge, or a credit has left, with the sign of the amount. */
  openCents: z.nullable(z.number()),
  settlements: z.array(settlement),
  reversesId: z.nullable(z.number()),
  reversedById: z.nullable(z.number()),
  /** What the caller may do with it now. */
  may: z.object({ reverse: z.boolean(), waive: z.boolean(), writeOff: z.boolean(), move: z.boolean() }),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const listLedger = endpoint({
  method: "GET",
  path: "/api/leases/:id/ledger",
  action: "ledger.read",
  summary: "The entries of a lease, newest first or from the first on, with the balance after each",
  params: byId,
  query: z.object({
    limit: paging.limit,
    /** The last entry of the part before. */
    cursor: paging.cursor,
    order: z.optional(z.enum(["newest", "oldest"], "order must be one of newest, oldest.")),
    from: z.optional(day("from must be a day, YYYY-MM-DD.")),
    to: z.optional(day("to must be a day, YYYY-MM-DD.")),
  }),
  answer: z.array(ledgerEntry),
});

/** What is owed on a lease now. */
export const leaseAccount = z.object({
  /** The day at the property now. */
  today: z.string(),
  /** Above 0 is owed, below 0 is credit. */
  balanceCents: z.number(),
  depositCents: z.number(),
  /** Open, and due before today. */
  overdueCents: z.number(),
  /** Open, and due today or before. */
  dueNowCents: z.number(),
  /** Paid or credited, and not used for a charge yet. */
  creditCents: z.number(),
  /** The oldest due day with something open; without one the next by the terms, less the credit; null when there is none. */
  nextDue: z.nullable(z.object({ on: z.string(), cents: z.number() })),
  may: z.object({ correct: z.boolean() }),
});
export type LeaseAccount = z.infer<typeof leaseAccount>;

export const readAccount = endpoint({
  method: "GET",
  path: "/api/leases/:id/account",
  action: "ledger.read",
  summary: "What is owed on a lease, the deposit held and what is due next",
  params: byId,
  answer: leaseAccount,
});
