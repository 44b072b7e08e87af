import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { Services } from "../../http/context.ts";
import { enqueue, type Tasks } from "../../jobs/tasks.ts";
import { isSameSecret } from "../../same-secret.ts";
import {
  BadSignatureError,
  CardError,
  type CardProvider,
  type PaidWith,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderIntent,
  type ProviderRefund,
} from "./card-provider.ts";

/** A test card or test account, by its outcome. The portal never receives card numbers. */
export type SandboxMeans =
  | "succeeds"
  | "declined"
  | "lacksFunds"
  | "requiresExtraStep"
  | "refundFails"
  | "disputed"
  | "clears"
  | "returned";

/** The last four digits of each test card and test account. */
const testLastFour = {
  succeeds: "4242",
  declined: "0002",
  lacksFunds: "9995",
  requiresExtraStep: "3155",
  refundFails: "5126",
  disputed: "0259",
  clears: "6789",
  returned: "1113",
} as const satisfies Record<SandboxMeans, string>;

/** How long bank processing takes in the sandbox, and how long a dispute waits for a response. */
export const settlesAfterSeconds = 20;
const disputeLostAfterSeconds = 120;
/** The maximum age of an event, as with a real provider. */
const maxEventSeconds = 300;

/** The sandbox, with the functions that the payer's browser calls at a real provider directly. */
export interface SandboxCards extends CardProvider {
  kind: "sandbox";
  /**
   * Attempts a payment.
   * @throws CardError for an unknown intent or a wrong secret
   */
  confirm(reference: string, input: { clientSecret: string; means: SandboxMeans }): Promise<SandboxIntent>;
  /**
   * Passes or fails the extra authentication step.
   * @throws CardError as above
   */
  takeStep(reference: string, input: { clientSecret: string; approve: boolean }): Promise<SandboxIntent>;
  /** Applies the bank's decision. A second call changes nothing. */
  settle(settled: Tasks["settle-in-sandbox"]): Promise<void>;
  signEvent(event: Tasks["deliver-sandbox-event"], now: Date): { body: Buffer; signature: string };
}

export type SandboxIntent = ProviderIntent & { needsStep: boolean };

type IntentRow = SandboxIntent & { means: SandboxMeans | null };

/** A change to an intent, with the event for the portal. */
type IntentChange = Partial<
  Pick<IntentRow, "status" | "amountCents" | "method" | "means" | "needsStep" | "problem">
> & {
  event?: string;
  settles?: "intent" | "dispute";
};

export const asSandbox = (cards: CardProvider | null): SandboxCards | null =>
  cards?.kind === "sandbox" ? (cards as SandboxCards) : null;

/**
 * Opens a simulated card provider in our own database, with a real provider's states and events. Demo only.
 */
export function openSandbox({
  db,
  secretKey,
  clock,
}: Pick<Services, "db" | "secretKey" | "clock">): SandboxCards {
  const eventKey = createHmac("sha256", secretKey).update("events of the sandbox").digest();

  const readIntentRow = async (database: Db, reference: string, forUpdate = sql``): Promise<IntentRow> => {
    const { rows } = await sql<Omit<IntentRow, "paidWith">>`
      select reference, client_secret as "clientSecret", intent_id as "intentId", status, amount_cents as "amountCents",
        received_cents as "receivedCents", method, means, needs_step as "needsStep", problem, paid_at as "paidAt"
      from sandbox_intents where reference = ${reference} ${forUpdate}`.execute(database);
    if (rows[0] === undefined) throw new CardError("Payment not found in the sandbox.");
    return { ...rows[0], paidWith: findPaidWith(rows[0].means) };
  };

  /** Locks an intent and applies the change that `decide` returns. Null changes nothing. */
  const changeIntent = (
    reference: string,
    decide: (row: IntentRow) => IntentChange | null,
  ): Promise<IntentRow> =>
    db.transaction().execute(async (transaction) => {
      const row = await readIntentRow(transaction, reference, sql`for update`);
      const intentChange = decide(row);
      if (intentChange === null) return row;
      const { event, settles, ...changes } = intentChange;
      const next = { ...row, ...changes };
      const isPaid = next.status === "succeeded";
      const updatedRow: IntentRow = {
        ...next,
        paidWith: findPaidWith(next.means),
        receivedCents: isPaid ? next.amountCents : 0,
        paidAt: isPaid ? clock() : null,
      };
      await sql`update sandbox_intents set status = ${updatedRow.status}, amount_cents = ${updatedRow.amountCents},
          received_cents = ${updatedRow.receivedCents}, method = ${updatedRow.method}, means = ${updatedRow.means},
          needs_step = ${updatedRow.needsStep}, problem = ${updatedRow.problem}, paid_at = ${updatedRow.paidAt}
        where reference = ${reference}`.execute(transaction);
      if (event !== undefined)
        await notifyPortal(transaction, "intent", `payment_intent.${event}`, reference);
      if (settles !== undefined)
        await enqueue(
          transaction,
          "settle-in-sandbox",
          { type: settles, reference },
          { delaySeconds: settlesAfterSeconds },
        );
      return updatedRow;
    });

  const changeByPayer = (
    reference: string,
    clientSecret: string,
    decide: (row: IntentRow) => IntentChange | null,
  ): Promise<IntentRow> =>
    changeIntent(reference, (row) => {
      if (!isSameSecret(row.clientSecret, clientSecret))
        throw new CardError("That secret doesn't match this payment.");
      return decide(row);
    });

  const openRefund = (input: Parameters<CardProvider["refund"]>[0]): Promise<ProviderRefund> =>
    db.transaction().execute(async (transaction) => {
      const intent = await readIntentRow(transaction, input.reference, sql`for update`);
      const refunds = await readRefunds(transaction, sql`intent_reference = ${input.reference}`);
      const existingRefunds = await readRefunds(transaction, sql`refund_id = ${input.refundId}`);
      if (existingRefunds[0] !== undefined) return existingRefunds[0];
      const refundedCents = refunds
        .filter(({ status }) => status !== "failed")
        .reduce((sum, { amountCents }) => sum + amountCents, 0);
      if (input.amountCents <= 0 || refundedCents + input.amountCents > intent.receivedCents)
        throw new CardError("A refund can't exceed the amount received.");
      const reference = `re_sandbox_${randomBytes(12).toString("hex")}`;
      await sql`insert into sandbox_refunds (reference, refund_id, intent_reference, amount_cents, created_at)
        values (${reference}, ${input.refundId}, ${input.reference}, ${input.amountCents}, ${clock()})`.execute(
        transaction,
      );
      await enqueue(
        transaction,
        "settle-in-sandbox",
        { type: "refund", reference },
        { delaySeconds: settlesAfterSeconds },
      );
      return requireFirst(await readRefunds(transaction, sql`reference = ${reference}`));
    });

  const settleRefund = (reference: string): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ reference: string }>`
        update sandbox_refunds r set status = case when i.means = 'refundFails' then 'failed' else 'done' end,
          problem = case when i.means = 'refundFails' then 'The card''s bank didn''t accept the refund.' else '' end
        from sandbox_intents i
        where r.reference = ${reference} and r.status = 'pending' and i.reference = r.intent_reference
        returning r.reference`.execute(transaction);
      if (rows.length > 0) await notifyPortal(transaction, "refund", "refund.updated", reference);
    });

  /** Opens the dispute. A second call loses it, because no one responds to disputes in the sandbox. */
  const settleDispute = (intentReference: string): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const intent = await readIntentRow(transaction, intentReference, sql`for update`);
      const [existingDispute] = await readDisputes(transaction, sql`intent_reference = ${intentReference}`);
      if (existingDispute !== undefined) {
        if (existingDispute.state !== "needs_response") return;
        await sql`update sandbox_disputes set state = 'lost' where reference = ${existingDispute.reference}`.execute(
          transaction,
        );
        return notifyPortal(transaction, "dispute", "charge.dispute.closed", existingDispute.reference);
      }
      const reference = `dp_sandbox_${randomBytes(12).toString("hex")}`;
      const now = clock();
      await sql`insert into sandbox_disputes (reference, intent_reference, amount_cents, reason, state, respond_by, opened_at)
        values (${reference}, ${intentReference}, ${intent.receivedCents}, 'fraudulent', 'needs_response',
          ${new Date(now.getTime() + disputeLostAfterSeconds * 1000)}, ${now})`.execute(transaction);
      await enqueue(
        transaction,
        "settle-in-sandbox",
        { type: "dispute", reference: intentReference },
        { delaySeconds: disputeLostAfterSeconds },
      );
      return notifyPortal(transaction, "dispute", "charge.dispute.created", reference);
    });

  const settleDebit = async (reference: string): Promise<void> => {
    await changeIntent(reference, (row) => {
      if (row.status !== "processing") return null;
      return row.means === "returned"
        ? {
            status: "open",
            problem: "The bank returned this debit: insufficient funds.",
            event: "payment_failed",
          }
        : { status: "succeeded", event: "succeeded" };
    });
  };

  return {
    kind: "sandbox",
    publishableKey: null,

    async createIntent({ intentId, amountCents }) {
      const reference = `pi_sandbox_${randomBytes(12).toString("hex")}`;
      const secret = `${reference}_secret_${randomBytes(24).toString("hex")}`;
      await sql`insert into sandbox_intents (reference, client_secret, intent_id, amount_cents, created_at)
        values (${reference}, ${secret}, ${intentId}, ${amountCents}, ${clock()})
        on conflict (intent_id) do nothing`.execute(db);
      const { rows } = await sql<{ reference: string }>`
        select reference from sandbox_intents where intent_id = ${intentId}`.execute(db);
      return readIntentRow(db, requireFirst(rows).reference);
    },

    changeAmount: (reference, amountCents) =>
      changeIntent(reference, ({ status }) => {
        if (status !== "open") throw new CardError(statusMessages[status]);
        return { amountCents, needsStep: false };
      }),

    readIntent: (reference) => readIntentRow(db, reference),

    cancelIntent: (reference) =>
      changeIntent(reference, ({ status }) => {
        if (status === "canceled") return null;
        if (status !== "open") throw new CardError(statusMessages[status]);
        return { status: "canceled", needsStep: false, event: "canceled" };
      }),

    confirm: (reference, { clientSecret, means }) =>
      changeByPayer(reference, clientSecret, ({ status }) => (status === "open" ? toChange(means) : null)),

    takeStep: (reference, { clientSecret, approve }) =>
      changeByPayer(reference, clientSecret, ({ status, needsStep }) => {
        if (status !== "open" || !needsStep) return null;
        return approve
          ? { status: "succeeded", needsStep: false, problem: "", event: "succeeded" }
          : {
              needsStep: false,
              problem: "Authentication failed. Try again or use a different card.",
              event: "payment_failed",
            };
      }),

    refund: openRefund,
    readRefund: async (reference) => requireFirst(await readRefunds(db, sql`reference = ${reference}`)),
    readDispute: async (reference) => requireFirst(await readDisputes(db, sql`reference = ${reference}`)),

    settle: ({ type, reference }) =>
      type === "intent"
        ? settleDebit(reference)
        : type === "refund"
          ? settleRefund(reference)
          : settleDispute(reference),

    signEvent({ id, kind, type, reference }, now) {
      const body = Buffer.from(
        JSON.stringify({ id, kind, subject: { what: type, reference } } satisfies ProviderEvent),
      );
      const timestampSeconds = Math.floor(now.getTime() / 1000);
      return {
        body,
        signature: `t=${timestampSeconds},v1=${computeSignature(eventKey, timestampSeconds, body)}`,
      };
    },

    readEvent(body, signature, now) {
      const [, timestampSeconds, hash] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? "") ?? [];
      if (
        timestampSeconds === undefined ||
        hash === undefined ||
        !isSameSecret(computeSignature(eventKey, Number(timestampSeconds), body), hash)
      )
        throw new BadSignatureError("This event wasn't signed by the sandbox.");
      if (Math.abs(now.getTime() / 1000 - Number(timestampSeconds)) > maxEventSeconds)
        throw new BadSignatureError("This event is too old.");
      return JSON.parse(body.toString("utf8")) as ProviderEvent;
    },
  };
}

const statusMessages = {
  processing: "This payment is already processing.",
  succeeded: "This payment has already been made.",
  canceled: "This payment was cancelled. Please start again.",
} as const;

/** Returns the change to an open intent after a payment with this card or account. */
function toChange(means: SandboxMeans): IntentChange {
  const isBankDebit = isTestAccount(means);
  const attempt = {
    method: isBankDebit ? "us_bank_account" : "card",
    means,
    needsStep: false,
    problem: "",
  } as const;
  if (isBankDebit) return { ...attempt, status: "processing", event: "processing", settles: "intent" };
  if (means === "requiresExtraStep") return { ...attempt, needsStep: true, event: "requires_action" };
  if (means === "declined" || means === "lacksFunds")
    return { ...attempt, problem: declineMessages[means], event: "payment_failed" };
  const paid = { ...attempt, status: "succeeded", event: "succeeded" } as const;
  return means === "disputed" ? { ...paid, settles: "dispute" } : paid;
}

const isTestAccount = (means: SandboxMeans): boolean => means === "clears" || means === "returned";

const findPaidWith = (means: SandboxMeans | null): PaidWith | null =>
  means === null
    ? null
    : { brand: isTestAccount(means) ? "Test Bank" : "Visa", lastFour: testLastFour[means] };

const declineMessages = {
  declined: "Your card was declined.",
  lacksFunds: "Your card has insufficient funds.",
} as const;

/** Queues an event in the transaction of the change. A job delivers it after the commit, with retries. */
const notifyPortal = (
  db: Db,
  type: "intent" | "refund" | "dispute",
  kind: string,
  reference: string,
): Promise<void> =>
  enqueue(db, "deliver-sandbox-event", {
    id: `evt_sandbox_${randomBytes(12).toString("hex")}`,
    kind,
    type,
    reference,
  });

async function readRefunds(db: Db, condition: ReturnType<typeof sql>): Promise<ProviderRefund[]> {
  const { rows } = await sql<ProviderRefund>`
    select reference, refund_id as "refundId", intent_reference as "intentReference", amount_cents as "amountCents", status,
      problem
    from sandbox_refunds where ${condition}`.execute(db);
  return rows;
}

async function readDisputes(db: Db, condition: ReturnType<typeof sql>): Promise<ProviderDispute[]> {
  const { rows } = await sql<ProviderDispute>`
    select reference, intent_reference as "intentReference", amount_cents as "amountCents", reason, state,
      respond_by as "respondBy", opened_at as "openedAt"
    from sandbox_disputes where ${condition}`.execute(db);
  return rows;
}

function requireFirst<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new CardError("Not found in the sandbox.");
  return row;
}

const computeSignature = (key: Buffer, timestampSeconds: number, body: Buffer): string =>
  createHmac("sha256", key).update(`${timestampSeconds}.`).update(body).digest("hex");
