import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { describeChanges } from "../row-kinds/file-budgets.ts";
import { auditEach } from "../row-kinds/row-kind.ts";
import { recordIds } from "./import-records.ts";

/** Locks the budgets with amounts of an import, and waits for someone who is saving one. */
export async function lockBudgets({ db }: SignedInCtx, importId: number): Promise<void> {
  await sql`
    select from budget_years where (property_id, year) in (
      select property_id, year from budgets where id in ${recordIds(importId, "budget")})
    order by property_id, year for update`.execute(db);
}

/** Deletes an import's amounts from their budgets, with an audit log entry for each budget. */
export async function deleteBudgets(ctx: SignedInCtx, importId: number, reason: string): Promise<void> {
  const entry = { action: "budget.changed", subjectType: "budget", importId } as const;
  const changes = describeChanges(sql`(
    select d.property_id, d.year, c.name as category, d.amount_cents as before, 0 as after
    from deleted d join expense_categories c on c.id = d.category_id)`);
  await sql`
    with deleted as (
      delete from budgets where id in ${recordIds(importId, "budget")}
      returning property_id, year, category_id, amount_cents
    ), counted as (
      update budget_years set version = version + 1 where (property_id, year) in (select property_id, year from deleted)
    )
    ${auditEach(
      ctx,
      entry,
      sql`(select c.id, c.property_id, c.details || jsonb_build_object('reason', ${reason}::text) as details from ${changes} c)`,
    )}`.execute(ctx.db);
}
