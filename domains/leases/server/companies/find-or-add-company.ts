import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { companyScope } from "../access.ts";

/**
 * Returns the company for a lease: an existing company, or one found by name. If the user can't access a
 * company with that name, it is added.
 * @throws AppError invalid if the company is missing or the user can't access it
 */
export async function findOrAddCompany(
  ctx: SignedInCtx,
  choice: { companyId?: number; companyName?: string },
): Promise<number> {
  const { actor, db } = ctx;
  const scope = companyScope(actor.accessScope);
  if (choice.companyId !== undefined) {
    const { rows } = await sql<{ id: number }>`
      select c.id from companies c where c.id = ${choice.companyId} and ${scope}`.execute(db);
    if (rows[0] === undefined) throw invalid({ companyId: "Select one of your companies." });
    return rows[0].id;
  }
  const name = choice.companyName ?? "";
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c where fold_text(c.name) = fold_text(${name}) and ${scope} order by c.id limit 1`.execute(
    db,
  );
  if (rows[0] !== undefined) return rows[0].id;
  const { id } = await db
    .insertInto("companies")
    .values({ name, created_by_id: actor.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
