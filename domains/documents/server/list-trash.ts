import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/csv.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { listTrash as listTrashEndpoint } from "../contract.ts";
import { changeScope } from "./access.ts";
import { cardOf, instant, personOf } from "./read-document.ts";

type TrashedCard = AnswerOf<typeof listTrashEndpoint>[number];

type Place = Pick<TrashedCard, "id" | "trashedAt">;

/** What the caller may take back from the trash, the last one first. */
export async function listTrash(
  ctx: SignedInCtx,
  { query, request, reply }: Pick<Input<typeof listTrashEndpoint>, "query" | "request" | "reply">,
): Promise<TrashedCard[]> {
  const { limit, offset, cursor } = partOf(query);
  const cards = await readTrash(ctx, {
    limit,
    offset,
    after: cursor === undefined ? undefined : placeOf(cursor),
  });
  const { rows } = await sql<{ count: number }>`
    select count(*) from documents d where ${inTrash(ctx)}`.execute(ctx.db);
  describePart({ request, reply }, query, cards, { count: rows[0]?.count ?? 0, isCapped: false }, cursorOf);
  return cards;
}

const inTrash = ({ actor }: SignedInCtx) => sql`d.trashed_at is not null and ${changeScope(actor.reach)}`;

async function readTrash(
  ctx: SignedInCtx,
  { limit, offset, after }: { limit: number; offset: number; after: Place | undefined },
): Promise<TrashedCard[]> {
  const { rows } = await sql<{ card: TrashedCard }>`
    select ${cardOf()} || jsonb_build_object('trashedAt', ${instant("d.trashed_at")}, 'trashedBy', ${personOf("d.trashed_by_id")}) as card
    from documents d where ${inTrash(ctx)}
      and ${after === undefined ? sql`true` : sql`(d.trashed_at, d.id) < (${new Date(after.trashedAt)}::timestamptz, ${after.id}::bigint)`}
    order by d.trashed_at desc, d.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows.map(({ card }) => card);
}

const cursorOf = ({ trashedAt, id }: Place): string => `${Date.parse(trashedAt)}-${id}`;

function placeOf(cursor: string): Place {
  const [at, id] = cursor.split("-").map(Number);
  return { trashedAt: new Date(at ?? 0).toISOString(), id: id ?? 0 };
}

/** The trash for spreadsheets. */
export const trashAsTable = (ctx: SignedInCtx): CsvTable<TrashedCard> => ({
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
  rows: (last, limit) => readTrash(ctx, { limit, offset: 0, after: last }),
});
