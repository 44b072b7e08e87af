import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { importKindNames } from "./import-kinds.ts";

export const maxImportBytes = 20 * 1024 * 1024;
export const maxImportRows = 100_000;
/** How many days a file that was checked but not imported is kept. */
export const importRetentionDays = 7;
/**
 * The minimum number of hours before the charges of imported leases are posted, so that the import can be
 * undone.
 */
export const importUndoHours = 24;

const kind = z.enum(importKindNames, `kind must be one of ${importKindNames.join(", ")}.`);

/**
 * `reading`: the file is still being uploaded. `matching`: the user matches its columns. `checked`: nothing is saved yet. `stopped`: the worker died,
 * and the import can be started again. `expired`: it wasn't imported in time.
 */
export const importState = z.enum([
  "reading",
  "matching",
  "checked",
  "queued",
  "running",
  "stopped",
  "done",
  "undone",
  "expired",
]);
export type ImportState = z.output<typeof importState>;

export const fileImport = z.object({
  id: z.number(),
  kind,
  fileName: z.string(),
  state: importState,
  /** The number of rows, not counting the header and rows that are skipped. */
  rows: z.number(),
  /** The number of rows that aren't imported: totals, headings, and repeated headers. */
  skippedRows: z.number(),
  badRows: z.number(),
  errors: z.number(),
  /** The number of rows imported so far, while the import runs. */
  rowsDone: z.number(),
  /** Why the last attempt didn't change anything. */
  message: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type FileImport = z.output<typeof fileImport>;

/** The records an import creates, and totals to compare with the file. */
const importSummary = z.object({
  creates: z.array(z.object({ noun: z.string(), count: z.number() })),
  totals: z.array(z.object({ label: z.string(), cents: z.number() })),
  /** Notes on the result, such as that two leases belong to the same company. */
  notes: z.array(z.string()),
});
export type ImportSummary = z.output<typeof importSummary>;

export const importError = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  /** The value in the file, or its correction. */
  value: z.nullable(z.string()),
  message: z.string(),
  /** The number of other rows with the same error. Correcting this row resolves it in all of them. */
  moreRows: z.number(),
  /**
   * The columns to correct, with their values: the error's column, or the whole address. Empty without a
   * column.
   */
  correctable: z.array(z.object({ column: z.string(), value: z.string() })),
});
export type ImportError = z.output<typeof importError>;

const decimalMark = z.nullable(z.enum([".", ","], "decimalMark must be a period or a comma."));
const lineNumber = z.int("Select a line of the file.").check(z.positive("Select a line of the file."));

/** A column in the file with the field it is matched to. */
export const fileColumn = z.object({
  /** Its position in the file, starting at 0. */
  index: z.number(),
  name: z.string(),
  /** The first few distinct values. */
  samples: z.array(z.string()),
  /** Whether the spreadsheet hides it. */
  isHidden: z.boolean(),
  field: z.nullable(z.string()),
  /** Null if unknown, in which case `ambiguousNumber` or `ambiguousDay` has an example. */
  decimalMark,
  isDayFirst: z.nullable(z.boolean()),
  /** A value with two readings, such as `1.000` or `1/2/26`. */
  ambiguousNumber: z.nullable(z.string()),
  ambiguousDay: z.nullable(z.string()),
});
export type FileColumn = z.output<typeof fileColumn>;

/** How the table is laid out in the file. */
export const fileLayout = z.object({
  firstHeaderLine: z.number(),
  /** The same as `firstHeaderLine`, unless the header has two lines. */
  lastHeaderLine: z.number(),
  columns: z.array(fileColumn),
  /** Notes about the file: hidden columns, merged cells, other sheets. */
  notes: z.array(z.string()),
  /** The system whose export has these columns. */
  preset: z.nullable(z.string()),
  /** Whether the matches come from an earlier file with the same headers. */
  isRemembered: z.boolean(),
  /** Whether the columns are the template's, which the user doesn't have to confirm. */
  isTemplate: z.boolean(),
  /** The number of columns in the header of a CSV file, which every row must have. Null for a spreadsheet. */
  headerWidth: z.nullable(z.number()),
});
export type FileLayout = z.output<typeof fileLayout>;

/** The file's layout with its first rows. */
const fileLayoutWithRows = z.extend(fileLayout, {
  rows: z.array(
    z.object({
      line: z.number(),
      cells: z.array(z.union([z.string(), z.number()])),
      /** Why the row is skipped. Null if it's imported. */
      skipReason: z.nullable(z.string()),
    }),
  ),
});

export const readTemplate = endpoint({
  method: "GET",
  path: "/api/imports/templates/:file",
  action: "imports.read",
  summary: "Download a CSV template with two example rows",
  params: z.object({
    file: z.enum(
      importKindNames.map((name) => `${name}.csv` as const),
      `Available templates: ${importKindNames.map((name) => `${name}.csv`).join(", ")}.`,
    ),
  }),
  response: z.unknown(),
  responseKind: "file",
});

export const listImports = endpoint({
  method: "GET",
  path: "/api/imports",
  action: "imports.read",
  summary: "List imports, newest first; landlords see their own",
  query: z.object(paging),
  response: z.array(fileImport),
});

export const exportImports = csvEndpoint(listImports);

export const checkImport = endpoint({
  method: "POST",
  path: "/api/imports",
  action: "imports.write",
  summary: "Read and check a CSV or XLSX file without importing it",
  body: z.object({ kind }),
  files: { name: "file", maxCount: 1, maxBytes: maxImportBytes },
  response: fileImport,
  status: 201,
});

export const readImport = endpoint({
  method: "GET",
  path: "/api/imports/:id",
  action: "imports.read",
  summary: "Get an import: result, progress, and the first rows as read",
  params: byId,
  response: z.extend(fileImport, {
    sample: z.array(z.object({ line: z.number(), values: z.record(z.string(), z.string()) })),
    /** The lines of the first rows with errors. */
    badLines: z.array(z.number()),
    /** Null unless the rows are checked. */
    summary: z.nullable(importSummary),
    /** Whether its leases have ledger entries, so that it can't be undone. */
    hasLedgerEntries: z.boolean(),
  }),
});

export const readImportLayout = endpoint({
  method: "GET",
  path: "/api/imports/:id/layout",
  action: "imports.read",
  summary: "Get the file's columns with their proposed fields, and its first rows",
  params: byId,
  response: fileLayoutWithRows,
});

export const matchImportColumns = endpoint({
  method: "PUT",
  path: "/api/imports/:id/layout",
  action: "imports.write",
  summary: "Match the file's columns to fields and check all rows; the matches are remembered",
  params: byId,
  body: z.object({
    firstHeaderLine: lineNumber,
    lastHeaderLine: lineNumber,
    columns: z
      .array(
        z.object({
          index: z.int().check(z.minimum(0), z.maximum(500)),
          field: z.nullable(z.string()),
          decimalMark,
          isDayFirst: z.nullable(z.boolean()),
        }),
      )
      .check(z.maxLength(500, "A file can have up to 500 columns.")),
  }),
  response: fileImport,
});

export const correctImportRow = endpoint({
  method: "PATCH",
  path: "/api/imports/:id/rows/:line",
  action: "imports.write",
  summary: "Correct values of a row of a checked file, and check its rows again",
  params: z.extend(byId, { line: idInPath }),
  body: z.object({
    values: z
      .array(
        z.object({
          column: z.string().check(z.maxLength(100, "Select a column of this type of file.")),
          value: z.string().check(z.maxLength(1000, "Values can be up to 1,000 characters.")),
        }),
      )
      .check(
        z.minLength(1, "Enter a value."),
        z.maxLength(100, "You can correct up to 100 values at a time."),
      ),
  }),
  response: fileImport,
});

export const listImportErrors = endpoint({
  method: "GET",
  path: "/api/imports/:id/errors",
  action: "imports.read",
  summary: "List the file's errors by line and column",
  params: byId,
  query: z.object(paging),
  response: z.array(importError),
});

export const exportRowsNotImported = endpoint({
  method: "GET",
  path: "/api/imports/:id/not-imported.csv",
  action: "imports.read",
  summary: "Export the file's rows with errors and its skipped rows as CSV, each with the reason",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const runImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/run",
  action: "imports.write",
  summary:
    "Import all rows or none; with `validRowsOnly`, leave out rows with errors; progress is reported on the import",
  params: byId,
  body: z.object({ validRowsOnly: z.optional(z.boolean("validRowsOnly must be true or false.")) }),
  response: fileImport,
  status: 202,
});

export const undoImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/undo",
  action: "imports.write",
  summary: "Undo an import if none of its records has been changed or used since",
  params: byId,
  response: fileImport,
});
