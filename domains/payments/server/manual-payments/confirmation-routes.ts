import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as calls from "../../confirmations-contract.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { confirmationList } from "./confirmations.ts";
import { addProof, sendProof } from "./proof.ts";
import { approvePayment, rejectPayment, withdrawPayment } from "./review-confirmation.ts";

/** Binds manual payment confirmations and their review (PAY-57 to PAY-69). */
export function confirmationRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listConfirmations, (ctx, input) => confirmationList.readPage(ctx, input));
  route(app, services, calls.exportConfirmations, (ctx, input) =>
    sendCsv(ctx, input, confirmationList.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.confirmPayment, async (ctx, { body }) => ({
    success: true as const,
    message: "Your payment confirmation has been submitted.",
    confirmation: await confirmPayment(ctx, body),
  }));
  route(app, services, calls.addProof, (ctx, { params, request }) => addProof(ctx, params.id, request), {
    transaction: "manual",
  });
  route(app, services, calls.readProof, (ctx, { params, query, request, reply }) =>
    sendProof(ctx, { request, reply }, params.id, query.size),
  );
  route(app, services, calls.approveConfirmation, (ctx, { params, body, request }) =>
    approvePayment(ctx, params.id, body, readExpectedVersion(request)),
  );
  route(app, services, calls.rejectConfirmation, (ctx, { params, body, request }) =>
    rejectPayment(ctx, params.id, body, readExpectedVersion(request)),
  );
  route(app, services, calls.withdrawConfirmation, (ctx, { params }) => withdrawPayment(ctx, params.id));
}
