import * as z from "zod/mini";
import { cents } from "#domains/leases/terms.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, id, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { depositMethods, depositMoves, entryKinds, ledgerChargeKinds, reversalCauses } from "./accounts.ts";
import { amountsDue } from "./amounts-due.ts";

/** A charge the credit is applied to, or a credit applied to the charge. */
export const allocation = z.object({
  entryId: z.number(),
  kind: z.enum(entryKinds),
  description: z.string(),
  onDay: z.string(),
  amountCents: z.number(),
});

/** An entry on a lease's ledger. Dates are `YYYY-MM-DD` at the property. */
export const ledgerEntry = z.object({
  id: z.number(),
  kind: z.enum(entryKinds),
  /** The effective date. */
  onDay: z.string(),
  description: z.string(),
  reason: z.string(),
  /** The person who posted it. Null if the portal did. */
  who: z.nullable(z.string()),
  madeAt: z.string(),
  /**
   * The amount on the lease's account: positive for a charge, negative for a payment or credit, 0 when only a
   * deposit moves.
   */
  amountCents: z.number(),
  /** The balance after this entry. Negative is credit. */
  balanceCents: z.number(),
  /** The change in the deposit held. Negative when it decreases. */
  depositCents: z.number(),
  chargeKind: z.nullable(z.enum(ledgerChargeKinds)),
  /** Null if the entry isn't on the account. */
  dueOn: z.nullable(z.string()),
  /** The unpaid part of a charge or the unapplied part of a credit, with the sign of the amount. */
  openCents: z.nullable(z.number()),
  allocations: z.array(allocation),
  reversesId: z.nullable(z.number()),
  /** Why this reversal was made. */
  reversalCause: z.nullable(z.enum(reversalCauses)),
  reversedById: z.nullable(z.number()),
  /** The year of the statement of operating expenses that it belongs to. Null if it belongs to none in effect. */
  statementYear: z.nullable(z.number()),
  /** What the user can do with the entry now. */
  can: z.object({ reverse: z.boolean(), waive: z.boolean(), writeOff: z.boolean(), move: z.boolean() }),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const listLedger = endpoint({
  method: "GET",
  path: "/api/leases/:id/ledger",
  action: "ledger.read",
  summary: "List a lease's ledger entries, newest first, with the running balance",
  params: byId,
  query: z.object({
    limit: paging.limit,
    /** The last entry of the previous page. */
    cursor: paging.cursor,
    from: z.optional(day("from must be a date (YYYY-MM-DD).")),
    to: z.optional(day("to must be a date (YYYY-MM-DD).")),
  }),
  response: z.array(ledgerEntry),
});

export const exportLedger = csvEndpoint(listLedger);

/** A charge that isn't fully paid. */
export const openCharge = z.object({
  id: z.number(),
  description: z.string(),
  chargeKind: z.nullable(z.enum(ledgerChargeKinds)),
  dueOn: z.string(),
  amountCents: z.number(),
  openCents: z.number(),
  /** The part of `openCents` that payments on their way will pay. */
  onItsWayCents: z.number(),
});
export type OpenCharge = z.infer<typeof openCharge>;

export const listOpenCharges = endpoint({
  method: "GET",
  path: "/api/leases/:id/open-charges",
  action: "ledger.read",
  summary: "List a lease's unpaid charges in the order payments are applied, up to 200",
  params: byId,
  response: z.array(openCharge),
});

/** The current state of a lease's account. */
export const leaseAccount = z.extend(amountsDue, {
  /** Today's date at the property. */
  today: z.string(),
  depositCents: z.number(),
  /** Whether a security deposit was ever recorded. */
  hadDeposit: z.boolean(),
  /**
   * The overdue amount and its oldest due date, or the next amount due. Without an unpaid charge, the next
   * scheduled charges less the credit. Null if nothing is scheduled.
   */
  nextDue: z.nullable(z.object({ on: z.string(), cents: z.number() })),
  /** The amount that every button and form suggests paying (`suggested-payment.ts`). */
  suggestedCents: z.number(),
  /** The next late fee on posted rent if nothing else is paid first, and the rent's due date. */
  nextLateFee: z.nullable(z.object({ on: z.string(), cents: z.number(), dueOn: z.string() })),
  can: z.object({ correct: z.boolean() }),
});
export type LeaseAccount = z.infer<typeof leaseAccount>;

export const readAccount = endpoint({
  method: "GET",
  path: "/api/leases/:id/account",
  action: "ledger.read",
  summary: "Get a lease's balance, deposit held, and next amount due",
  params: byId,
  response: leaseAccount,
});

/** The response to every change of a lease's account: the new entry and the updated account. */
const changeResponse = z.object({ entryId: z.number(), account: leaseAccount });

const amountCents = cents("Please enter an amount above $0.00");
const reason = text(3, "Please enter a reason (at least 3 characters)", 500);
/** The effective date. Defaults to today at the property. */
const onDay = z.optional(day("Please enter a valid date"));

export const addCharge = endpoint({
  method: "POST",
  path: "/api/leases/:id/charges",
  action: "ledger.correct",
  summary: "Add a one-time charge to a lease",
  params: byId,
  body: z.object({
    kind: z.enum(ledgerChargeKinds, `kind must be one of ${ledgerChargeKinds.join(", ")}.`),
    label: line(1, "Please enter a description", 100),
    amountCents,
    dueOn: day("Please enter the due date"),
    onDay,
    reason: z.optional(text(0, "", 500)),
  }),
  response: changeResponse,
  status: 201,
});

export const addCredit = endpoint({
  method: "POST",
  path: "/api/leases/:id/credits",
  action: "ledger.correct",
  summary:
    "Add a credit to a lease; it's applied to the specified charge first, then to other unpaid charges",
  params: byId,
  body: z.object({
    kind: z.enum(ledgerChargeKinds, `kind must be one of ${ledgerChargeKinds.join(", ")}.`),
    amountCents,
    chargeId: z.optional(id),
    onDay,
    reason,
  }),
  response: changeResponse,
  status: 201,
});

export const waiveCharge = endpoint({
  method: "POST",
  path: "/api/leases/:id/waivers",
  action: "ledger.correct",
  summary: "Waive all or part of an unpaid charge",
  params: byId,
  body: z.object({ chargeId: id, amountCents: z.optional(amountCents), onDay, reason }),
  response: changeResponse,
  status: 201,
});

export const writeOff = endpoint({
  method: "POST",
  path: "/api/leases/:id/write-offs",
  action: "ledger.correct",
  summary: "Write off an uncollectible amount, from one charge or from the balance",
  params: byId,
  body: z.object({ chargeId: z.optional(id), amountCents: z.optional(amountCents), onDay, reason }).check(
    z.refine(({ chargeId, amountCents: amount }) => chargeId !== undefined || amount !== undefined, {
      error: "Enter an amount or select a charge",
      path: ["amountCents"],
    }),
  ),
  response: changeResponse,
  status: 201,
});

export const reverseEntry = endpoint({
  method: "POST",
  path: "/api/leases/:id/reversals",
  action: "ledger.correct",
  summary: "Reverse an entry; charges it paid become unpaid again",
  params: byId,
  body: z.object({
    entryId: id,
    /** Only for a payment: why it's reversed. Defaults to returned by the bank. */
    cause: z.optional(z.enum(["returned", "mistake"], "cause must be returned or mistake.")),
    onDay,
    reason,
  }),
  response: changeResponse,
  status: 201,
});

export const moveDeposit = endpoint({
  method: "POST",
  path: "/api/leases/:id/deposits",
  action: "ledger.correct",
  summary:
    "Record a security deposit received, refunded, or applied to the balance, or applied with the rest refunded",
  params: byId,
  body: z.object({
    amountCents,
    action: z.enum(depositMoves, `action must be one of ${depositMoves.join(", ")}.`),
    /** How the money arrived or was paid back, and its reference, such as a check number. */
    method: z.optional(z.enum(depositMethods, `method must be one of ${depositMethods.join(", ")}.`)),
    reference: z.optional(line(0, "", 100)),
    onDay,
    reason,
  }),
  response: changeResponse,
  status: 201,
});

export const payOutCredit = endpoint({
  method: "POST",
  path: "/api/leases/:id/credit-payouts",
  action: "ledger.correct",
  summary: "Record that a lease's credit was paid out",
  params: byId,
  body: z.object({
    amountCents,
    method: z.enum(depositMethods, `method must be one of ${depositMethods.join(", ")}.`),
    /** Such as a check number. */
    reference: z.optional(line(0, "", 100)),
    onDay,
    reason,
  }),
  response: changeResponse,
  status: 201,
});

export const allocateCredit = endpoint({
  method: "POST",
  path: "/api/leases/:id/allocations",
  action: "ledger.correct",
  summary: "Apply a payment or credit to different charges; the rest stays as credit",
  params: byId,
  body: z.object({
    creditId: id,
    charges: z
      .array(z.object({ chargeId: id, amountCents }))
      .check(z.maxLength(100, "You can select up to 100 charges.")),
    reason,
  }),
  response: leaseAccount,
  status: 201,
});
