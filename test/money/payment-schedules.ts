import fc from "fast-check";
import { sql } from "kysely";
import { changeMethod } from "#domains/payments/server/online-payments/change-method.ts";
import { createIntent } from "#domains/payments/server/online-payments/create-intent.ts";
import { getMyIntent } from "#domains/payments/server/online-payments/intents.ts";
import { reconcilePayments } from "#domains/payments/server/online-payments/reconcile.ts";
import { recordSuccess } from "#domains/payments/server/online-payments/record-success.ts";
import {
  deliverSandboxEvent,
  settleInSandbox,
} from "#domains/payments/server/online-payments/sandbox-jobs.ts";
import { reconcileRefunds } from "#domains/payments/server/refunds/reconcile-refunds.ts";
import { requestRefund } from "#domains/payments/server/refunds/request-refund.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { CardError, ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import {
  openSandbox,
  type SandboxCards,
  type SandboxMeans,
} from "#server/integrations/cards/sandbox-cards.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { toCents } from "#shared/format/money.ts";
import { type CardFailure, withFailure } from "../fakes/unreliable-cards.ts";
import { removeJobs } from "./sandbox-jobs.ts";

/*
 * Everything that payers, banks, the network, and the clock can do to a few payments of one lease, in any
 * order and concurrently.
 */

export type PaymentStep =
  | { kind: "start"; payment: number; times: number; isKeyed: boolean; failure: CardFailure }
  | { kind: "agree"; payment: number; method: string; failure: CardFailure }
  | { kind: "pay"; payment: number; means: SandboxMeans; times: number }
  | { kind: "take-step"; payment: number; isApproved: boolean }
  | { kind: "record"; payment: number; times: number; failure: CardFailure }
  /** Delivers some of the pending events in any order, repeated or lost. */
  | {
      kind: "events";
      order: "first" | "last" | "all" | "reversed";
      copies: number;
      isLost: boolean;
      failure: CardFailure;
    }
  | { kind: "clear" }
  | { kind: "cancel"; payment: number }
  | { kind: "refund"; payment: number; cents: number; times: number; isKeyed: boolean; failure: CardFailure }
  | { kind: "reconcile"; minutes: number; failure: CardFailure }
  | { kind: "at-once"; steps: PaymentStep[] };

type StepOfOne = Exclude<Extract<PaymentStep, { payment: number }>, { kind: "start" }>;

/** Three payments. Most steps concern the first one. */
const payment = fc.constantFrom(0, 0, 0, 1, 1, 2);
const times = fc.integer({ min: 1, max: 2 });
const failure = fc.oneof(
  { weight: 5, arbitrary: fc.constant("none" as const) },
  { weight: 1, arbitrary: fc.constant("away" as const) },
  { weight: 1, arbitrary: fc.constant("lost" as const) },
);
const isKeyed = fc.boolean();
const step = <K extends PaymentStep["kind"], R>(kind: K, rest: { [P in keyof R]: fc.Arbitrary<R[P]> }) =>
  fc.record({ kind: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<PaymentStep>;
const means = fc.constantFrom<SandboxMeans>(
  "succeeds",
  "succeeds",
  "declined",
  "lacksFunds",
  "requiresExtraStep",
  "refundFails",
  "clears",
  "clears",
  "returned",
);
/** A refund of up to slightly more than a payment. */
const refund = (whose: fc.Arbitrary<number>) =>
  step("refund", { payment: whose, cents: fc.integer({ min: 1, max: 12_000 }), times, isKeyed, failure });
const oneStep = fc.oneof(
  { weight: 4, arbitrary: step("start", { payment, times, isKeyed, failure }) },
  {
    weight: 2,
    arbitrary: step("agree", { payment, method: fc.constantFrom("card", "us_bank_account"), failure }),
  },
  { weight: 6, arbitrary: step("pay", { payment, means, times }) },
  { weight: 2, arbitrary: step("take-step", { payment, isApproved: fc.boolean() }) },
  { weight: 4, arbitrary: step("record", { payment, times, failure }) },
  {
    weight: 5,
    arbitrary: step("events", {
      order: fc.constantFrom("first", "last", "all", "reversed"),
      copies: fc.integer({ min: 1, max: 3 }),
      isLost: fc.constantFrom(true, false, false),
      failure,
    }),
  },
  { weight: 2, arbitrary: step("clear", {}) },
  { weight: 1, arbitrary: step("cancel", { payment }) },
  { weight: 2, arbitrary: refund(payment) },
  { weight: 2, arbitrary: step("reconcile", { minutes: fc.constantFrom(11, 70, 1500), failure }) },
);
/** Most schedules start with a successful payment, so that money is involved. */
export const arbitrarySchedule: fc.Arbitrary<PaymentStep[]> = fc
  .tuple(
    step("start", { payment: fc.constant(0), times, isKeyed, failure }),
    fc.array(step("pay", { payment: fc.constant(0), means, times }), { maxLength: 2 }),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: oneStep },
        {
          weight: 1,
          arbitrary: fc.record({
            kind: fc.constant("at-once" as const),
            steps: fc.array(oneStep, { minLength: 2, maxLength: 3 }),
          }),
        },
      ),
      { minLength: 3, maxLength: 10 },
    ),
    fc.option(
      fc.tuple(
        step("record", { payment: fc.constant(0), times, failure }),
        refund(fc.constant(0)),
        fc.array(oneStep, { maxLength: 3 }),
      ),
    ),
  )
  .map(([first, paid, rest, back]) => [first, ...paid, ...rest, ...(back ?? []).flat()]);

/** A payment started by a page. */
interface StartedIntent {
  reference: string;
  clientSecret: string;
}

/** A lease whose tenant pays. */
export interface Payer {
  services: Pick<Services, "db" | "log" | "secretKey" | "live" | "config">;
  leaseId: number;
  tenantId: number;
  /** The admin who issues refunds. */
  adminId: number;
}

export class PaymentRunner {
  readonly #payer: Payer;
  readonly #services: Services;
  readonly #sandbox: SandboxCards;
  /** A separate clock, because some schedules wait for days while others continue. */
  #now: Date;
  readonly #started = new Map<number, StartedIntent>();
  #events: Tasks["deliver-sandbox-event"][] = [];
  #steps = 0;

  constructor(payer: Payer, now = new Date()) {
    this.#payer = payer;
    this.#now = now;
    const ours = { ...payer.services, clock: () => this.#now };
    this.#sandbox = openSandbox(ours);
    // Payments use no other service.
    this.#services = { ...ours, cards: this.#sandbox } as unknown as Services;
  }

  /** Performs a step. It can only fail with an error meant for the payer. */
  async attempt(next: PaymentStep): Promise<void> {
    try {
      await this.run(next);
    } catch (error) {
      const isExpected =
        error instanceof AppError || error instanceof CardError || error instanceof ProviderUnavailableError;
      if (!isExpected) throw error;
    }
  }

  async run(next: PaymentStep): Promise<void> {
    const number = ++this.#steps;
    const services = this.#services;
    switch (next.kind) {
      case "at-once":
        await Promise.all(next.steps.map((each) => this.attempt(each)));
        return;
      case "start":
        await repeat(next.times, async () => {
          const response = await createIntent(
            this.#as("tenant", next.failure),
            {
              amount: toCents(10_000 + next.payment),
              description: `Payment ${next.payment}`,
              leaseId: this.#payer.leaseId,
            },
            next.isKeyed ? `payment ${this.#payer.leaseId} ${next.payment}` : null,
          );
          this.#started.set(next.payment, {
            reference: response.paymentIntentId,
            clientSecret: response.clientSecret,
          });
        });
        return;
      case "clear": {
        // Not from the queue, because a killed process might hold the job.
        const { rows } = await sql<Tasks["settle-in-sandbox"]>`
          select 'intent' as type, reference from sandbox_intents where status = 'processing'
          union all select 'refund', reference from sandbox_refunds where status = 'pending'`.execute(
          services.db,
        );
        for (const each of rows) await settleInSandbox(services, each);
        return;
      }
      case "events": {
        this.#events.push(...(await removeJobs(services, "deliver-sandbox-event")));
        const selected = this.#selectEvents(next.order);
        if (next.isLost) return;
        const unreliable = this.#with(next.failure);
        await Promise.all(
          selected.flatMap((event) =>
            Array.from({ length: next.copies }, () =>
              deliverSandboxEvent(unreliable, event).catch(ignoreUnavailable),
            ),
          ),
        );
        return;
      }
      case "reconcile":
        this.#now = new Date(this.#now.getTime() + next.minutes * 60_000);
        await reconcilePayments(this.#with(next.failure));
        await reconcileRefunds(this.#with(next.failure));
        return;
      case "agree":
      case "pay":
      case "take-step":
      case "record":
      case "cancel":
      case "refund":
        await this.#runWithStarted(next, number);
    }
  }

  /** Performs a step that needs a started payment. Without one it does nothing. */
  async #runWithStarted(next: StepOfOne, number: number): Promise<void> {
    const known = this.#started.get(next.payment);
    if (known === undefined) return;
    const { reference, clientSecret } = known;
    const sandbox = this.#sandbox;
    switch (next.kind) {
      case "agree": {
        const ctx = this.#as("tenant", next.failure);
        await changeMethod(ctx, await getMyIntent(ctx, reference), next.method);
        return;
      }
      case "pay":
        await repeat(next.times, () => sandbox.confirm(reference, { clientSecret, means: next.means }));
        return;
      case "take-step":
        await sandbox.takeStep(reference, { clientSecret, approve: next.isApproved });
        return;
      case "record":
        await repeat(next.times, async () => {
          const { success, payment } = await recordSuccess(this.#as("tenant", next.failure), reference);
          if (success && payment === null) throw new Error("A successful payment must be recorded.");
        });
        return;
      case "cancel":
        await sandbox.cancelIntent(reference);
        return;
      case "refund": {
        const ctx = this.#as("admin", next.failure);
        const { paymentId } = await getMyIntent(this.#as("tenant"), reference);
        if (paymentId === null) return;
        const requestKey = next.isKeyed ? `refund ${this.#payer.leaseId} ${number}` : null;
        const body = { amountCents: toCents(next.cents), reason: "Paid too much" };
        await repeat(next.times, () => requestRefund(ctx, paymentId, { body, requestKey }));
        return;
      }
    }
  }

  #selectEvents(order: "first" | "last" | "all" | "reversed"): Tasks["deliver-sandbox-event"][] {
    const count = order === "all" || order === "reversed" ? this.#events.length : 1;
    const at = order === "last" ? Math.max(0, this.#events.length - 1) : 0;
    const selected = this.#events.splice(at, count);
    return order === "reversed" ? selected.reverse() : selected;
  }

  #with(failure: CardFailure): Services {
    return { ...this.#services, cards: withFailure(this.#sandbox, failure) };
  }

  #as(role: "tenant" | "admin", failure: CardFailure = "none"): SignedInCtx {
    const { leaseId, tenantId, adminId } = this.#payer;
    const userId = role === "tenant" ? tenantId : adminId;
    return {
      ...this.#with(failure),
      now: this.#now,
      happenedAt: this.#now,
      requestId: "",
      networkAddress: "",
      userAgent: "",
      actor: {
        id: userId,
        fullName: "",
        email: "payer@example.com",
        role,
        membership: "active",
        declineReason: null,
        emailConfirmed: true,
        density: null,
        twoFactor: { isOn: false, isRequired: false },
        unitId: null,
        accessScope: {
          userId,
          effectiveRole: role,
          everywhere: role === "admin",
          propertyIds: [],
          leasedPropertyIds: [],
          leaseIds: role === "admin" ? [] : [leaseId],
        },
        sessionHash: Buffer.alloc(0),
        token: null,
      },
      afterCommit: () => undefined,
      onFailure: () => undefined,
    };
  }
}

/**
 * After all schedules, the provider responds again and the banks are done, but events might be lost forever.
 * Runs the reconciliation at a much later time, because the clocks of schedules might have advanced by days.
 */
export async function finishAll(payer: Omit<Payer, "leaseId">): Promise<void> {
  const paying = new PaymentRunner({ ...payer, leaseId: 0 }, new Date(Date.now() + 60 * 86_400_000));
  const clear = { kind: "clear" } as const;
  const reconcile = { kind: "reconcile", minutes: 2 * 1440, failure: "none" } as const;
  for (const next of [clear, reconcile, clear, reconcile, reconcile]) await paying.run(next);
}

/** Runs `act` concurrently. All runs end before the first failure is thrown. */
async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, act));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof ProviderUnavailableError)) throw error;
}

/** Returns a message for each payment, refund, and balance of these leases that differs from the provider. */
export async function findPaymentProblems(
  { db }: Pick<Services, "db">,
  leaseIds: number[],
): Promise<string[]> {
  const { rows } = await sql<{ failure: string }>`
    with of_lease as (select unnest(${leaseIds}::bigint[]) as lease_id),
    known as (
      select i.*, s.status, s.received_cents, p.amount_cents as credited, p.fee_cents as fee
      from payment_intents i join of_lease using (lease_id)
        left join sandbox_intents s on s.intent_id = i.id left join payments p on p.entry_id = i.payment_id
    ),
    refunds_known as (
      select r.*, s.status, s.amount_cents as refunded
      from refunds r join of_lease using (lease_id) left join sandbox_refunds s on s.refund_id = r.id
    )
    select 'intent ' || id || ' is ' || state || ', but ' || coalesce(status, 'nothing') || ' at the provider' as failure
    from known where provider is not null and state is distinct from status
    union all
    select 'intent ' || id || ' without a provider was paid' from known where provider is null and received_cents > 0
    union all
    select 'intent ' || id || ' is still ' || state from known where state not in ('succeeded', 'canceled') and provider is not null
    union all
    select 'of intent ' || id || ' ' || received_cents || ' were received, and ' || coalesce(credited + fee, 0) || ' entered'
    from known where coalesce(received_cents, 0) <> coalesce(credited + fee, 0)
    union all
    select 'the fee of intent ' || id || ' is ' || fee || ' for ' || credited || ' by ' || paid_with
    from (select k.*, p.method as paid_with from known k join payments p on p.entry_id = k.payment_id) k
    where fee - case when paid_with = 'card' then round(credited * fee_basis_points / 10000.0) else 0 end
      not between 0 and case when paid_with = 'card' then 1 else 0 end
    union all
    select 'refund ' || id || ' is ' || state || ', but ' || coalesce(status, 'nothing') || ' at the provider'
    from refunds_known where state is distinct from coalesce(status, 'failed') or refunded is distinct from amount_cents + fee_cents and status is not null
    union all
    select 'payment ' || p.entry_id || ' gave back ' || p.refunded_cents + p.fee_refunded_cents || ', not ' || t.sum
    from payments p join of_lease using (lease_id) cross join lateral (
      select coalesce(sum(s.amount_cents), 0) as sum from payment_intents i join sandbox_refunds s on s.intent_reference = i.reference
      where i.payment_id = p.entry_id and s.status <> 'failed') t
    where p.refunded_cents + p.fee_refunded_cents <> t.sum
    union all
    select 'lease ' || lease_id || ' has ' || payments || ' payments, and the provider received ' || received
    from of_lease, lateral (select count(*) as payments from payments p where p.lease_id = of_lease.lease_id) a,
      lateral (select count(*) as received from known k where k.lease_id = of_lease.lease_id and k.received_cents > 0) b
    where payments <> received
    union all
    select 'entry ' || e.id || ' sums to ' || sum(g.amount_cents)
    from ledger_entries e join of_lease using (lease_id) left join ledger_postings g on g.entry_id = e.id
    group by e.id having sum(g.amount_cents) is distinct from 0
    union all
    select 'lease ' || lease_id || ' has ' || posted || ' by its postings, ' || receivable || ' by its receivables, ' || open
      || ' by what is open, and keeps ' || kept || '; by its payments it is ' || paid
    from of_lease,
      lateral (select coalesce(sum(amount_cents), 0) as posted from ledger_postings g
        where g.lease_id = of_lease.lease_id and g.account = 'receivable') g,
      lateral (select coalesce(sum(amount_cents), 0) as receivable, coalesce(sum(open_cents), 0) as open from receivables r
        where r.lease_id = of_lease.lease_id) r,
      lateral (select coalesce(sum(balance_cents), 0) as kept from lease_accounts a where a.lease_id = of_lease.lease_id) a,
      lateral (select coalesce(sum(refunded_cents - amount_cents), 0) as paid from payments p
        where p.lease_id = of_lease.lease_id) p
    where not (posted = receivable and receivable = open and open = kept and kept = paid)`.execute(db);
  return rows.map(({ failure }) => failure);
}

/** Returns a message for each gap in the receipt numbers. */
export async function findReceiptGaps({ db }: Pick<Services, "db">): Promise<string[]> {
  const { rows } = await sql<{ count: number; highest: number; last: number; entries: number }>`
    select count(*) as count, coalesce(max(receipt_number), 0) as highest, (select last from receipt_numbers) as last,
      (select count(*) from ledger_entries where kind = 'payment') as entries
    from payments`.execute(db);
  const { count, highest, last, entries } = rows[0] ?? { count: -1, highest: 0, last: 0, entries: 0 };
  return new Set([count, highest, last, entries]).size === 1
    ? []
    : [`${count} payments, ${entries} entries, receipts up to ${highest}, ${last} counted`];
}
