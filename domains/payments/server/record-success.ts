import type { SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { CardRefusal, ProviderAway } from "#server/integrations/card-provider.ts";
import { conflict, unavailable } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { paymentSuccess } from "../pay-contract.ts";
import { applyIntent } from "./apply-intent.ts";
import { type Intent, ownIntent, providerOf } from "./intents.ts";
import { paymentOf } from "./list-payments.ts";

/**
 * Records what the provider has received for the user's own intent. Only the id is used: the provider is asked for the rest.
 * @throws AppError not_found; conflict when the provider does not know it; unavailable while it does not answer
 */
export async function recordSuccess(
  ctx: SignedInCtx,
  reference: string,
): Promise<ResponseOf<typeof paymentSuccess>> {
  const intent = await asItIsNow(ctx, await ownIntent(ctx, reference));
  return {
    success: intent.state === "succeeded",
    status: intent.state,
    payment: intent.paymentId === null ? null : await paymentOf(ctx, intent.paymentId),
  };
}

async function asItIsNow(ctx: SignedInCtx, intent: Intent): Promise<Intent> {
  if (intent.state === "succeeded" || intent.provider === null || intent.reference === null) return intent;
  try {
    const reported = await providerOf(ctx, intent).readIntent(intent.reference);
    const { provider } = intent;
    return (await inTransaction(ctx.db, (db) => applyIntent({ ...ctx, db }, provider, reported))) ?? intent;
  } catch (error) {
    if (error instanceof ProviderAway)
      throw unavailable(
        "The card provider does not answer. Your payment is recorded as soon as it does; please do not pay again.",
      );
    if (error instanceof CardRefusal) throw conflict(error.message);
    throw error;
  }
}
