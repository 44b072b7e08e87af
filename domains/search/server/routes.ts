import type { FastifyInstance } from "fastify";
import { findOrdersByWords } from "#domains/work-orders/server/list.ts";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { search } from "../contract.ts";

const hitsMax = 8;

/** Binds the search of the top bar (NAV-31); it finds what the caller's lists would show. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, search, async (ctx, { query }) => {
    if (query.q === "") return [];
    const orders = await findOrdersByWords(signedIn(ctx), query.q, hitsMax);
    return orders.map(({ id, title, location, status }) => ({
      kind: "work-order" as const,
      id,
      title,
      detail: `${workOrderNumber(id)} · ${location}`,
      status,
    }));
  });
}
