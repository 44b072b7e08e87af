import { type RawBuilder, sql } from "kysely";
import { leaseHasWords } from "#domains/leases/server/search-text.ts";
import { keptTotal } from "#server/db/list-counts.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { ledgerScope } from "./access.ts";

export interface WhichLeases {
  propertyId?: number | undefined;
  q?: string | undefined;
}

/** The leases of a report: those within reach that are narrowed to, as a condition on `leases l`. */
export async function leasesOfReport(
  { db, actor }: SignedInCtx,
  { propertyId, q = "" }: WhichLeases,
): Promise<RawBuilder<boolean>> {
  const conditions = [ledgerScope(actor.reach)];
  if (propertyId !== undefined) conditions.push(sql`l.property_id = ${propertyId}`);
  if (q !== "") {
    // Those of whole buildings are few enough to look at each.
    const isEverywhere = actor.reach.caller === "admin" && propertyId === undefined;
    const { rows } = isEverywhere
      ? await sql<{ total: number }>`select ${keptTotal({ list: "leases" })} as total`.execute(db)
      : { rows: [] };
    conditions.push(await leaseHasWords(db, q, rows[0]?.total));
  }
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** What the rows of all reports say of the lease `l` at `p`. */
export const columnsOfLease: RawBuilder<unknown> = sql`l.id,
  (select c.name from companies c where c.id = l.company_id) as company,
  json_build_object('id', p.id, 'name', p.name) as property,
  (select coalesce(json_agg(u.unit_number order by u.unit_number collate "C", u.id), '[]')
    from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units`;

interface Paging {
  page?: number | undefined;
  pageSize?: number | undefined;
  limit?: number | undefined;
  cursor?: number | undefined;
}

const rowsWithoutPaging = 100;

/** Which part of a report is asked for (requirements, "Lists"). */
export function partOfReport({ page, pageSize, limit, cursor }: Paging) {
  const size = pageSize ?? limit ?? (page === undefined ? rowsWithoutPaging : 50);
  return page === undefined
    ? { size, offset: 0, after: cursor === undefined ? sql`true` : sql`l.id < ${cursor}` }
    : { size, offset: (page - 1) * size, after: sql`true` };
}

/** The address of the next part: the row after the last of `size` is there. */
export function linkToNext(
  url: string,
  { page }: Paging,
  size: number,
  rows: readonly { id: number }[],
): string | undefined {
  const last = rows[size - 1];
  if (rows.length <= size || last === undefined) return undefined;
  const next = new URL(url, "http://localhost");
  if (page !== undefined) next.searchParams.set("page", String(page + 1));
  else {
    next.searchParams.set("limit", String(size));
    next.searchParams.set("cursor", String(last.id));
  }
  return `<${next.pathname}${next.search}>; rel="next"`;
}
