import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type {
  FileImport,
  FileLayout,
  matchImportColumns as matchEndpoint,
  readImportLayout as readEndpoint,
} from "../../contract.ts";
import { getImportKind, type ImportKindName } from "../../import-kinds.ts";
import { checkFile } from "../check/check-import.ts";
import type { FileRow } from "../file/file-row.ts";
import { maxRowsAboveHeader, readHeader } from "../file/find-header.ts";
import { applyMatches, saveLayout, saveMatches } from "../file/store-file.ts";
import { findImport, type ImportRecord, lockImport } from "../queries.ts";
import { findMatchError } from "./match-columns.ts";
import { findSkipReason } from "./skip-rows.ts";

/** Returns the file's columns and first rows. @throws AppError not_found */
export async function readImportLayout(
  ctx: SignedInCtx,
  id: number,
): Promise<ResponseOf<typeof readEndpoint>> {
  const { kind, layout } = requireMatchable(await findImport(ctx.db, ctx.actor.accessScope, id));
  const { columns } = getImportKind(kind);
  const rows = await readFirstRows(ctx, id);
  return {
    ...layout,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells,
      skipReason: getSkipReason(line, layout) ?? findSkipReason(cells, layout, columns) ?? null,
    })),
  };
}

function getSkipReason(line: number, { firstHeaderLine, lastHeaderLine }: FileLayout): string | undefined {
  if (line < firstHeaderLine) return "Above the header";
  return line <= lastHeaderLine ? "The header" : undefined;
}

/**
 * Saves the fields of the columns, remembers them for files with the same headers, and checks all rows.
 * @throws AppError not_found; invalid if a required field or a format isn't selected; conflict if the file is no longer
 * stored
 */
export async function matchImportColumns(
  ctx: SignedInCtx,
  id: number,
  { firstHeaderLine, lastHeaderLine, columns: matches }: BodyOf<typeof matchEndpoint>,
): Promise<FileImport> {
  const { kind, layout } = requireMatchable(await lockImport(ctx.db, ctx.actor.accessScope, id));
  const header = readHeader(await readFirstRows(ctx, id), firstHeaderLine, lastHeaderLine);
  if (header === undefined || ![0, 1].includes(lastHeaderLine - firstHeaderLine))
    throw invalid({ firstHeaderLine: "Select one or two lines near the start of the file as the header." });
  const columns = applyMatches(
    layout.columns.map((column) => ({ ...column, name: header.names[column.index] ?? "" })),
    matches,
  );
  const error = findMatchError(columns, kind);
  if (error !== undefined) throw invalid({ columns: error });
  await saveMatches(ctx, kind, columns);
  const headerWidth = layout.headerWidth === null ? null : header.names.length;
  await saveLayout(ctx, id, {
    ...layout,
    firstHeaderLine,
    lastHeaderLine,
    headerWidth,
    columns,
    isTemplate: false,
  });
  return checkFile(ctx, id);
}

function requireMatchable({ state, kind, layout }: ImportRecord): {
  kind: ImportKindName;
  layout: FileLayout;
} {
  if (layout === null || (state !== "matching" && state !== "checked"))
    throw conflict("The columns of this file can no longer be matched. Upload the file again.");
  return { kind, layout };
}

async function readFirstRows({ db }: SignedInCtx, id: number): Promise<FileRow[]> {
  const rows = await db
    .selectFrom("import_file_rows")
    .select(["line", "cells"])
    .where("import_id", "=", id)
    .orderBy("line")
    .limit(maxRowsAboveHeader)
    .execute();
  return rows as FileRow[];
}
