import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../two-factor-contract.ts";
import {
  finishAppSwitch,
  readMyTwoFactor,
  renewRecoveryCodes,
  startAppSwitch,
  startTwoFactorSetup,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from "./my-two-factor.ts";
import { verifyTwoFactor } from "./verify-two-factor.ts";

const successResponse = { success: true } as const;

/** Binds two-factor authentication (requirements, "Two-factor"). */
export function twoFactorRoutes(app: FastifyInstance, services: Services): void {
  // Rejected attempts still count, and responses with recovery codes aren't stored for idempotent retries.
  const manualTransaction = { transaction: "manual" } as const;
  route(
    app,
    services,
    calls.verifyTwoFactor,
    (ctx, { body, reply }) => verifyTwoFactor(ctx, reply, body),
    manualTransaction,
  );
  route(app, services, calls.readTwoFactorStatus, (ctx) => readMyTwoFactor(ctx));
  route(
    app,
    services,
    calls.startTwoFactorSetup,
    (ctx, { body }) => startTwoFactorSetup(ctx, body.password),
    manualTransaction,
  );
  route(
    app,
    services,
    calls.turnOnTwoFactor,
    async (ctx, { body }) => ({ recoveryCodes: await turnOnTwoFactor(ctx, body.code) }),
    manualTransaction,
  );
  route(
    app,
    services,
    calls.startAppSwitch,
    (ctx, { body }) => startAppSwitch(ctx, body.code),
    manualTransaction,
  );
  route(
    app,
    services,
    calls.finishAppSwitch,
    async (ctx, { body }) => ({ recoveryCodes: await finishAppSwitch(ctx, body.code) }),
    manualTransaction,
  );
  route(
    app,
    services,
    calls.renewRecoveryCodes,
    async (ctx, { body }) => ({ recoveryCodes: await renewRecoveryCodes(ctx, body.code) }),
    manualTransaction,
  );
  route(
    app,
    services,
    calls.turnOffTwoFactor,
    async (ctx, { body }) => {
      await turnOffTwoFactor(ctx, body.code);
      return successResponse;
    },
    manualTransaction,
  );
}
