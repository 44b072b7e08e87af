import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { getGrant } from "#shared/permissions.ts";
import type { LeaseStatement, listLeaseStatements as listEndpoint } from "../../lease-statements-contract.ts";
import type { RecoveryStatement } from "../../reconciliation-contract.ts";
import { addBills } from "../drafts/read-bills.ts";
import { findIssuedStatement, type IssuedStatement } from "../issuing/issued-statement.ts";
import type { PropertyYear } from "../issuing/reconciled-year.ts";
import { readAuditWindow } from "../questions/audit-window.ts";
import { readPostings } from "./read-postings.ts";

/** The year of a lease's statement. */
export interface LeaseYear {
  id: number;
  year: number;
}

/** Returns a lease's statements in effect, newest first (REC-14). @throws AppError not_found for the lease */
export async function listLeaseStatements(
  ctx: SignedInCtx,
  leaseId: number,
): Promise<ResponseOf<typeof listEndpoint>> {
  await findPropertyOf(ctx, leaseId);
  const { rows } = await sql<ResponseOf<typeof listEndpoint>[number]>`
    select distinct on (r.year) r.year, to_json(r.issued_at) as "issuedAt",
      (s.content ->> 'totalCents')::bigint as "totalCents", s.due_cents as "dueCents"
    from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
    where s.lease_id = ${leaseId} order by r.year desc, r.number desc`.execute(ctx.db);
  return rows;
}

/**
 * Returns a lease's statement in effect with nothing but what was stored when it was issued (REC-14).
 * @throws AppError not_found, also for a lease whose money the user can't see
 */
export async function readLeaseStatement(
  ctx: SignedInCtx,
  { id: leaseId, year }: LeaseYear,
): Promise<LeaseStatement> {
  const propertyId = await findPropertyOf(ctx, leaseId);
  const statement = await requireIssuedStatement(ctx, { id: propertyId, year }, leaseId);
  const content = addBills(statement.content, statement.bills);
  const { until, isOpen } = await readAuditWindow(ctx, statement.id);
  return {
    ...content,
    isDraft: false,
    issued: statement.run,
    changes: [],
    postings: await readPostings(ctx, leaseId, year),
    billFiles: await findBillFiles(ctx, content),
    questionsUntil: until,
    can: {
      question: isOpen && getGrant(ctx.actor.accessScope.effectiveRole, "recoveries.question") !== "no",
    },
  };
}

/** Returns a lease's statement in effect. @throws AppError not_found */
export async function requireIssuedStatement(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  leaseId: number,
): Promise<IssuedStatement> {
  const statement = await findIssuedStatement(ctx, propertyYear, leaseId);
  if (statement === undefined) throw notFound("statement");
  return statement;
}

/** Returns the property of a lease whose money the user can see. @throws AppError not_found */
export async function findPropertyOf({ db, actor }: SignedInCtx, leaseId: number): Promise<number> {
  const { rows } = await sql<{ propertyId: number }>`
    select l.property_id as "propertyId" from leases l
    where l.id = ${leaseId} and ${moneyScope(actor.accessScope)}`.execute(db);
  if (rows[0] === undefined) throw notFound("lease");
  return rows[0].propertyId;
}

/**
 * The bills `b` of properties `p` whose files the user can download: those of properties that share them with
 * tenants, and for managers all of their own (REC-15).
 */
export const billFileScope = ({ actor }: SignedInCtx): RawBuilder<boolean> =>
  sql`(p.shares_bill_files or ${managesProperty(actor.accessScope, sql`p.id`)})`;

/** Returns the bills in a statement that have a file the user can download. */
async function findBillFiles(
  ctx: SignedInCtx,
  { pools }: Pick<RecoveryStatement, "pools">,
): Promise<number[]> {
  const categories = pools.flatMap(({ parts }) => parts).flatMap((part) => part.categories);
  const ids = categories.flatMap(({ bills }) => bills.map(({ id }) => id));
  const { rows } = await sql<{ id: number }>`
    select b.id from bills b join properties p on p.id = b.property_id
    where b.id = any(${ids}::bigint[]) and b.file_key is not null and ${billFileScope(ctx)} order by b.id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}
