import type { FastifyInstance } from "fastify";
import { readAccount } from "#domains/ledger/server/account/read-account.ts";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { readPaymentReminder, sendPaymentReminder } from "../reminder-contract.ts";
import * as calls from "../staff-contract.ts";
import { readPaymentDetails } from "./history/read-details.ts";
import { receivePayment } from "./manual-payments/receive-payment.ts";
import { movePayment } from "./move-payment.ts";
import { readReminder, sendReminder } from "./payment-reminder.ts";
import { requestRefund } from "./refunds/request-refund.ts";

/** Binds the payment calls for landlords and administrators. */
export function staffPaymentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.receivePayment, async (ctx, { params, body }) => ({
    entryId: await receivePayment(ctx, params.id, body),
    account: await readAccount(ctx, params.id),
  }));
  route(app, services, calls.movePayment, async (ctx, { params, body }) =>
    readPaymentDetails(ctx, await movePayment(ctx, params.id, body)),
  );
  route(app, services, readPaymentReminder, (ctx, { params }) => readReminder(ctx, params.id));
  route(app, services, sendPaymentReminder, (ctx, { params, body }) => sendReminder(ctx, params.id, body));
  // Manual, so that no transaction waits for the card provider.
  route(
    app,
    services,
    calls.refundPayment,
    async (ctx, { params, body, request }) => {
      const requestKey = readIdempotencyKey(calls.refundPayment, request) ?? null;
      await requestRefund(ctx, params.id, { body, requestKey });
      return readPaymentDetails(ctx, params.id);
    },
    { transaction: "manual" },
  );
}
