import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";

/** How long a statement can be questioned (REC-16). */
export interface AuditWindow {
  /** The last day, from the lease. Null if the lease sets no window: then it ends when the year is closed. */
  until: Day | null;
  isOpen: boolean;
}

/**
 * Reads the audit window of an issued statement. It starts on the day of the statement, and has as many days as the
 * recovery terms that applied on that day said then.
 */
export async function readAuditWindow({ db, now }: SignedInCtx, statementId: number): Promise<AuditWindow> {
  const { rows } = await sql<AuditWindow>`
    select issued_on + days as until,
      case when days is null then not is_closed
        else (${now}::timestamptz at time zone time_zone)::date <= issued_on + days end as "isOpen"
    from (
      select p.time_zone, issued_on, (
          select (t.terms ->> 'auditWindowDays')::integer from recovery_terms t
          where t.lease_id = s.lease_id and t.starts_on <= issued_on and t.made_at <= r.issued_at
          order by t.number desc limit 1) as days,
        exists (select from closed_reconciliations c where c.property_id = r.property_id and c.year = r.year
          and c.reopened_at is null) as is_closed
      from recovery_statements s join reconciliations r on r.id = s.reconciliation_id
        join properties p on p.id = s.property_id
        cross join lateral (select (r.issued_at at time zone p.time_zone)::date as issued_on) day
      where s.id = ${statementId}) statement`.execute(db);
  if (rows[0] === undefined) throw new Error(`Statement ${statementId} is missing.`);
  return rows[0];
}
