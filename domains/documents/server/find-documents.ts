import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { documentScope } from "./access.ts";
import { newestFound } from "./search-documents.ts";

/** What the search of the top bar shows of a document. */
export interface DocumentFound {
  id: number;
  title: string;
  type: string;
  building: string;
}

/**
 * The newest documents within reach whose title has the words, at most `titles`; where these are fewer than `enough`, then
 * those with the words in their files.
 */
export async function findDocumentsByWords(
  ctx: SignedInCtx,
  text: string,
  { titles, enough }: { titles: number; enough: number },
): Promise<(DocumentFound & { isInText: boolean })[]> {
  const byTitle = await newestFound(ctx, { q: text }, titles);
  const byText =
    byTitle.length < enough
      ? await newestFound(ctx, { q: text, in: "files" }, enough, { besidesTitles: true })
      : [];
  const found = await documentsFound(ctx, [...new Set([...byTitle, ...byText])]);
  return found.map((one) => ({ ...one, isInText: !byTitle.includes(one.id) }));
}

/** Those of the documents with these ids that are within reach, in the same order. */
export async function documentsFound(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<DocumentFound[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DocumentFound>`
    select d.id, d.title, d.type, p.name as building
    from unnest(${ids}::bigint[]) with ordinality found (id, place)
    join documents d on d.id = found.id join properties p on p.id = d.property_id
    where d.trashed_at is null and ${documentScope(actor.reach)} order by place`.execute(db);
  return rows;
}
