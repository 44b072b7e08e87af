import { sql } from "kysely";
import { fromBlocks, type Slice } from "#server/db/list-counts.ts";
import { searchCountedUpTo } from "#server/db/newest-first.ts";
import { preparedOf } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { DocumentCard, listDocuments as listDocumentsEndpoint } from "../contract.ts";
import { documentScope } from "./access.ts";
import { piecesOf, soughtIn, surroundings } from "./excerpt.ts";
import { blocksOf, idsOf, type ListQuery, totalOf } from "./list-parts.ts";
import { cardOf } from "./read-document.ts";
import { searchDocuments } from "./search-documents.ts";
import { wordsOf } from "./search-query.ts";

/** Documents within reach, newest first (API-20; requirements, "Lists"). */
export async function listDocuments(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listDocumentsEndpoint>,
): Promise<DocumentCard[]> {
  const { q } = query;
  const slice = partOf(query);
  const { cards, total } =
    q === undefined || q === ""
      ? await readPage(ctx, query, slice)
      : await readSearched(ctx, { ...query, q }, slice);
  const isCapped = q !== undefined && q !== "" && total > searchCountedUpTo;
  describePart({ request, reply }, query, cards, { count: total, isCapped });
  return cards;
}

interface Page {
  cards: DocumentCard[];
  total: number;
}

async function readPage(
  { db, actor: { reach } }: SignedInCtx,
  query: ListQuery,
  slice: Slice,
): Promise<Page> {
  const near = await fromBlocks(db, blocksOf(reach, query), slice);
  const { rows } = await sql<Page>`
    with page as materialized (${idsOf(reach, query, near)})
    select ${totalOf(reach, query)} as total,
      coalesce((select jsonb_agg(${cardOf()} order by d.id desc) from page join documents d on d.id = page.id), '[]') as cards`.execute(
    db,
  );
  return rows[0] ?? { cards: [], total: 0 };
}

async function readSearched(ctx: SignedInCtx, query: ListQuery & { q: string }, slice: Slice): Promise<Page> {
  const { ids, total } = await searchDocuments(ctx, query, slice);
  if (ids.length === 0) return { cards: [], total };
  const isInFiles = query.in === "files";
  const words = isInFiles ? soughtIn(query.q, await wordsOf(ctx.db, query.q)) : [];
  const around = isInFiles ? surroundings(words) : sql`null`;
  const read = async (some: readonly number[]) => {
    const { rows } = await preparedOf(
      ctx.db,
      sql<{ card: DocumentCard; around: string | null }>`
      select ${cardOf()} as card, ${around} as around from documents d
      where d.id = any(${some}::bigint[]) and d.trashed_at is null and ${documentScope(ctx.actor.reach)}
      order by d.id desc`,
    );
    return rows.map(({ card, around: text }) => ({
      ...card,
      excerpt: text === null ? null : piecesOf(text, words),
    }));
  };
  // Looking through the texts of a page takes long enough for two connections side by side.
  const middle = isInFiles ? Math.ceil(ids.length / 2) : ids.length;
  const halves = await Promise.all([
    read(ids.slice(0, middle)),
    middle < ids.length ? read(ids.slice(middle)) : [],
  ]);
  return { cards: halves.flat(), total };
}
