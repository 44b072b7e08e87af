import { Readable, type Writable } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { copySettings } from "#server/backup/copy-tables.ts";
import { openZip, readWholeFile, type ZipWriter } from "#server/backup/zip-writer.ts";
import type { FileStore } from "#server/integrations/files/file-store.ts";
import { getCsvColumns, readColumnTypes, selectCells, selectFiles } from "./cells.ts";
import { writeReadme } from "./readme.ts";
import { exportedTables } from "./tables/all-tables.ts";

export interface Progress {
  tableCount: number;
  tablesDone: number;
  fileCount: number;
  filesDone: number;
}

interface StoredPath {
  key: string;
  path: string;
}

interface Options {
  output: Writable;
  files: FileStore;
  now: Date;
  /** Called after each table and file. Writing waits for it. */
  onProgress: (progress: Progress) => Promise<void>;
}

/**
 * Writes all tables, as they are in one snapshot of the database, and then the files they refer to. The transaction
 * ends before the files are copied, so a file that is deleted in between is missing, and the README says so.
 */
export async function writeZip(
  client: pg.ClientBase,
  { output, files, now, onProgress }: Options,
): Promise<Progress> {
  const zip = openZip(output);
  await client.query("begin isolation level repeatable read read only");
  await client.query(copySettings);
  const types = await readColumnTypes(client);
  const { rows: storedPaths } = await client.query<StoredPath>(selectFiles());
  const organization = await client.query<{ name: string }>("select name from organization");
  const progress: Progress = {
    tableCount: exportedTables.length,
    tablesDone: 0,
    fileCount: storedPaths.length,
    filesDone: 0,
  };
  await onProgress(progress);
  const rows = new Map<string, number>();
  for (const table of exportedTables) {
    const select = selectCells(table, getCsvColumns(table, types));
    rows.set(table.table, await addCsv(client, zip, { name: table.csvName, select }));
    progress.tablesDone += 1;
    await onProgress(progress);
  }
  await client.query("commit");

  const missingFiles: string[] = [];
  for (const { key, path } of storedPaths) {
    const content = await readWholeFile(files, key);
    if (content === null) missingFiles.push(path);
    else await zip.add(path, content, { compress: false });
    progress.filesDone += 1;
    await onProgress(progress);
  }
  const readme = writeReadme({
    organization: organization.rows[0]?.name ?? "",
    at: now,
    types,
    rows,
    fileCount: storedPaths.length - missingFiles.length,
    missingFiles,
  });
  await zip.add("README.txt", Buffer.from(readme), { compress: true });
  await zip.end();
  return progress;
}

/** Returns the number of rows. */
async function addCsv(
  client: pg.ClientBase,
  zip: ZipWriter,
  { name, select }: { name: string; select: string },
): Promise<number> {
  const copy = client.query(copyTo(`copy (${select}) to stdout with (format csv, header)`));
  await zip.add(name, Readable.from(withByteOrderMark(copy), { objectMode: false }), { compress: true });
  return copy.rowCount;
}

/** The byte-order mark makes spreadsheets read the file as UTF-8. */
async function* withByteOrderMark(csv: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from("\uFEFF");
  yield* csv;
}
