import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { CardError, ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { conflict, unavailable } from "#shared/errors.ts";
import { calculateFee } from "../../fee.ts";
import { type Intent, requireProvider } from "./intents.ts";

/**
 * Sets the payment method. The server sets the fee, and the provider gets the new amount (requirements,
 * "Fee").
 * @throws AppError conflict if the payment is processing or complete; unavailable if the provider doesn't
 * respond
 */
export async function changeMethod(ctx: Ctx, intent: Intent, method: string): Promise<Intent> {
  if (intent.state !== "open" || intent.reference === null)
    throw conflict(
      intent.state === "processing"
        ? "This payment is already processing."
        : "This payment has already been made.",
    );
  const feeCents = calculateFee(intent.amountCents, method, intent.feeBasisPoints);
  if (intent.provider !== null)
    try {
      await requireProvider(ctx, intent).changeAmount(intent.reference, intent.amountCents + feeCents);
    } catch (error) {
      if (error instanceof CardError) throw conflict(error.message);
      if (error instanceof ProviderUnavailableError)
        throw unavailable("The card provider isn't responding. Please try again in a moment.");
      throw error;
    }
  await sql`update payment_intents set method = ${method}, fee_cents = ${feeCents}, changed_at = ${ctx.now}
    where id = ${intent.id} and state = 'open'`.execute(ctx.db);
  return { ...intent, method, feeCents };
}
