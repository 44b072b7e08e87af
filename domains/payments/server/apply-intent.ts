import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { type LockedAccount, lockAnyAccount } from "#domains/ledger/server/lock-account.ts";
import type { Ctx } from "#server/http/context.ts";
import type { CardProvider, ProviderIntent } from "#server/integrations/card-provider.ts";
import type { Day } from "#shared/calendar.ts";
import { splitReceived } from "../fee.ts";
import { methodOf } from "../methods.ts";
import { type Intent, intentsWhere } from "./intents.ts";
import { takePayment } from "./take-payment.ts";

/**
 * Brings an intent to what its provider says it is; what was received is entered on the ledger, once, whoever learns of it
 * first: the payer's page, an event or the reconciler (requirements, "PAY recording"). Runs in a transaction. Gives the intent
 * as it is then; null for one that is not ours.
 */
export async function applyIntent(
  ctx: Ctx,
  provider: CardProvider["kind"],
  told: ProviderIntent,
): Promise<Intent | null> {
  // By our id where the provider's answer was lost before its reference was kept.
  const ours = sql`i.provider = ${provider} and (i.reference = ${told.reference}
    or (i.id = ${told.intentId} and i.reference is null))`;
  const [found] = await intentsWhere(ctx, ours);
  if (found === undefined) return null;
  const account = await lockAnyAccount(ctx, found.leaseId);
  const [intent] = await intentsWhere(ctx, sql`${ours} for update`);
  if (intent === undefined || intent.state === "succeeded") return intent ?? null;
  const paymentId =
    told.status === "succeeded" ? await receive(ctx, { provider, account, intent, told }) : null;
  const { rows } = await sql<{ isChanged: boolean }>`
    update payment_intents i set reference = ${told.reference}, client_secret = ${told.clientSecret}, state = ${told.status},
      problem = ${told.problem}, payment_id = ${paymentId},
      changed_at = case when i.state <> ${told.status} or i.problem <> ${told.problem} then ${ctx.now} else i.changed_at end
    where i.id = ${intent.id}
    returning i.changed_at = ${ctx.now} as "isChanged"`.execute(ctx.db);
  if (rows[0]?.isChanged === true)
    publishLeaseChange(ctx, { id: intent.leaseId, property_id: intent.propertyId });
  return { ...intent, state: told.status, paymentId };
}

interface Received {
  provider: CardProvider["kind"];
  account: LockedAccount;
  intent: Intent;
  told: ProviderIntent;
}

/** What is credited and the fee add up to what the provider says it received. */
async function receive(ctx: Ctx, { provider, account, intent, told }: Received): Promise<number> {
  const method = methodOf(told.method ?? intent.method);
  const paidAt = told.paidAt ?? ctx.now;
  const { rows } = await sql<{ day: Day }>`
    select greatest(${account.beginsOn}::date, least(${account.today}::date,
      (${paidAt}::timestamptz at time zone p.time_zone)::date)) as day
    from properties p where p.id = ${account.propertyId}`.execute(ctx.db);
  return takePayment(ctx, account, {
    ...splitReceived(told.receivedCents, method, intent.feeBasisPoints),
    method,
    onDay: rows[0]?.day ?? account.today,
    paidAt,
    description: intent.description,
    payerId: intent.userId,
    into: "clearing",
    externalReference: `${provider} ${told.reference}`,
    chargeIds: intent.chargeIds,
  });
}
