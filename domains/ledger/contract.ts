import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { depositActions, entryKinds, owedKinds } from "./accounts.ts";

/** A charge that the credit settles, or a credit that settles the charge. */
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
  /** The day from which it counts. */
  onDay: z.string(),
  description: z.string(),
  reason: z.string(),
  /** The person who made it; null for the portal itself. */
  who: z.nullable(z.string()),
  madeAt: z.string(),
  /** The amount on the lease's account: positive for a charge, negative for a payment or credit, 0 when only a deposit moves. */
  amountCents: z.number(),
  /** The balance after this entry; negative is credit. */
  balanceCents: z.number(),
  /** The change of the held deposit; negative when it decreases. */
  depositCents: z.number(),
  chargeKind: z.nullable(z.enum(owedKinds)),
  /** Null for an entry that is not on the account. */
  dueOn: z.nullable(z.string()),
  /** What is still open of a charge, or unused of a credit, with the sign of the amount. */
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
  summary: "The entries of a lease, newest first, with the balance after each",
  params: byId,
  query: z.object({
    limit: paging.limit,
    /** The last entry of the previous page. */
    cursor: paging.cursor,
    from: z.optional(day("from must be a day, YYYY-MM-DD.")),
    to: z.optional(day("to must be a day, YYYY-MM-DD.")),
  }),
  response: z.array(ledgerEntry),
});

export const exportLedger = csvOf(listLedger);

/** A charge that is at least partly open. */
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
  summary: "The open charges of a lease, in the order in which payments settle them; at most the first 200",
  params: byId,
  response: z.array(openCharge),
});

/** The account of a lease as it is now. */
export const leaseAccount = z.object({
  /** Today's date at the property. */
  today: z.string(),
  /** Positive is owed, negative is credit. */
  balanceCents: z.number(),
  depositCents: z.number(),
  /** Open charges due before today. */
  overdueCents: z.number(),
  /** Open charges due today or before. */
  dueNowCents: z.number(),
  /** Paid or credited, and not used for a charge yet. */
  creditCents: z.number(),
  /** The oldest due date with something open; else the next by the terms, less the credit; null when there is none. */
  nextDue: z.nullable(z.object({ on: z.string(), cents: z.number() })),
  /** The next late fee on present charges, if nothing more is paid before; with the due date of its rent. */
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

/** The response to a change of a lease's account: the written entry, and the account after it. */
const written = z.object({ entryId: z.number(), account: leaseAccount });

const amountCents = cents("Please enter an amount above $0.00");
const reason = text(3, "Please give the reason, in 3 characters or more", 500);
/** The day from which the entry counts; today at the property when it is not given. */
const onDay = z.optional(day("Please enter a valid day"));

export const addCharge = endpoint({
  method: "POST",
  path: "/api/leases/:id/charges",
  action: "ledger.correct",
  summary: "Add a one-time charge to a lease",
  params: byId,
  body: z.object({
    kind: z.enum(owedKinds, `kind must be one of ${owedKinds.join(", ")}.`),
    label: line(1, "Please name the charge", 100),
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
  summary: "Give a lease a credit; it settles the named charge, then other open charges",
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
  summary: "Waive the open amount of a charge, or a part of it",
  params: byId,
  body: z.object({ chargeId: id, amountCents: z.optional(amountCents), onDay, reason }),
  response: written,
  status: 201,
});

export const writeOff = endpoint({
  method: "POST",
  path: "/api/leases/:id/write-offs",
  action: "ledger.correct",
  summary: "Write off an amount that will not be paid: of one charge, or of the balance",
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
  summary: "Allocate a credit to other charges; the rest stays credit",
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
