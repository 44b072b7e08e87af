import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { documentScope } from "./access.ts";

/** How many documents the list shows (API-12). */
export async function documentFigure({ db, actor }: SignedInCtx): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from documents d where d.trashed_at is null and ${documentScope(actor.reach)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
