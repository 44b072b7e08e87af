import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { companyScope } from "./access.ts";

/**
 * The company of a lease: an existing one, or one by its name, which is added when none within the access scope has it.
 * @throws AppError invalid for a company that is missing or outside the access scope
 */
export async function companyFor(
  ctx: SignedInCtx,
  choice: { companyId?: number | undefined; companyName?: string | undefined },
): Promise<number> {
  const { actor, db } = ctx;
  const within = companyScope(actor.accessScope);
  if (choice.companyId !== undefined) {
    const { rows } = await sql<{ id: number }>`
      select c.id from companies c where c.id = ${choice.companyId} and ${within}`.execute(db);
    if (rows[0] === undefined) throw invalid({ companyId: "Please choose one of your companies." });
    return rows[0].id;
  }
  const name = choice.companyName ?? "";
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c where lower(c.name) = lower(${name}) and ${within} order by c.id limit 1`.execute(
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
