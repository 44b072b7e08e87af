import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../push-contract.ts";
import {
  addPushDevice,
  getPushSettings,
  removePushDevice,
  removeQuietHours,
  saveQuietHours,
  sendTestPush,
} from "./push-settings.ts";

/** Registers the routes for push devices and quiet hours (NAV-31). */
export function pushRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readPushSettings, (ctx) => getPushSettings(ctx));
  route(app, services, calls.subscribeToPush, (ctx, { body }) => addPushDevice(ctx, body));
  route(app, services, calls.unsubscribeFromPush, async (ctx, { params }) => {
    await removePushDevice(ctx, params.id);
    return { success: true as const };
  });
  // Sends without holding a transaction open while the push service responds.
  route(app, services, calls.testPush, (ctx, { params }) => sendTestPush(ctx, params.id), {
    transaction: "manual",
  });
  route(app, services, calls.setQuietHours, (ctx, { body }) => saveQuietHours(ctx, body));
  route(app, services, calls.endQuietHours, (ctx) => removeQuietHours(ctx));
}
