import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import { notFound } from "#shared/errors.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { exportDownloads, listDownloads as listDownloadsEndpoint } from "../contract.ts";
import { changeScope, documentScope } from "./access.ts";
import { instant, personOf } from "./read-document.ts";

type Download = AnswerOf<typeof listDownloadsEndpoint>[number];
type Asked = Pick<Input<typeof listDownloadsEndpoint>, "params" | "query" | "request" | "reply">;

/**
 * Who looked at a document or took it along, the last one first.
 * @throws AppError not_found
 */
export async function listDownloads(
  ctx: SignedInCtx,
  { params: { id }, query, request, reply }: Asked,
): Promise<Download[]> {
  await refuseOutOfReach(ctx, id);
  const { limit, offset, cursor } = partOf(query);
  const after = cursor === undefined ? sql`true` : sql`l.id < ${cursor}`;
  const { rows } = await sql<Download>`
    select l.id, ${personOf("l.user_id")} as "user", l.number, l.kind, ${instant("l.at")} as at
    from document_downloads l where l.document_id = ${id} and ${after}
    order by l.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  const total = await sql<{ count: number }>`
    select count(*) from document_downloads l where l.document_id = ${id}`.execute(ctx.db);
  describePart({ request, reply }, query, rows, { count: total.rows[0]?.count ?? 0, isCapped: false });
  return rows;
}

async function refuseOutOfReach({ db, actor }: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql`
    select from documents d where d.id = ${id} and ${documentScope(actor.reach)}
      and (d.trashed_at is null or ${changeScope(actor.reach)})`.execute(db);
  if (rows.length === 0) throw notFound("document");
}

/** Who took a document for spreadsheets. */
export const downloadsAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportDownloads>,
): CsvTable<Download> => ({
  name: `downloads-of-document-${input.params.id}`,
  columns: {
    "When (UTC)": ({ at }) => new Date(at),
    Person: ({ user }) => user.fullName,
    What: ({ kind }) => (kind === "preview" ? "Looked at" : "Downloaded"),
    File: ({ number }) => number,
  },
  rows: rowsOf((part) => listDownloads(ctx, { ...part, params: input.params }), input),
});
