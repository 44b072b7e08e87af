import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { newestFound } from "./search-documents.ts";

/** The newest documents within reach whose title has the words, then those with the words in their files: for the search of the top bar. */
export async function findDocumentsByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<{ id: number; title: string; type: string; building: string }[]> {
  const byTitle = await newestFound(ctx, { q: text }, limit);
  const byText = byTitle.length < limit ? await newestFound(ctx, { q: text, in: "files" }, limit) : [];
  const ids = [...new Set([...byTitle, ...byText])].slice(0, limit);
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; title: string; type: string; building: string }>`
    select d.id, d.title, d.type, p.name as building
    from unnest(${ids}::bigint[]) with ordinality found (id, place)
    join documents d on d.id = found.id join properties p on p.id = d.property_id order by place`.execute(
    ctx.db,
  );
  return rows;
}
