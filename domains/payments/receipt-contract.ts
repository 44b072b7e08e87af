import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";

/** A page of its own, to read and to print (requirements, "send-receipt"). */
export const readReceipt = endpoint({
  method: "GET",
  path: "/api/payments/:id/receipt",
  action: "payments.list",
  summary: "The receipt of a payment, as a page of its own",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});

export const printReceipt = endpoint({
  method: "GET",
  path: "/api/payments/:id/receipt.pdf",
  action: "payments.list",
  summary: "The receipt of a payment, as PDF",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});

const refundOfPayment = z.object({ id: idInPath, refundId: idInPath });

/** A refund has a confirmation of its own; the receipt of its payment stays as it was issued. */
export const readRefundConfirmation = endpoint({
  method: "GET",
  path: "/api/payments/:id/refunds/:refundId/confirmation",
  action: "payments.list",
  summary: "The confirmation of a refund, as a page of its own",
  params: refundOfPayment,
  response: z.unknown(),
  responseKind: "file",
});

export const printRefundConfirmation = endpoint({
  method: "GET",
  path: "/api/payments/:id/refunds/:refundId/confirmation.pdf",
  action: "payments.list",
  summary: "The confirmation of a refund, as PDF",
  params: refundOfPayment,
  response: z.unknown(),
  responseKind: "file",
});
