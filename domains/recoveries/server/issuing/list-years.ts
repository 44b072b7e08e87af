import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ReconciledYearSummary } from "../../reconciliation-contract.ts";

/** Returns the last and the current year of each property in the access scope, newest year first (REC-37). */
export async function listReconciledYears({ db, actor, now }: SignedInCtx): Promise<ReconciledYearSummary[]> {
  const { rows } = await sql<ReconciledYearSummary>`
    select json_build_object('id', p.id, 'name', p.name) as property, y.year,
      case when closed.id is not null then 'closed' when s.statements > 0 then 'issued' else 'draft' end as state,
      to_json(s.issued_at) as "issuedAt", s.statements, s."postedCents",
      (select count(*)::integer from recovery_questions q
        join recovery_statements asked on asked.id = q.statement_id
        join reconciliations run on run.id = asked.reconciliation_id
        where q.property_id = p.id and run.year = y.year and run.reversed_at is null
          and q.answered_at is null) as "openQuestions"
    from properties p
      cross join lateral (
        select extract(year from ${now}::timestamptz at time zone p.time_zone)::integer - ago as year
        from generate_series(0, 1) ago) y
      left join closed_reconciliations closed
        on closed.property_id = p.id and closed.year = y.year and closed.reopened_at is null
      cross join lateral (
        select max(r.issued_at) as issued_at, count(distinct st.lease_id)::integer as statements,
          coalesce(sum(st.posted_cents), 0)::bigint as "postedCents"
        from reconciliations r join recovery_statements st on st.reconciliation_id = r.id
        where r.property_id = p.id and r.year = y.year and r.reversed_at is null) s
    where ${propertyScope(actor.accessScope)}
    order by y.year desc, p.name, p.id`.execute(db);
  return rows;
}
