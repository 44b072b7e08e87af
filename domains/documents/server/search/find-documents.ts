import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { type TextHit, toTextHit } from "../../text-hit.ts";
import { documentScope } from "../access.ts";
import { documents } from "./list.ts";

/** A document as shown in the top bar's search. */
export interface DocumentHit {
  id: number;
  title: string;
  type: string;
  property: string;
}

/**
 * Returns the newest documents the user can access whose title contains the words, up to `maxTitleMatches`.
 * If there are fewer than `minMatches`, documents with the words in their files are added.
 */
export async function findDocumentsByWords(
  ctx: SignedInCtx,
  text: string,
  { maxTitleMatches, minMatches }: { maxTitleMatches: number; minMatches: number },
): Promise<(DocumentHit & { isInText: boolean; hit: TextHit | undefined })[]> {
  const titleMatches = await documents.first(ctx, { q: text, in: "titles" }, maxTitleMatches);
  const textMatches =
    titleMatches.length < minMatches ? await documents.first(ctx, { q: text }, minMatches) : [];
  const titleMatchIds = new Set(titleMatches.map(({ id }) => id));
  return [...titleMatches, ...textMatches.filter(({ id }) => !titleMatchIds.has(id))].map(
    ({ id, title, type, property, excerpt }) => ({
      id,
      title,
      type,
      property: property.name,
      isInText: !titleMatchIds.has(id),
      hit: excerpt === null ? undefined : toTextHit(excerpt),
    }),
  );
}

/** Counts the documents that the list finds for the words, in titles or files, up to `max`. */
export async function countDocumentsByWords(ctx: SignedInCtx, text: string, max: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from documents d where ${documents.conditions(ctx, { q: text })} limit ${max}) matches`.execute(
    ctx.db,
  );
  return rows[0]?.total ?? 0;
}

/** Returns the documents with these ids that the user can access, in the same order. */
export async function findDocumentHits(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<DocumentHit[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DocumentHit>`
    select d.id, d.title, d.type, p.name as property
    from unnest(${ids}::bigint[]) with ordinality requested (id, place)
    join documents d on d.id = requested.id join properties p on p.id = d.property_id
    where d.trashed_at is null and ${documentScope(actor.accessScope)} order by place`.execute(db);
  return rows;
}
