import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { importKindNames } from "./import-kinds.ts";

export const maxImportBytes = 20 * 1024 * 1024;
export const maxImportRows = 100_000;
/** How many days a file that was checked but not imported is kept. */
export const importRetentionDays = 7;

const kind = z.enum(importKindNames, `kind must be one of ${importKindNames.join(", ")}.`);

/**
 * `reading`: the file is still being uploaded. `checked`: nothing is saved yet. `stopped`: the worker died,
 * and the import can be started again. `expired`: it wasn't imported in time.
 */
export const importState = z.enum(["reading", "checked", "queued", "running", "stopped", "done", "expired"]);
export type ImportState = z.output<typeof importState>;

export const fileImport = z.object({
  id: z.number(),
  kind,
  fileName: z.string(),
  state: importState,
  /** The number of rows, not counting the header. */
  rows: z.number(),
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
  summary: "Read and check a CSV file without importing it",
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
  }),
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

export const exportImportErrors = endpoint({
  method: "GET",
  path: "/api/imports/:id/errors.csv",
  action: "imports.read",
  summary: "Export the file's errors as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const runImport = endpoint({
  method: "POST",
  path: "/api/imports/:id/run",
  action: "imports.write",
  summary: "Import all rows or none; progress is reported on the import",
  params: byId,
  response: fileImport,
  status: 202,
});
