import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** How many days a data export stays available for download. */
export const exportRetentionDays = 7;

/** `expired`: it was deleted after `exportRetentionDays`. */
export const exportState = z.enum(["queued", "running", "done", "failed", "expired"]);
export type ExportState = z.output<typeof exportState>;

const progress = z.object({ done: z.number(), total: z.number() });

export const dataExport = z.object({
  id: z.number(),
  state: exportState,
  tables: progress,
  files: progress,
  /** The size of the ZIP, or of the part written so far. */
  bytes: z.number(),
  /** Why it failed. */
  message: z.nullable(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** When the download expires. */
  expiresAt: z.nullable(z.string()),
});
export type DataExport = z.output<typeof dataExport>;

export const listDataExports = endpoint({
  method: "GET",
  path: "/api/exports",
  action: "exports.read",
  summary: "List data exports with their progress, newest first",
  query: z.object(paging),
  response: z.array(dataExport),
});

export const startDataExport = endpoint({
  method: "POST",
  path: "/api/exports",
  action: "exports.create",
  summary: "Export everything as a ZIP of CSV tables and files, in the background; one at a time",
  response: dataExport,
  status: 202,
});

export const downloadDataExport = endpoint({
  method: "GET",
  path: "/api/exports/:id/file",
  action: "exports.read",
  summary: "Download the ZIP of a data export",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});
