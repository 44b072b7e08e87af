import { sql } from "kysely";
import { leaseLedgerPath } from "#domains/leases/paths.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { type LockedAccount, lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import type { Ctx } from "#server/http/context.ts";
import type { CardProvider, ProviderIntent } from "#server/integrations/cards/card-provider.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Day } from "#shared/calendar.ts";
import { splitReceived } from "../../fee.ts";
import { toPaymentMethod } from "../../methods.ts";
import { makePaymentPath } from "../../paths.ts";
import { findLeaseDetails, notifyManagers } from "../notify-managers.ts";
import { takePayment } from "../take-payment.ts";
import { findIntents, type Intent } from "./intents.ts";

/**
 * Updates an intent to match the provider's report. A received payment is posted to the ledger once, no
 * matter who reports it first: the payer's page, an event, or the reconciler (requirements, "PAY recording").
 * Runs in a transaction. Returns the updated intent, or null if the intent isn't from this portal.
 */
export async function applyIntent(
  ctx: Ctx,
  provider: CardProvider["kind"],
  providerIntent: ProviderIntent,
): Promise<Intent | null> {
  // Matched by our id if the provider's response was lost before its reference was stored.
  const matchesIntent = sql`i.provider = ${provider} and (i.reference = ${providerIntent.reference}
    or (i.id = ${providerIntent.intentId} and i.reference is null))`;
  const [unlockedIntent] = await findIntents(ctx, matchesIntent);
  if (unlockedIntent === undefined) return null;
  const account = await lockAnyAccount(ctx, unlockedIntent.leaseId);
  const [intent] = await findIntents(ctx, sql`${matchesIntent} for update`);
  if (intent === undefined || intent.state === "succeeded") return intent ?? null;
  const paymentId =
    providerIntent.status === "succeeded"
      ? await postReceivedPayment(ctx, { provider, account, intent, providerIntent })
      : null;
  const { rows } = await sql<{ isChanged: boolean }>`
    update payment_intents i set reference = ${providerIntent.reference}, client_secret = ${providerIntent.clientSecret}, state = ${providerIntent.status},
      problem = ${providerIntent.problem}, payment_id = ${paymentId},
      changed_at = case when i.state <> ${providerIntent.status} or i.problem <> ${providerIntent.problem} then ${ctx.now} else i.changed_at end
    where i.id = ${intent.id}
    returning i.changed_at = ${ctx.now} as "isChanged"`.execute(ctx.db);
  if (rows[0]?.isChanged === true)
    publishLeaseChange(ctx, { id: intent.leaseId, property_id: intent.propertyId });
  if (intent.state === "processing" && ["open", "canceled"].includes(providerIntent.status)) {
    await recordFailedDebit(ctx, account, intent, providerIntent.problem);
    await notifyOfFailedDebit(ctx, intent, providerIntent.problem);
  }
  return { ...intent, state: providerIntent.status, paymentId };
}

/** Records the debit for the payment history. Nothing is posted, because the money never arrived. */
async function recordFailedDebit(
  ctx: Ctx,
  { today }: LockedAccount,
  { id, userId, leaseId, propertyId, amountCents, description }: Intent,
  problem: string,
): Promise<void> {
  await ctx.db
    .insertInto("failed_debits")
    .values({
      property_id: propertyId,
      lease_id: leaseId,
      intent_id: id,
      payer_id: userId,
      description,
      amount_cents: amountCents,
      problem,
      failed_on: today,
      failed_at: ctx.now,
    })
    .execute();
}

/** Notifies the payer and the managers, because the payment no longer counts as on its way. Debits have no fee. */
async function notifyOfFailedDebit(
  ctx: Ctx,
  { userId, leaseId, propertyId, amountCents }: Intent,
  problem: string,
): Promise<void> {
  const { company, ...place } = await findLeaseDetails(ctx, leaseId);
  const details = { cents: amountCents, problem, ...place };
  await notify(ctx, [userId], {
    kind: "payment.debit-failed",
    details,
    link: makePaymentPath,
    propertyId,
  });
  await notifyManagers(
    ctx,
    {
      kind: "payment.debit-failed",
      details: { ...details, company },
      link: leaseLedgerPath(leaseId),
      propertyId,
    },
    userId,
  );
}

interface ReceivedPayment {
  provider: CardProvider["kind"];
  account: LockedAccount;
  intent: Intent;
  providerIntent: ProviderIntent;
}

/** Posts a received payment. The credited amount and the fee add up to what the provider received. */
async function postReceivedPayment(
  ctx: Ctx,
  { provider, account, intent, providerIntent }: ReceivedPayment,
): Promise<number> {
  const method = toPaymentMethod(providerIntent.method ?? intent.method);
  const paidAt = providerIntent.paidAt ?? ctx.now;
  const { rows } = await sql<{ day: Day }>`
    select greatest(${account.startsOn}::date, least(${account.today}::date,
      (${paidAt}::timestamptz at time zone p.time_zone)::date)) as day
    from properties p where p.id = ${account.propertyId}`.execute(ctx.db);
  return takePayment(ctx, account, {
    ...splitReceived(providerIntent.receivedCents, method, intent.feeBasisPoints),
    method,
    ...providerIntent.paidWith,
    onDay: rows[0]?.day ?? account.today,
    paidAt,
    description: intent.description,
    payerId: intent.userId,
    into: "clearing",
    externalReference: `${provider} ${providerIntent.reference}`,
    chargeIds: intent.chargeIds,
  });
}
