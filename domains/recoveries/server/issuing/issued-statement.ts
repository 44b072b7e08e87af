import { sql } from "kysely";
import { documentScope } from "#domains/documents/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CategoryBill, RecoveryStatement } from "../../reconciliation-contract.ts";
import type { FrozenStatement } from "./frozen-content.ts";
import type { PropertyYear } from "./reconciled-year.ts";

export interface IssuedStatement {
  id: number;
  content: FrozenStatement;
  bills: CategoryBill[];
  run: NonNullable<RecoveryStatement["issued"]>;
}

/** Returns a lease's statement in effect: that of the last run that wasn't reversed and has one. */
export async function findIssuedStatement(
  { db, actor }: SignedInCtx,
  { id, year }: PropertyYear,
  leaseId: number,
): Promise<IssuedStatement | undefined> {
  const { rows } = await sql<IssuedStatement>`
    select s.id, s.content, r.content -> 'bills' as bills,
      json_build_object('number', r.number, 'by', u.full_name, 'at', r.issued_at, 'reason', r.reason, 'dueOn', r.due_on,
        'postedCents', s.posted_cents, 'entryId', s.entry_id, 'isFiled', s.filed_at is not null,
        'documentId', (select d.id from documents d where d.id = s.document_id and d.trashed_at is null
          and ${documentScope(actor.accessScope)})) as run
    from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
      join users u on u.id = r.issued_by_id
    where r.property_id = ${id} and r.year = ${year} and s.lease_id = ${leaseId}
    order by r.number desc limit 1`.execute(db);
  return rows[0];
}
