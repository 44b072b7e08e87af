import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { DocumentCard, listDocuments as listDocumentsEndpoint } from "../contract.ts";
import { documentScope } from "./access.ts";
import { cardOf } from "./read-document.ts";

/** Documents within reach, newest first (API-20; decisions, "Lists"). */
export async function listDocuments(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listDocumentsEndpoint>,
): Promise<DocumentCard[]> {
  const { limit, offset, cursor } = partOf(query);
  const conditions = [sql`d.trashed_at is null`, documentScope(ctx.actor.reach)];
  if (query.type !== undefined) conditions.push(sql`d.type = ${query.type}`);
  if (query.propertyId !== undefined) conditions.push(sql`d.property_id = ${query.propertyId}`);
  if (query.unitId !== undefined) conditions.push(sql`d.unit_id = ${query.unitId}`);
  if (query.leaseId !== undefined) conditions.push(sql`d.lease_id = ${query.leaseId}`);
  if (query.q !== undefined && query.q !== "")
    conditions.push(sql`lower(d.title) like ${`%${query.q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`);
  const found = sql.join(conditions, sql` and `);
  const after = cursor === undefined ? sql`true` : sql`d.id < ${cursor}`;
  const { rows } = await sql<{ card: DocumentCard }>`
    select ${cardOf()} as card from documents d where ${found} and ${after}
    order by d.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  const total = await sql<{ count: number }>`select count(*) from documents d where ${found}`.execute(ctx.db);
  const cards = rows.map(({ card }) => card);
  describePart({ request, reply }, query, cards, { count: total.rows[0]?.count ?? 0, isCapped: false });
  return cards;
}
