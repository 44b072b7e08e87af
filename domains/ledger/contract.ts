import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { depositActions, entryKinds, owedKinds } from "./accounts.ts";

/** What settles a charge, or is settled by a credit. */
const settlement = z.object({
  entryId: z.number(),
  kind: z.enum(entryKinds),
  description: z.string(),
  onDay: z.string(),
  amountCents: z.number(),
});

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
  /** What the user may do with it now. */
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
  response: z.array(ledgerEntry),
});

export const exportLedger = csvOf(listLedger);

/** A charge of which something is open. */
export const openCharge = z.object({
  id: z.number(),
  description: z.string(),
  chargeKind: z.nullable(z.enum(owedKinds)),
  dueOn: z.string(),
  amountCents: z.number(),
  openCents: z.number(),
});
export type OpenCharge = z.infer<typeof openCharge>;

export const listOpenCharges = endpoint({
  method: "GET",
  path: "/api/leases/:id/open-charges",
  action: "ledger.read",
  summary:
    "The charges of a lease that are open, in the order in which payments settle them; at most the first 200",
  params: byId,
  response: z.array(openCharge),
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
  /** The late fee that comes next on what is charged already, if nothing more is paid before; by when the rent was due. */
  nextLateFee: z.nullable(z.object({ on: z.string(), cents: z.number(), dueOn: z.string() })),
  may: z.object({ correct: z.boolean() }),
});
export type LeaseAccount = z.infer<typeof leaseAccount>;

export const readAccount = endpoint({
  method: "GET",
  path: "/api/leases/:id/account",
  action: "ledger.read",
  summary: "What is owed on a lease, the deposit held and what is due next",
  params: byId,
  response: leaseAccount,
});

/** What a change of a lease's account answers: the entry that was written, and the account then. */
const written = z.object({ entryId: z.number(), account: leaseAccount });

const amountCents = cents("Please enter an amount above $0.00");
const reason = text(3, "Please give the reason, in 3 characters or more", 500);
/** The day an entry counts from; today at the property when it is not given. */
const onDay = z.optional(day("Please enter a valid day"));

export const addCharge = endpoint({
  method: "POST",
  path: "/api/leases/:id/charges",
  action: "ledger.correct",
  summary: "Charge a lease once, beside its terms",
  params: byId,
  body: z.object({
    kind: z.enum(owedKinds, `kind must be one of ${owedKinds.join(", ")}.`),
    label: text(1, "Please name the charge", 100),
    amountCents,
    dueOn: day("Please enter the day on which it is due"),
    onDay,
    reason: z.optional(text(0, "", 500)),
  }),
  response: written,
  status: 201,
});

export const giveCredit = endpoint({
  method: "POST",
  path: "/api/leases/:id/credits",
  action: "ledger.correct",
  summary: "Give a lease a credit; it settles the charge named, then what is open",
  params: byId,
  body: z.object({
    kind: z.enum(owedKinds, `kind must be one of ${owedKinds.join(", ")}.`),
    amountCents,
    chargeId: z.optional(id),
    onDay,
    reason,
  }),
  response: written,
  status: 201,
});

export const waiveCharge = endpoint({
  method: "POST",
  path: "/api/leases/:id/waivers",
  action: "ledger.correct",
  summary: "Waive what is open of a charge, or a part of it",
  params: byId,
  body: z.object({ chargeId: id, amountCents: z.optional(amountCents), onDay, reason }),
  response: written,
  status: 201,
});

export const writeOff = endpoint({
  method: "POST",
  path: "/api/leases/:id/write-offs",
  action: "ledger.correct",
  summary: "Write off what will not be paid: of one charge, or of what is owed",
  params: byId,
  body: z.object({ chargeId: z.optional(id), amountCents: z.optional(amountCents), onDay, reason }).check(
    z.refine(({ chargeId, amountCents: amount }) => chargeId !== undefined || amount !== undefined, {
      error: "Please enter an amount, or name the charge",
      path: ["amountCents"],
    }),
  ),
  response: written,
  status: 201,
});

export const reverseEntry = endpoint({
  method: "POST",
  path: "/api/leases/:id/reversals",
  action: "ledger.correct",
  summary: "Reverse an entry: its opposite is written, and what it settled is open again",
  params: byId,
  body: z.object({ entryId: id, onDay, reason }),
  response: written,
  status: 201,
});

export const moveDeposit = endpoint({
  method: "POST",
  path: "/api/leases/:id/deposits",
  action: "ledger.correct",
  summary: "Take a deposit, return it, or apply it to what is owed",
  params: byId,
  body: z.object({
    amountCents,
    action: z.enum(depositActions, `action must be one of ${depositActions.join(", ")}.`),
    onDay,
    reason,
  }),
  response: written,
  status: 201,
});

export const allocateCredit = endpoint({
  method: "POST",
  path: "/api/leases/:id/allocations",
  action: "ledger.correct",
  summary: "Use a credit for other charges than it was; the rest stays credit",
  params: byId,
  body: z.object({
    creditId: id,
    charges: z
      .array(z.object({ chargeId: id, amountCents }))
      .check(z.maxLength(100, "Please name at most 100 charges.")),
    reason,
  }),
  response: leaseAccount,
  status: 201,
});
