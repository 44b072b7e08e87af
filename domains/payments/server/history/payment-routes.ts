import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../contract.ts";
import { payments } from "./list-payments.ts";
import { readPaymentDetails } from "./read-details.ts";
import { readPendingPayments } from "./read-pending-payments.ts";
import { readSummary } from "./read-summary.ts";

/** Binds the calls that read payments. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listPayments, (ctx, input) => payments.readPage(ctx, input));
  route(app, services, calls.exportPayments, (ctx, input) =>
    sendCsv(ctx, input, payments.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.readPaymentSummary, (ctx, { query }) => readSummary(ctx, query.leaseId));
  route(app, services, calls.listPendingPayments, (ctx, input) => readPendingPayments(ctx, input));
  route(app, services, calls.readPayment, (ctx, { params }) => readPaymentDetails(ctx, params.id));
}
