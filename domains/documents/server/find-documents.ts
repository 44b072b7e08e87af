import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Hit, hitOf } from "../hit.ts";
import { documentScope } from "./access.ts";
import { documents } from "./list.ts";

/** What the search of the top bar shows for a document. */
export interface DocumentFound {
  id: number;
  title: string;
  type: string;
  building: string;
}

/**
 * The newest documents within the access scope whose title has the words, at most `titles`; if these are fewer than `enough`,
 * also those with the words in their files.
 */
export async function findDocumentsByWords(
  ctx: SignedInCtx,
  text: string,
  { titles, enough }: { titles: number; enough: number },
): Promise<(DocumentFound & { isInText: boolean; hit: Hit | undefined })[]> {
  const byTitle = await documents.first(ctx, { q: text, in: "titles" }, titles);
  const byText = byTitle.length < enough ? await documents.first(ctx, { q: text }, enough) : [];
  const inTitle = new Set(byTitle.map(({ id }) => id));
  return [...byTitle, ...byText.filter(({ id }) => !inTitle.has(id))].map(
    ({ id, title, type, property, excerpt }) => ({
      id,
      title,
      type,
      building: property.name,
      isInText: !inTitle.has(id),
      hit: excerpt === null ? undefined : hitOf(excerpt),
    }),
  );
}

/** The documents with these ids that are within the access scope, in the same order. */
export async function documentsFound(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<DocumentFound[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DocumentFound>`
    select d.id, d.title, d.type, p.name as building
    from unnest(${ids}::bigint[]) with ordinality found (id, place)
    join documents d on d.id = found.id join properties p on p.id = d.property_id
    where d.trashed_at is null and ${documentScope(actor.accessScope)} order by place`.execute(db);
  return rows;
}
