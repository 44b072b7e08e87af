import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";

/** A page by itself, to read and to print (requirements, "send-receipt"). */
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
