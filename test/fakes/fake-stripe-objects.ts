import { randomBytes } from "node:crypto";
import type { Stripe } from "stripe";

/*
 * The Stripe objects that the portal uses: intents, charges, refunds, and disputes, with their statuses.
 * Shapes and parameter names are checked against the types of Stripe's package.
 */

/** A Stripe error response. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: { type: string; code?: string; message: string; param?: string };
  constructor(status: number, body: StripeError["body"]) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const invalidRequest = (code: string, message: string, param?: string) =>
  new StripeError(code === "resource_missing" ? 404 : 400, {
    type: "invalid_request_error",
    code,
    message,
    ...(param === undefined ? {} : { param }),
  });

type IntentParams = Pick<
  Stripe.PaymentIntentCreateParams,
  "amount" | "currency" | "description" | "metadata" | "allowed_payment_method_types" | "expand"
>;
export type StoredIntent = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_received"
  | "client_secret"
  | "created"
  | "currency"
  | "description"
  | "livemode"
  | "metadata"
  | "payment_method_types"
  | "status"
> & { latest_charge: string | null; last_payment_error: { message: string; type: string } | null };
export type StoredCharge = Pick<Stripe.Charge, "id" | "object" | "amount" | "created" | "status"> & {
  payment_intent: string;
  payment_method_details: MethodDetails;
};
/** The details of a card or an account that the portal reads, and others that it must not store. */
interface MethodDetails {
  type: string;
  card?: Pick<Stripe.Charge.PaymentMethodDetails.Card, "brand" | "last4" | "exp_month" | "fingerprint">;
  us_bank_account?: Pick<
    Stripe.Charge.PaymentMethodDetails.UsBankAccount,
    "bank_name" | "last4" | "routing_number"
  >;
}
export type StoredRefund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "metadata" | "status"
> & { payment_intent: string; failure_reason?: string };
export type StoredDispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "reason" | "status"
> & { payment_intent: string; charge: string; evidence_details: { due_by: number | null } };

/** A parsed form. All values are text. */
export type Form = Record<string, unknown>;

const intentParams = [
  "amount",
  "currency",
  "description",
  "metadata",
  "allowed_payment_method_types",
  "expand",
] as const satisfies readonly (keyof Stripe.PaymentIntentCreateParams)[];
const updateParams = [
  "amount",
  "expand",
] as const satisfies readonly (keyof Stripe.PaymentIntentUpdateParams)[];
const refundParams = [
  "payment_intent",
  "amount",
  "metadata",
] as const satisfies readonly (keyof Stripe.RefundCreateParams)[];

export class FakeStripeObjects {
  readonly intents = new Map<string, StoredIntent>();
  readonly charges = new Map<string, StoredCharge>();
  readonly refunds = new Map<string, StoredRefund>();
  readonly disputes = new Map<string, StoredDispute>();
  readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  createIntent(form: Form): StoredIntent {
    assertKnownParams(form, intentParams);
    const id = newId("pi");
    const intent: StoredIntent = {
      id,
      object: "payment_intent",
      amount: amountIn(form),
      amount_received: 0,
      client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
      created: this.seconds(),
      currency: String(form.currency),
      description: String(form.description),
      livemode: false,
      metadata: (form.metadata ?? {}) as Stripe.Metadata,
      payment_method_types: (form as unknown as IntentParams).allowed_payment_method_types ?? ["card"],
      status: "requires_payment_method",
      latest_charge: null,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    return intent;
  }

  updateIntent(id: string, form: Form): StoredIntent {
    assertKnownParams(form, updateParams);
    const intent = this.getIntent(id);
    assertOpen(intent);
    intent.amount = amountIn(form);
    return intent;
  }

  cancelIntent(id: string): StoredIntent {
    const intent = this.getIntent(id);
    assertOpen(intent);
    intent.status = "canceled";
    return intent;
  }

  createRefund(form: Form): StoredRefund {
    assertKnownParams(form, refundParams);
    const intent = this.getIntent(String(form.payment_intent));
    const amount = amountIn(form, 1);
    const remaining = intent.amount_received - this.sumRefunds(intent.id);
    if (intent.status !== "succeeded")
      throw invalidRequest(
        "payment_intent_unexpected_state",
        "This PaymentIntent does not have a successful charge.",
      );
    if ([...this.disputes.values()].some((one) => one.payment_intent === intent.id && one.status !== "won"))
      throw invalidRequest("charge_disputed", "This charge has been charged back and cannot be refunded.");
    if (remaining === 0)
      throw invalidRequest("charge_already_refunded", "This charge has already been refunded.");
    if (amount > remaining)
      throw new StripeError(400, {
        type: "invalid_request_error",
        message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${remaining})`,
      });
    const charge = this.charges.get(intent.latest_charge ?? "");
    const refund: StoredRefund = {
      id: newId("re"),
      object: "refund",
      amount,
      created: this.seconds(),
      currency: intent.currency,
      metadata: (form.metadata ?? {}) as Stripe.Metadata,
      payment_intent: intent.id,
      status: charge?.payment_method_details.type === "card" ? "succeeded" : "pending",
    };
    this.refunds.set(refund.id, refund);
    return refund;
  }

  /** Records the result of a payment attempt, which creates a charge. */
  recordAttempt(
    id: string,
    { method, status, problem }: { method: string; status: StoredIntent["status"]; problem?: string },
  ): StoredIntent {
    const intent = this.getIntent(id);
    const isPending = intent.status === "processing";
    const charge: StoredCharge = (isPending ? this.charges.get(intent.latest_charge ?? "") : undefined) ?? {
      id: newId("ch"),
      object: "charge",
      amount: intent.amount,
      created: this.seconds(),
      status: "pending",
      payment_intent: id,
      payment_method_details: describeMethod(method),
    };
    charge.status = status === "succeeded" ? "succeeded" : status === "processing" ? "pending" : "failed";
    this.charges.set(charge.id, charge);
    intent.status = status;
    intent.latest_charge = charge.id;
    intent.amount_received = status === "succeeded" ? intent.amount : 0;
    intent.last_payment_error = problem === undefined ? null : { type: "card_error", message: problem };
    return intent;
  }

  dispute(
    id: string,
    { reason, responseDays }: { reason: string; responseDays: number | null },
  ): StoredDispute {
    const intent = this.getIntent(id);
    const dispute: StoredDispute = {
      id: newId("du"),
      object: "dispute",
      amount: intent.amount_received,
      created: this.seconds(),
      currency: intent.currency,
      reason,
      status: "needs_response",
      payment_intent: id,
      charge: intent.latest_charge ?? "",
      evidence_details: { due_by: responseDays === null ? null : this.seconds() + responseDays * 86_400 },
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  getIntent = (id: string): StoredIntent => getOrThrow(this.intents, id, "payment_intent");
  getRefund = (id: string): StoredRefund => getOrThrow(this.refunds, id, "refund");
  getDispute = (id: string): StoredDispute => getOrThrow(this.disputes, id, "dispute");

  listRefunds = (intentId: string): StoredRefund[] =>
    [...this.refunds.values()].filter((refund) => refund.payment_intent === intentId);

  private sumRefunds = (intentId: string): number =>
    this.listRefunds(intentId)
      .filter(({ status }) => status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);

  private seconds = (): number => Math.floor(this.now().getTime() / 1000);
}

const describeMethod = (method: string): MethodDetails => ({
  type: method,
  ...(method === "card"
    ? { card: { brand: "visa", last4: "4242", exp_month: 12, fingerprint: "Xt5EWLLDS7FJjR1c" } }
    : {}),
  ...(method === "us_bank_account"
    ? { us_bank_account: { bank_name: "STRIPE TEST BANK", last4: "6789", routing_number: "110000000" } }
    : {}),
});

const newId = (prefix: string) => `${prefix}_3${randomBytes(11).toString("hex")}`;

function amountIn(form: Form, min = 50): number {
  const amount = Number(form.amount);
  if (!/^\d+$/.test(String(form.amount)))
    throw invalidRequest("parameter_invalid_integer", `Invalid integer: ${String(form.amount)}`, "amount");
  if (amount < min) throw invalidRequest("amount_too_small", "Amount must be at least $0.50 usd", "amount");
  if (amount > 99_999_999)
    throw invalidRequest("amount_too_large", "Amount must be no more than $999,999.99", "amount");
  return amount;
}

function assertKnownParams(form: Form, known: readonly string[]): void {
  for (const name of Object.keys(form))
    if (!known.includes(name))
      throw invalidRequest("parameter_unknown", `Received unknown parameter: ${name}`, name);
}

function assertOpen({ status }: StoredIntent): void {
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(status))
    throw invalidRequest(
      "payment_intent_unexpected_state",
      `This PaymentIntent could not be changed because it has a status of ${status}.`,
    );
}

function getOrThrow<T>(objects: Map<string, T>, id: string, what: string): T {
  const object = objects.get(id);
  if (object === undefined) throw invalidRequest("resource_missing", `No such ${what}: '${id}'`, "id");
  return object;
}
