import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { CardRefusal, ProviderAway } from "#server/integrations/card-provider.ts";
import { conflict, unavailable } from "#shared/errors.ts";
import { feeOf } from "../fee.ts";
import { type Intent, providerOf } from "./intents.ts";

/**
 * Sets the method of payment: the server sets the fee, and the provider gets the new amount (requirements, "Fee").
 * @throws AppError conflict once it is paid or under way; unavailable while the provider does not answer
 */
export async function changeMethod(ctx: Ctx, intent: Intent, method: string): Promise<Intent> {
  if (intent.state !== "open" || intent.reference === null)
    throw conflict(
      intent.state === "processing"
        ? "This payment is already on its way."
        : "This payment was already made.",
    );
  const feeCents = feeOf(intent.amountCents, method, intent.feeBasisPoints);
  if (intent.provider !== null)
    try {
      await providerOf(ctx, intent).changeAmount(intent.reference, intent.amountCents + feeCents);
    } catch (error) {
      if (error instanceof CardRefusal) throw conflict(error.message);
      if (error instanceof ProviderAway)
        throw unavailable("The card provider does not answer. Please try again in a moment.");
      throw error;
    }
  await sql`update payment_intents set method = ${method}, fee_cents = ${feeCents}, changed_at = ${ctx.now}
    where id = ${intent.id} and state = 'open'`.execute(ctx.db);
  return { ...intent, method, feeCents };
}
