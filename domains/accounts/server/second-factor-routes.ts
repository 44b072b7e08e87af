import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { removeSecondFactor } from "../people-contract.ts";
import * as calls from "../second-factor-contract.ts";
import {
  ownSecondFactor,
  prepareAnotherApp,
  prepareSecondFactor,
  renewRecoveryCodes,
  takeAnotherApp,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "./own-second-factor.ts";
import { removeSecondFactor as remove } from "./remove-second-factor.ts";
import { giveSecondFactor } from "./second-step.ts";

const done = { success: true } as const;

/** Binds two-factor sign-in (requirements, "Two-factor"). */
export function secondFactorRoutes(app: FastifyInstance, services: Services): void {
  // Refused tries stay counted, and no response with recovery codes is stored for a repetition.
  const manual = { transaction: "manual" } as const;
  route(
    app,
    services,
    calls.giveSecondFactor,
    (ctx, { body, reply }) => giveSecondFactor(ctx, reply, body),
    manual,
  );
  route(app, services, calls.readSecondFactor, (ctx) => ownSecondFactor(signedIn(ctx)));
  route(
    app,
    services,
    calls.prepareSecondFactor,
    (ctx, { body }) => prepareSecondFactor(signedIn(ctx), body.password),
    manual,
  );
  route(
    app,
    services,
    calls.turnOnSecondFactor,
    async (ctx, { body }) => ({ recoveryCodes: await turnOnSecondFactor(signedIn(ctx), body.code) }),
    manual,
  );
  route(
    app,
    services,
    calls.prepareAnotherApp,
    (ctx, { body }) => prepareAnotherApp(signedIn(ctx), body.code),
    manual,
  );
  route(
    app,
    services,
    calls.takeAnotherApp,
    async (ctx, { body }) => ({ recoveryCodes: await takeAnotherApp(signedIn(ctx), body.code) }),
    manual,
  );
  route(
    app,
    services,
    calls.renewRecoveryCodes,
    async (ctx, { body }) => ({ recoveryCodes: await renewRecoveryCodes(signedIn(ctx), body.code) }),
    manual,
  );
  route(
    app,
    services,
    calls.turnOffSecondFactor,
    async (ctx, { body }) => {
      await turnOffSecondFactor(signedIn(ctx), body.code);
      return done;
    },
    manual,
  );
  route(app, services, removeSecondFactor, async (ctx, { params }) => {
    await remove(signedIn(ctx), params.id);
    return done;
  });
}
