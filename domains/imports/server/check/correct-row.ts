import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf, ParamsOf } from "#shared/http/endpoint.ts";
import type { correctImportRow as correctEndpoint, FileImport } from "../../contract.ts";
import { getImportKind } from "../../import-kinds.ts";
import { lockImport } from "../queries.ts";
import { checkFile } from "./check-import.ts";

/**
 * Corrects values in a row and checks the rows again. The file itself isn't changed.
 * @throws AppError not_found; invalid for an unknown column; conflict unless the file is checked and not imported
 */
export async function correctImportRow(
  ctx: SignedInCtx,
  { id, line }: ParamsOf<typeof correctEndpoint>,
  { values }: BodyOf<typeof correctEndpoint>,
): Promise<FileImport> {
  const { db, actor } = ctx;
  const { state, kind } = await lockImport(db, actor.accessScope, id);
  if (state !== "checked") throw conflict("This file can't be corrected now. Upload it again.");
  const { columns } = getImportKind(kind);
  const corrections = values.map(({ column: header, value }, index) => {
    const column = columns.find((known) => known.header === header);
    if (column === undefined)
      throw invalid({ [`values.${index}.column`]: "Select a column of this type of file." });
    return [column.field, value];
  });
  const { rows } = await sql`
    update import_file_rows set corrections = corrections || ${JSON.stringify(Object.fromEntries(corrections))}::jsonb
    where import_id = ${id} and line = ${line} returning line`.execute(db);
  if (rows.length === 0) throw notFound("row");
  return checkFile(ctx, id);
}
