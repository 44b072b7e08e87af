import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as calls from "../contract.ts";
import { deliveryList, redeliver, sendTest } from "./deliveries.ts";
import {
  addWebhook,
  findWebhook,
  findWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "./webhooks.ts";

/** Registers the routes for webhooks and their deliveries (requirements, "Webhooks"). */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  // Manual, so that no transaction waits for the name server and no response with a secret is stored for a
  // repeated request.
  const manualTransaction = { transaction: "manual" } as const;
  route(app, services, calls.listWebhooks, (ctx) => findWebhooks(ctx));
  route(app, services, calls.readWebhook, ({ db }, { params }) => findWebhook(db, params.id));
  route(app, services, calls.createWebhook, (ctx, { body }) => addWebhook(ctx, body), manualTransaction);
  route(
    app,
    services,
    calls.editWebhook,
    (ctx, { params, body, request }) =>
      updateWebhook(ctx, params.id, body, readExpectedVersion(request, body)),
    manualTransaction,
  );
  route(app, services, calls.deleteWebhook, async (ctx, { params }) => {
    await removeWebhook(ctx, params.id);
    return { success: true } as const;
  });
  route(
    app,
    services,
    calls.rotateSecret,
    (ctx, { params }) => rotateWebhookSecret(ctx, params.id),
    manualTransaction,
  );
  route(app, services, calls.testWebhook, (ctx, { params }) => sendTest(ctx, params.id));
  route(app, services, calls.listDeliveries, (ctx, input) => deliveryList.readPage(ctx, input));
  route(app, services, calls.exportDeliveries, (ctx, input) =>
    sendCsv(ctx, input, deliveryList.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.replayDelivery, (ctx, { params }) => redeliver(ctx, params.id));
}
