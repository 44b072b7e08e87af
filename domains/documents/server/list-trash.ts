import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { exportTrash, listTrash as listTrashEndpoint } from "../contract.ts";
import { changeScope } from "./access.ts";
import { cardOf, instant, personOf } from "./read-document.ts";

type TrashedCard = AnswerOf<typeof listTrashEndpoint>[number];

/** What the caller may take back from the trash, the last one first. */
export async function listTrash(
  ctx: SignedInCtx,
  { query, request, reply }: Pick<Input<typeof listTrashEndpoint>, "query" | "request" | "reply">,
): Promise<TrashedCard[]> {
  const { limit, offset, cursor } = partOf(query);
  const found = sql`d.trashed_at is not null and ${changeScope(ctx.actor.reach)}`;
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(d.trashed_at, d.id) < (select d.trashed_at, d.id from documents d where d.id = ${cursor} and ${found})`;
  const { rows } = await sql<{ card: TrashedCard }>`
    select ${cardOf()} || jsonb_build_object('trashedAt', ${instant("d.trashed_at")}, 'trashedBy', ${personOf("d.trashed_by_id")}) as card
    from documents d where ${found} and ${after}
    order by d.trashed_at desc, d.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  const total = await sql<{ count: number }>`select count(*) from documents d where ${found}`.execute(ctx.db);
  const cards = rows.map(({ card }) => card);
  describePart({ request, reply }, query, cards, { count: total.rows[0]?.count ?? 0, isCapped: false });
  return cards;
}

/** The trash for spreadsheets. */
export const trashAsTable = (ctx: SignedInCtx, input: Input<typeof exportTrash>): CsvTable<TrashedCard> => ({
  name: "documents-in-trash",
  columns: {
    Title: ({ title }) => title,
    Type: ({ type }) => type,
    Building: ({ property }) => property.name,
    Unit: ({ unit }) => unit?.unitNumber ?? null,
    File: ({ file }) => file.name,
    "Uploaded by": ({ createdBy }) => createdBy.fullName,
    "Put into the trash by": ({ trashedBy }) => trashedBy.fullName,
    "Put into the trash (UTC)": ({ trashedAt }) => new Date(trashedAt),
  },
  rows: rowsOf((part) => listTrash(ctx, part), input),
});
