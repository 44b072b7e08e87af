import type { FastifyInstance } from "fastify";
import { type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { CardRefusal } from "#server/integrations/card-provider.ts";
import {
  type SandboxCards,
  type SandboxIntent,
  type SandboxMeans,
  sandboxOf,
} from "#server/integrations/sandbox-cards.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import * as calls from "../sandbox-contract.ts";
import { ownIntent } from "./intents.ts";

/**
 * Binds the calls of the payer's browser to the sandbox itself. Outside of demo mode they do not exist. They have no request
 * transaction, so that nothing of a card number is stored, not even its hash for a repeated request.
 */
export function sandboxRoutes(app: FastifyInstance, services: Services): void {
  const manual = { transaction: "manual" } as const;
  route(
    app,
    services,
    calls.confirmInSandbox,
    async (ctx, { params, body }) => {
      const { sandbox, reference } = await payable(signedIn(ctx), params.id);
      const means = meansOf(body, ctx.now);
      return confirmed(() => sandbox.confirm(reference, { clientSecret: body.clientSecret, means }));
    },
    manual,
  );
  route(
    app,
    services,
    calls.takeStepInSandbox,
    async (ctx, { params, body }) => {
      const { sandbox, reference } = await payable(signedIn(ctx), params.id);
      return confirmed(() => sandbox.takeStep(reference, body));
    },
    manual,
  );
}

/**
 * The user's own intent, for which the sandbox has the amount that the portal agreed on with the payer.
 * @throws AppError not_found; conflict when the sandbox would take another amount
 */
async function payable(
  ctx: SignedInCtx,
  reference: string,
): Promise<{ sandbox: SandboxCards; reference: string }> {
  const sandbox = sandboxOf(ctx.cards);
  if (sandbox === null) throw notFound("payment");
  const intent = await ownIntent(ctx, reference);
  if (intent.provider !== "sandbox") throw notFound("payment");
  const { amountCents, status } = await sandbox.readIntent(reference);
  if (status === "open" && amountCents !== intent.amountCents + intent.feeCents)
    throw conflict("The amount of this payment has changed. Please choose again what to pay with.");
  return { sandbox, reference };
}

/** @throws AppError invalid for a number that is not in the sandbox's list */
function meansOf(
  {
    method,
    accountNumber = "",
    cardNumber = "",
    expiry = "",
    cvc = "",
  }: BodyOf<typeof calls.confirmInSandbox>,
  now: Date,
): SandboxMeans {
  const isCard = method === "card";
  const means = isCard
    ? calls.sandboxMeansOf(calls.sandboxCards, cardNumber)
    : calls.sandboxMeansOf(calls.sandboxAccounts, accountNumber);
  const refusals: Record<string, string | undefined> = isCard
    ? {
        cardNumber: means === undefined ? calls.notATestCard : undefined,
        expiry: calls.expiryRefusal(expiry, now.toISOString()),
        cvc: calls.cvcRefusal(cvc),
      }
    : { accountNumber: means === undefined ? calls.notATestAccount : undefined };
  const fields = Object.fromEntries(
    Object.entries(refusals).flatMap(([field, refusal]) => (refusal === undefined ? [] : [[field, refusal]])),
  );
  if (means === undefined || Object.keys(fields).length > 0) throw invalid(fields);
  return means;
}

async function confirmed(
  ask: () => Promise<SandboxIntent>,
): Promise<ResponseOf<typeof calls.confirmInSandbox>> {
  try {
    const { status, needsStep, problem } = await ask();
    if (status !== "open")
      return {
        status,
        error: status === "canceled" ? { message: "This payment was canceled. Please begin again." } : null,
      };
    return {
      status: needsStep ? "requires_action" : "requires_payment_method",
      error: problem === "" ? null : { message: problem },
    };
  } catch (error) {
    if (error instanceof CardRefusal) throw conflict(error.message);
    throw error;
  }
}
