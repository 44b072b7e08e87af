import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderScope } from "../access.ts";
import { parseWorkOrderNumber, workOrders } from "./list.ts";

/** A work order in the results of the top bar search. */
export interface WorkOrderHit {
  id: number;
  title: string;
  location: string;
  status: string;
}

/**
 * Returns the work order with the number in `text`, even if many newer ones mention it, followed by the
 * newest work orders the list shows for the text.
 */
export async function searchWorkOrders(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<WorkOrderHit[]> {
  const number = parseWorkOrderNumber(text);
  const numbered = number === undefined ? [] : await findWorkOrderHits(ctx, [number]);
  const newest = await workOrders.first(ctx, { q: text }, limit);
  return [...numbered, ...newest.filter(({ id }) => id !== number)];
}

/** Returns the accessible work orders with these ids, in the same order. */
export async function findWorkOrderHits(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<WorkOrderHit[]> {
  const { rows } = await sql<WorkOrderHit>`
    select o.id, o.title, o.location, o.status
    from unnest(${ids}::bigint[]) with ordinality requested (id, place) join work_orders o on o.id = requested.id
    where o.deleted_at is null and ${workOrderScope(actor.accessScope, "read")} order by place`.execute(db);
  return rows;
}
