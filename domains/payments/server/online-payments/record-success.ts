import type { SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { CardError, ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { conflict, unavailable } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { paymentSuccess } from "../../pay-contract.ts";
import { getPayment } from "../history/list-payments.ts";
import { applyIntent } from "./apply-intent.ts";
import { getMyIntent, type Intent, requireProvider } from "./intents.ts";

/**
 * Records what the provider received for the user's own intent. Only the id is used. Everything else comes
 * from the provider.
 * @throws AppError not_found; conflict if the provider doesn't know the intent; unavailable if the provider
 * doesn't respond
 */
export async function recordSuccess(
  ctx: SignedInCtx,
  reference: string,
): Promise<ResponseOf<typeof paymentSuccess>> {
  const intent = await refreshIntent(ctx, await getMyIntent(ctx, reference));
  return {
    success: intent.state === "succeeded",
    status: intent.state,
    payment: intent.paymentId === null ? null : await getPayment(ctx, intent.paymentId),
  };
}

async function refreshIntent(ctx: SignedInCtx, intent: Intent): Promise<Intent> {
  if (intent.state === "succeeded" || intent.provider === null || intent.reference === null) return intent;
  try {
    const providerIntent = await requireProvider(ctx, intent).readIntent(intent.reference);
    const { provider } = intent;
    return (
      (await inTransaction(ctx.db, (db) => applyIntent({ ...ctx, db }, provider, providerIntent))) ?? intent
    );
  } catch (error) {
    if (error instanceof ProviderUnavailableError)
      throw unavailable(
        "The card provider isn't responding. Your payment will be recorded once it does. Please don't pay again.",
      );
    if (error instanceof CardError) throw conflict(error.message);
    throw error;
  }
}
