import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath, idsInQuery } from "#shared/http/fields.ts";

/** A standalone page to read and print (requirements, "send-receipt"). */
export const readReceipt = endpoint({
  method: "GET",
  path: "/api/payments/:id/receipt",
  action: "payments.list",
  summary: "Get a payment receipt as a standalone page",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});

export const printReceipt = endpoint({
  method: "GET",
  path: "/api/payments/:id/receipt.pdf",
  action: "payments.list",
  summary: "Get a payment receipt as a PDF",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});

export const printReceipts = endpoint({
  method: "GET",
  path: "/api/payments/receipts.pdf",
  action: "payments.list",
  summary: "Get the receipts of up to 100 payments as one PDF, by receipt number",
  query: z.object({ ids: idsInQuery }),
  response: z.unknown(),
  responseKind: "file",
});

const refundParams = z.object({ id: idInPath, refundId: idInPath });

/** A refund has its own confirmation because the payment's receipt stays as issued. */
export const readRefundConfirmation = endpoint({
  method: "GET",
  path: "/api/payments/:id/refunds/:refundId/confirmation",
  action: "payments.list",
  summary: "Get a refund confirmation as a standalone page",
  params: refundParams,
  response: z.unknown(),
  responseKind: "file",
});

export const printRefundConfirmation = endpoint({
  method: "GET",
  path: "/api/payments/:id/refunds/:refundId/confirmation.pdf",
  action: "payments.list",
  summary: "Get a refund confirmation as a PDF",
  params: refundParams,
  response: z.unknown(),
  responseKind: "file",
});
