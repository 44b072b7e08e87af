import { sql } from "kysely";
import type { sent } from "#server/http/answer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type {
  exportImportErrors,
  exportImports,
  FileImport,
  ImportError,
  listImportErrors,
  listImports,
  readImport,
} from "../contract.ts";
import { type ImportColumn, kindOf } from "../import-kinds.ts";
import { importScope } from "./access.ts";
import { findImport, type ImportRecord, imports, presentImport } from "./queries.ts";

const newestWithoutPaging = 100;
const sampleRows = 5;

/** Imports within reach, newest first. */
export async function listImportsOf(
  { db, actor }: SignedInCtx,
  { query, request, reply }: Input<typeof listImports>,
): Promise<FileImport[]> {
  const limit = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const offset = query.page === undefined ? 0 : (query.page - 1) * limit;
  const cursor =
    query.page === undefined && query.cursor !== undefined ? sql`i.id < ${query.cursor}` : sql`true`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from imports i where ${importScope(actor.reach)}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const { rows } = await imports(
    sql`${importScope(actor.reach)} and ${cursor} order by i.id desc limit ${limit} offset ${offset}`,
  ).execute(db);
  reply.header("x-total-count", String(total));
  const last = rows.at(-1);
  const hasMore = query.page === undefined ? rows.length === limit : offset + rows.length < total;
  if (last !== undefined && hasMore) {
    const next = new URL(request.url, "http://localhost");
    if (query.page === undefined) next.searchParams.set("cursor", String(last.id));
    else next.searchParams.set("page", String(query.page + 1));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return rows.map(presentImport);
}

/** All of them as a file. */
export const exportImportsOf = (
  ctx: SignedInCtx,
  { reply, query }: Input<typeof exportImports>,
): Promise<typeof sent> =>
  sendCsv<ImportRecord>(
    ctx,
    { reply, query },
    {
      name: "imports",
      columns: {
        Number: ({ id }) => id,
        File: ({ file_name }) => file_name,
        Kind: ({ kind }) => kindOf(kind).label,
        Rows: ({ row_count }) => row_count,
        "Rows with errors": ({ bad_row_count }) => bad_row_count,
        State: ({ state }) => state,
        By: ({ created_by }) => created_by,
        "Checked (UTC)": ({ created_at }) => created_at,
        "Imported (UTC)": ({ finished_at }) => finished_at,
      },
      rows: async (last, limit) => {
        const after = last === undefined ? sql`true` : sql`i.id < ${last.id}`;
        const { rows } = await imports(
          sql`${importScope(ctx.actor.reach)} and ${after} order by i.id desc limit ${limit}`,
        ).execute(ctx.db);
        return rows;
      },
    },
  );

/** @throws AppError not_found */
export async function readImportOf(
  { db, actor }: SignedInCtx,
  id: number,
): Promise<AnswerOf<typeof readImport>> {
  const found = await findImport(db, actor.reach, id);
  const rows = await db
    .selectFrom("import_rows")
    .select(["line", "content"])
    .where("import_id", "=", id)
    .orderBy("line")
    .limit(sampleRows)
    .execute();
  const { columns } = kindOf(found.kind);
  return {
    ...presentImport(found),
    sample: rows.map(({ line, content }) => ({
      line,
      values: asShown(content as Record<string, unknown>, columns),
    })),
  };
}

const asShown = (
  content: Readonly<Record<string, unknown>>,
  columns: readonly ImportColumn[],
): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ field, header, show, kept }) => {
      const value = content[kept ?? field] ?? null;
      return [
        header,
        value === null ? "" : show === undefined ? String(value as string | number | boolean) : show(value),
      ];
    }),
  );

interface ErrorRow {
  id: number;
  line: number;
  column: string | null;
  message: string;
}

/** What is wrong, line by line. @throws AppError not_found */
export async function listErrors(
  { db, actor }: SignedInCtx,
  { params, query, request, reply }: Input<typeof listImportErrors>,
): Promise<ImportError[]> {
  const { error_count: total } = await findImport(db, actor.reach, params.id);
  const limit = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const page = query.page ?? 1;
  const { rows } = await sql<ErrorRow>`
    select id, line, column_name as column, message from import_errors where import_id = ${params.id}
    order by line, id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  reply.header("x-total-count", String(total));
  if (page * limit < total) {
    const next = new URL(request.url, "http://localhost");
    next.searchParams.set("page", String(page + 1));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return rows;
}

/** All of it as a file. @throws AppError not_found */
export async function exportErrors(
  ctx: SignedInCtx,
  { params, reply }: Input<typeof exportImportErrors>,
): Promise<typeof sent> {
  const { id } = await findImport(ctx.db, ctx.actor.reach, params.id);
  return sendCsv<ErrorRow>(
    ctx,
    { reply, query: {} },
    {
      name: `import-${id}-errors`,
      columns: {
        Line: ({ line }) => line,
        Column: ({ column }) => column ?? "",
        Error: ({ message }) => message,
      },
      rows: async (last, limit) => {
        const { rows } = await sql<ErrorRow>`
        select id, line, column_name as column, message from import_errors
        where import_id = ${id} and (line, id) > (${last?.line ?? 0}, ${last?.id ?? 0})
        order by line, id limit ${limit}`.execute(ctx.db);
        return rows;
      },
    },
  );
}
