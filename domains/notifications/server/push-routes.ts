import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../push-contract.ts";
import {
  chooseQuietHours,
  pushSettingsOf,
  removeQuietHours,
  sendTest,
  subscribe,
  unsubscribe,
} from "./push-settings.ts";

/** Binds the devices that get pushes, and quiet hours (NAV-31). */
export function pushRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readPushSettings, (ctx) => pushSettingsOf(signedIn(ctx)));
  route(app, services, calls.subscribeToPush, (ctx, { body }) => subscribe(signedIn(ctx), body));
  route(app, services, calls.unsubscribeFromPush, async (ctx, { params }) => {
    await unsubscribe(signedIn(ctx), params.id);
    return { success: true as const };
  });
  // No transaction waits for the push service.
  route(app, services, calls.testPush, (ctx, { params }) => sendTest(signedIn(ctx), params.id), {
    transaction: "manual",
  });
  route(app, services, calls.setQuietHours, (ctx, { body }) => chooseQuietHours(signedIn(ctx), body));
  route(app, services, calls.endQuietHours, (ctx) => removeQuietHours(signedIn(ctx)));
}
