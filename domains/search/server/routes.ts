import type { FastifyInstance } from "fastify";
import { findDocumentsByWords } from "#domains/documents/server/find-documents.ts";
import { findPaymentsByWords } from "#domains/payments/server/find-payments.ts";
import { findOrdersByWords } from "#domains/work-orders/server/list.ts";
import { type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { type SearchHit, search } from "../contract.ts";

const ordersMax = 8;
const paymentsMax = 4;
const documentsMax = 4;

/** Binds the search of the top bar (NAV-31); it finds what the caller's lists would show. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, search, async (ctx, { query }) => {
    if (query.q === "") return [];
    const found = await Promise.all(
      [orders, documents, payments].map((find) => find(signedIn(ctx), query.q)),
    );
    return found.flat();
  });
}

async function orders(ctx: SignedInCtx, text: string): Promise<SearchHit[]> {
  const hits = await findOrdersByWords(ctx, text, ordersMax);
  return hits.map(({ id, title, location, status }) => ({
    kind: "work-order" as const,
    id,
    title,
    detail: `${workOrderNumber(id)} · ${location}`,
    status,
  }));
}

async function payments(ctx: SignedInCtx, text: string): Promise<SearchHit[]> {
  const hits = await findPaymentsByWords(ctx, text.slice(0, 100), paymentsMax);
  return hits.map(({ id, description, amount, company, receiptNumber, status }) => ({
    kind: "payment" as const,
    id,
    title: `${description}, ${amount}`,
    detail: `Receipt ${receiptNumber} · ${company}`,
    status,
  }));
}

async function documents(ctx: SignedInCtx, text: string): Promise<SearchHit[]> {
  const hits = await findDocumentsByWords(ctx, text, documentsMax);
  return hits.map(({ id, title, type, building }) => ({
    kind: "document" as const,
    id,
    title,
    detail: `${type} · ${building}`,
    status: null,
  }));
}
