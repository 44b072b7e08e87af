import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { type FileColumn, type FileLayout, maxImportRows } from "../../contract.ts";
import { getImportKind, type ImportKindName } from "../../import-kinds.ts";
import { addEvidence, type ColumnEvidence, createEvidence } from "../columns/column-evidence.ts";
import { findFileFormat, findFormat, findPreset, proposeFields } from "../columns/match-columns.ts";
import type { FileRow } from "./file-row.ts";
import { findHeader, listNames, maxRowsAboveHeader, normalizeName, reasonHeader } from "./find-header.ts";
import { type ReadableFile, readFile } from "./read-file.ts";
import type { Upload } from "./read-upload.ts";

const batchSize = 500;
const maxColumns = 200;
const maxShownSamples = 3;
const formatNumber = (count: number) => count.toLocaleString("en-US");

/**
 * Reads the file while it arrives, and stores its rows separately from the portal's data, with a proposal for its
 * columns. Each part is committed on its own, because no transaction should wait for an upload. If a file fails, its
 * rows are deleted. Returns the import's number.
 * @throws AppError with one message for a file that can't be read to its end
 */
export async function storeFile(ctx: SignedInCtx, { kind, fileName, content }: Upload): Promise<number> {
  const { db, actor, now } = ctx;
  const { id } = await db
    .insertInto("imports")
    .values({ kind, file_name: fileName, created_by_id: actor.id, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.onFailure(() => deleteImport(ctx, id));
  const file = await readFile(ctx, content);
  const { columns, maxRows = maxImportRows } = getImportKind(kind);
  const firstRows: FileRow[] = [];
  const evidence: ColumnEvidence[] = [];
  let headerLine: number | undefined;
  let rowCount = 0;
  let batch: FileRow[] = [];
  const learn = ({ line, cells }: FileRow) => {
    if (headerLine === undefined || line <= headerLine) return;
    for (const [index, cell] of cells.entries()) addEvidence((evidence[index] ??= createEvidence()), cell);
  };
  const learnFirstRows = () => {
    if (headerLine !== undefined || firstRows.length === 0) return;
    headerLine = findHeader(firstRows, columns).lastLine;
    for (const row of firstRows) learn(row);
  };
  for await (const row of file.rows) {
    rowCount += 1;
    // One of the rows is the header.
    if (rowCount > maxRows + 1)
      throw invalid({
        file: `This file has more than ${formatNumber(maxRows)} rows. Split it into smaller files.`,
      });
    if (row.cells.length > maxColumns)
      throw invalid({
        file: `This file has more than ${maxColumns} columns. Remove the ones you don't need.`,
      });
    if (firstRows.length < maxRowsAboveHeader) firstRows.push(row);
    else {
      learnFirstRows();
      learn(row);
    }
    batch.push(row);
    if (batch.length === batchSize) {
      await storeFileRows(ctx, id, batch);
      batch = [];
    }
  }
  learnFirstRows();
  if (rowCount === 0) throw invalid({ file: "This file is empty. Fill in the template." });
  if (rowCount === 1)
    throw invalid({ file: "This file has a header row but no data. Add at least one row." });
  await storeFileRows(ctx, id, batch);
  const layout = await proposeLayout(ctx, kind, { file, firstRows, evidence });
  await saveLayout(ctx, id, layout);
  return id;
}

/** Deletes a file and its stored rows. */
export async function deleteImport({ db }: SignedInCtx, id: number): Promise<void> {
  await db
    .deleteFrom("imports")
    .where("id", "=", id)
    .where("state", "in", ["reading", "matching", "checked"])
    .execute();
}

export const saveLayout = ({ db }: SignedInCtx, id: number, layout: FileLayout) =>
  db
    .updateTable("imports")
    .set({ layout: JSON.stringify(layout) })
    .where("id", "=", id)
    .execute();

async function storeFileRows({ db }: SignedInCtx, id: number, rows: readonly FileRow[]): Promise<void> {
  await sql`
    insert into import_file_rows (import_id, line, cells)
    select ${id}, line, cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, cells jsonb)`.execute(
    db,
  );
}

async function proposeLayout(
  ctx: SignedInCtx,
  kind: ImportKindName,
  { file, firstRows, evidence }: { file: ReadableFile; firstRows: FileRow[]; evidence: ColumnEvidence[] },
): Promise<FileLayout> {
  const importKind = getImportKind(kind);
  const { columns } = importKind;
  const { firstLine, lastLine, names, lastLineNames } = findHeader(firstRows, columns);
  const width = Math.max(names.length, evidence.length);
  const allNames = Array.from({ length: width }, (_, index) => names[index] ?? "");
  const allEvidence = allNames.map((_, index) => evidence[index] ?? createEvidence());
  const fields = proposeFields({ names: allNames, lastLineNames }, allEvidence, importKind);
  const fileFormat = findFileFormat(allEvidence);
  const headerWidth = file.isCsv ? names.length : null;
  const isBeyondHeader = (index: number) => headerWidth !== null && index >= headerWidth;
  const proposed = allNames.map((name, index): FileColumn => {
    const columnEvidence = allEvidence[index] ?? createEvidence();
    return {
      index,
      name,
      samples: columnEvidence.samples.slice(0, maxShownSamples),
      isHidden: file.hiddenColumns.includes(index),
      field: isBeyondHeader(index) ? null : (fields[index] ?? null),
      ...findFormat(columnEvidence, fileFormat),
    };
  });
  const templateNames = columns.flatMap((column) => listNames({ ...column, otherNames: [] }));
  const isTemplate =
    firstLine === firstRows[0]?.line &&
    firstLine === lastLine &&
    allNames.every(
      (name, index) =>
        name === reasonHeader ||
        isBeyondHeader(index) ||
        (fields[index] !== null && templateNames.includes(normalizeName(name))),
    );
  // Matches of another file must not change how a template is read.
  const savedColumns = isTemplate ? undefined : await findSavedMatches(ctx, kind, allNames);
  return {
    firstHeaderLine: firstLine,
    lastHeaderLine: lastLine,
    columns:
      savedColumns === undefined
        ? proposed.map((column) => (isTemplate ? readDaysAsInTemplate(column) : column))
        : applyMatches(proposed, savedColumns),
    notes: file.notes,
    preset: findPreset(allNames),
    isRemembered: savedColumns !== undefined,
    isTemplate,
    headerWidth,
  };
}

/** The template says that 1/2/2026 is January 2. The order of other ambiguous dates is selected by the user. */
function readDaysAsInTemplate(column: FileColumn): FileColumn {
  if (column.ambiguousDay === null) return column;
  return column.ambiguousDay.includes("/")
    ? { ...column, isDayFirst: false, ambiguousDay: null }
    : { ...column, isDayFirst: null };
}

type Match = Pick<FileColumn, "index" | "field" | "decimalMark" | "isDayFirst">;

/** Files with the same headers in the same order have one fingerprint. */
const getFingerprint = (names: readonly string[]) =>
  createHash("sha256")
    .update(
      names
        .filter((name) => name !== reasonHeader)
        .map(normalizeName)
        .join("\n"),
    )
    .digest("hex");

async function findSavedMatches(
  { db }: SignedInCtx,
  kind: ImportKindName,
  names: readonly string[],
): Promise<Match[] | undefined> {
  const saved = await db
    .selectFrom("import_matches")
    .select("columns")
    .where("kind", "=", kind)
    .where("fingerprint", "=", getFingerprint(names))
    .executeTakeFirst();
  return saved?.columns as Match[] | undefined;
}

/** Remembers the matches for the next file with these headers. */
export async function saveMatches(
  { db, actor, now }: SignedInCtx,
  kind: ImportKindName,
  columns: readonly FileColumn[],
): Promise<void> {
  const matches = columns.map(({ index, field, decimalMark, isDayFirst }): Match => {
    return { index, field, decimalMark, isDayFirst };
  });
  const values = { columns: JSON.stringify(matches), saved_by_id: actor.id, saved_at: now };
  await db
    .insertInto("import_matches")
    .values({ kind, fingerprint: getFingerprint(columns.map(({ name }) => name)), ...values })
    .onConflict((conflict) => conflict.columns(["kind", "fingerprint"]).doUpdateSet(values))
    .execute();
}

/** Applies the fields and formats. A format that the values themselves show isn't changed. */
export const applyMatches = (columns: readonly FileColumn[], matches: readonly Match[]): FileColumn[] =>
  columns.map((column) => {
    const match = matches.find(({ index }) => index === column.index);
    return {
      ...column,
      field: match?.field ?? null,
      decimalMark: column.ambiguousNumber === null ? column.decimalMark : (match?.decimalMark ?? null),
      isDayFirst: column.ambiguousDay === null ? column.isDayFirst : (match?.isDayFirst ?? null),
    };
  });
