import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { kindNames } from "./import-kinds.ts";

export const importBytesMax = 20 * 1024 * 1024;
export const importRowsMax = 100_000;
/** How long a file that was checked but not imported is kept. */
export const importDays = 7;

const kind = z.enum(kindNames, `kind must be one of ${kindNames.join(", ")}.`);

/**
 * `reading`: the file is still being uploaded. `checked`: nothing is written yet. `stopped`: the worker died; the import
 * can be started again. `expired`: nobody imported it in time.
 */
export const importState = z.enum(["reading", "checked", "queued", "running", "stopped", "done", "expired"]);
export type ImportState = z.output<typeof importState>;

export const fileImport = z.object({
  id: z.number(),
  kind,
  fileName: z.string(),
  state: importState,
  /** Rows of the file, not counting its heading. */
  rows: z.number(),
  badRows: z.number(),
  errors: z.number(),
  /** Rows written so far, while it runs. */
  rowsDone: z.number(),
  /** Why the last attempt changed nothing. */
  message: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type FileImport = z.output<typeof fileImport>;

export const importError = z.object({
  line: z.number(),
  column: z.nullable(z.string()),
  message: z.string(),
});
export type ImportError = z.output<typeof importError>;

export const readTemplate = endpoint({
  method: "GET",
  path: "/api/imports/templates/:file",
  action: "imports.read",
  summary: "A CSV file with the columns of a kind and two example rows",
  params: z.object({
    file: z.enum(
      kindNames.map((name) => `${name}.csv` as const),
      `There are templates ${kindNames.map((name) => `${name}.csv`).join(", ")}.`,
    ),
  }),
  response: z.unknown(),
  responseKind: "file",
});

export const listImports = endpoint({
  method: "GET",
  path: "/api/imports",
  action: "imports.read",
  summary: "Imports, newest first; a landlord sees their own",
  query: z.object(paging),
  response: z.array(fileImport),
});

export const exportImports = csvOf(listImports);

export const checkImport = endpoint({
  method: "POST",
  path: "/api/imports",
  action: "imports.write",
  summary: "Read and check a CSV file without importing it",
  body: z.object({ kind }),
  files: { name: "file", maxCount: 1, maxBytes: importBytesMax },
  response: fileImport,
  status: 201,
});

export const readImport = endpoint({
  method: "GET",
  path: "/api/imports/:id",
  action: "imports.read",
  summary: "An import: its result, its progress, and its first rows as they were read",
  params: byId,
  response: z.extend(fileImport, {
    sample: z.array(z.object({ line: z.number(), values: z.record(z.string(), z.string()) })),
  }),
});

export const listImportErrors = endpoint({
  method: "GET",
  path: "/api/imports/:id/errors",
  action: "imports.read",
  summary: "The errors of the file, by line and column",
  params: byId,
  query: z.object(paging),
  response: z.array(importError),
});

export const exportImportErrors = endpoint({
  method: "GET",
  path: "/api/imports/:id/errors.csv",
  action: "imports.read",
  summary: "All errors of the file, as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const runImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/run",
  action: "imports.write",
  summary: "Write all rows or none; the progress is part of the import",
  params: byId,
  response: fileImport,
  status: 202,
});
