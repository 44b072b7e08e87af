import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import { notFound } from "#shared/errors.ts";
import { grantOf } from "#shared/permissions.ts";
import type { LedgerEntry, listLedger as listLedgerEndpoint } from "../contract.ts";
import { ledgerScope } from "./access.ts";
import { isMovable, isWaivable } from "./what-may-be-done.ts";

type Query = Input<typeof listLedgerEndpoint>["query"];

interface Row extends Omit<LedgerEntry, "may" | "madeAt"> {
  madeAt: Date;
  total: number;
}

const rowsWithoutLimit = 100;

/**
 * A part of a lease's ledger with the balance after each entry, by the day an entry counts from. The balance begins from
 * the kept one, less what came after the part; from the first entry on, from what came before it. So a part costs the same
 * however long the lease lasts, but for an index read of the sums. @throws AppError not_found
 */
export async function listLedger(
  ctx: SignedInCtx,
  { params, query, request, reply }: Input<typeof listLedgerEndpoint>,
): Promise<LedgerEntry[]> {
  const limit = query.limit ?? rowsWithoutLimit;
  const { rows } = await readPart(ctx, params.id, query, limit + 1).execute(ctx.db);
  if (rows.length === 0) await refuseUnreachable(ctx, params.id);
  const part = rows.slice(0, limit);
  reply.header("x-total-count", String(rows[0]?.total ?? (await countOf(ctx, params.id, query))));
  const last = part.at(-1);
  if (last !== undefined && rows.length > limit) {
    const next = new URL(request.url, "http://localhost");
    next.searchParams.set("limit", String(limit));
    next.searchParams.set("cursor", String(last.id));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  const mayCorrect = grantOf(ctx.actor.reach.caller, "ledger.correct") !== "no";
  return part.map((row) => ({
    ...row,
    madeAt: row.madeAt.toISOString(),
    may: {
      reverse: mayCorrect && row.reversesId === null && row.reversedById === null,
      waive: mayCorrect && isWaivable(row),
      writeOff: mayCorrect && isWaivable(row),
      move: mayCorrect && isMovable(row),
    },
  }));
}

function readPart({ actor }: SignedInCtx, leaseId: number, query: Query, limit: number) {
  const isFromFirst = query.order === "oldest";
  const direction = isFromFirst ? sql`asc` : sql`desc`;
  const beyond = isFromFirst ? sql`>` : sql`<`;
  const after =
    query.cursor === undefined
      ? sql`true`
      : sql`(e.on_day, e.id) ${beyond} (select c.on_day, c.id from ledger_entries c
          where c.id = ${query.cursor} and c.lease_id = ${leaseId})`;
  // What stands on the account outside of the part, on the side it is read from.
  const outside = sql`(select coalesce(sum(o.amount_cents), 0) from receivables o, first
    where o.lease_id = ${leaseId} and (o.on_day, o.entry_id) ${isFromFirst ? sql`<` : sql`>`} (first.on_day, first.id))`;
  const balance = isFromFirst
    ? sql`${outside} + sum(coalesce(r.amount_cents, 0)) over (order by page.on_day, page.id)`
    : sql`coalesce((select balance_cents from lease_accounts where lease_id = ${leaseId}), 0) - ${outside}
        - coalesce(sum(coalesce(r.amount_cents, 0)) over (order by page.on_day desc, page.id desc
            rows between unbounded preceding and 1 preceding), 0)`;
  return sql<Row>`
    with lease as (select l.id from leases l where l.id = ${leaseId} and ${ledgerScope(actor.reach)}),
    page as materialized (
      select e.* from ledger_entries e where ${within(leaseId, query)} and ${after}
      order by e.on_day ${direction}, e.id ${direction} limit ${limit}
    ),
    first as (select on_day, id from page order by on_day ${direction}, id ${direction} limit 1)
    select page.id, page.kind, page.on_day as "onDay", page.description, page.reason, who.full_name as who,
      page.made_at as "madeAt", coalesce(r.amount_cents, 0)::bigint as "amountCents",
      (${balance})::bigint as "balanceCents",
      (select coalesce(-sum(p.amount_cents), 0)::bigint from ledger_postings p
        where p.entry_id = page.id and p.account = 'deposits') as "depositCents",
      r.charge_kind as "chargeKind", r.due_on as "dueOn", r.open_cents as "openCents",
      ${settlements} as settlements,
      page.reverses_id as "reversesId",
      (select back.id from ledger_entries back where back.reverses_id = page.id) as "reversedById",
      (select count(*) from ledger_entries e where ${within(leaseId, query)}) as total
    from page left join receivables r on r.entry_id = page.id left join users who on who.id = page.made_by_id
    order by page.on_day ${direction}, page.id ${direction}`;
}

/** What settles the entry `page`, or what it settles: whichever of the two it is. */
const settlements: RawBuilder<unknown> = sql`(
  select coalesce(json_agg(json_build_object('entryId', s.id, 'kind', s.kind, 'description', s.description, 'onDay', s.on_day,
      'amountCents', s.amount) order by s.on_day, s.id), '[]')
  from (
    select other.id, other.kind, other.description, other.on_day, sum(a.amount_cents) as amount
    from (
      select credit_id as other_id, amount_cents from allocations where charge_id = page.id
      union all select charge_id, amount_cents from allocations where credit_id = page.id
    ) a join ledger_entries other on other.id = a.other_id
    group by other.id having sum(a.amount_cents) <> 0
  ) s)`;

/** The entries of the lease within reach and between the days asked for, as a condition on `ledger_entries e`. */
function within(leaseId: number, { from, to }: Query): RawBuilder<unknown> {
  const conditions = [sql`e.lease_id = ${leaseId} and exists (select from lease)`];
  if (from !== undefined) conditions.push(sql`e.on_day >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`e.on_day <= ${to}::date`);
  return sql.join(conditions, sql` and `);
}

/** How many there are, where the part asked for is empty. */
async function countOf(ctx: SignedInCtx, leaseId: number, query: Query): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with lease as (select l.id from leases l where l.id = ${leaseId} and ${ledgerScope(ctx.actor.reach)})
    select count(*) as total from ledger_entries e where ${within(leaseId, query)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** @throws AppError not_found */
async function refuseUnreachable(ctx: SignedInCtx, leaseId: number): Promise<void> {
  const { rows } = await sql`
    select from leases l where l.id = ${leaseId} and ${ledgerScope(ctx.actor.reach)}`.execute(ctx.db);
  if (rows.length === 0) throw notFound("lease");
}
