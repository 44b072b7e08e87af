import type { FastifyInstance } from "fastify";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { CardError } from "#server/integrations/cards/card-provider.ts";
import {
  asSandbox,
  type SandboxCards,
  type SandboxIntent,
  type SandboxMeans,
} from "#server/integrations/cards/sandbox-cards.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import * as calls from "../../sandbox-contract.ts";
import { getMyIntent } from "./intents.ts";

/**
 * Binds the calls from the payer's browser to the sandbox. They don't exist outside demo mode. They have no
 * request transaction, so no part of a card number is stored, not even its hash for a repeated request.
 */
export function sandboxRoutes(app: FastifyInstance, services: Services): void {
  const manualTransaction = { transaction: "manual" } as const;
  route(
    app,
    services,
    calls.confirmInSandbox,
    async (ctx, { params, body }) => {
      const { sandbox, reference } = await requirePayableIntent(ctx, params.id);
      const testNumberKey = parseTestNumber(body, ctx.now);
      return toOutcome(() =>
        sandbox.confirm(reference, { clientSecret: body.clientSecret, means: testNumberKey }),
      );
    },
    manualTransaction,
  );
  route(
    app,
    services,
    calls.authenticateInSandbox,
    async (ctx, { params, body }) => {
      const { sandbox, reference } = await requirePayableIntent(ctx, params.id);
      return toOutcome(() => sandbox.takeStep(reference, body));
    },
    manualTransaction,
  );
}

/**
 * Returns the user's own intent, after checking that the sandbox has the amount the portal agreed on with the
 * payer.
 * @throws AppError not_found; conflict if the sandbox would take a different amount
 */
async function requirePayableIntent(
  ctx: SignedInCtx,
  reference: string,
): Promise<{ sandbox: SandboxCards; reference: string }> {
  const sandbox = asSandbox(ctx.cards);
  if (sandbox === null) throw notFound("payment");
  const intent = await getMyIntent(ctx, reference);
  if (intent.provider !== "sandbox") throw notFound("payment");
  const { amountCents, status } = await sandbox.readIntent(reference);
  if (status === "open" && amountCents !== intent.amountCents + intent.feeCents)
    throw conflict("The payment amount has changed. Choose your payment method again.");
  return { sandbox, reference };
}

/** @throws AppError invalid for a number that isn't on the sandbox's list */
function parseTestNumber(
  {
    method,
    accountNumber = "",
    cardNumber = "",
    expiration = "",
    cvc = "",
  }: BodyOf<typeof calls.confirmInSandbox>,
  now: Date,
): SandboxMeans {
  const isCard = method === "card";
  const testNumberKey = isCard
    ? calls.findTestNumberKey(calls.sandboxCards, cardNumber)
    : calls.findTestNumberKey(calls.sandboxAccounts, accountNumber);
  const errors: Record<string, string | undefined> = isCard
    ? {
        cardNumber: calls.validateTestCard(cardNumber),
        expiration: calls.validateExpiration(expiration, now.toISOString()),
        cvc: calls.validateCvc(cvc),
      }
    : { accountNumber: calls.validateTestAccount(accountNumber) };
  const fieldErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([field, error]) => (error === undefined ? [] : [[field, error]])),
  );
  if (testNumberKey === undefined || Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors);
  return testNumberKey;
}

async function toOutcome(
  confirm: () => Promise<SandboxIntent>,
): Promise<ResponseOf<typeof calls.confirmInSandbox>> {
  try {
    const { status, needsStep, problem } = await confirm();
    if (status !== "open")
      return {
        status,
        error: status === "canceled" ? { message: "This payment was cancelled. Please start again." } : null,
      };
    return {
      status: needsStep ? "requires_action" : "requires_payment_method",
      error: problem === "" ? null : { message: problem },
    };
  } catch (error) {
    if (error instanceof CardError) throw conflict(error.message);
    throw error;
  }
}
