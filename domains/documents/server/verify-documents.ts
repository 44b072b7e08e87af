import { createHash } from "node:crypto";
import { sql } from "kysely";
import { readIdRanges } from "#domains/ledger/server/verify-ledger.ts";
import type { Db } from "#server/db/database.ts";
import type { FileStore } from "#server/integrations/files/file-store.ts";
import { AppError } from "#shared/errors.ts";

const batchSize = 1_000;
const parallelReads = 4;

interface FileRow {
  id: number;
  documentId: number;
  number: number;
  key: string;
  bytes: number;
  sha256: Buffer;
}

/**
 * Verifies byte by byte that the file of each row is stored unchanged, and yields a message for each problem.
 * Reading all files can take hours, so the database is read range by range. A file removed during the run
 * isn't a problem.
 */
export async function* verifyDocumentFiles(db: Db, files: FileStore): AsyncGenerator<string> {
  for await (const { from, to } of readIdRanges(db, sql`document_files`, batchSize)) {
    // A restored file shares its stored file with the earlier version.
    const { rows } = await sql<FileRow>`
      select distinct on (file_key) id, document_id as "documentId", number, file_key as key, bytes, sha256
      from document_files where id between ${from} and ${to} and scan <> 'infected' order by file_key, id`.execute(
      db,
    );
    for (let offset = 0; offset < rows.length; offset += parallelReads) {
      const checks = rows.slice(offset, offset + parallelReads).map((file) => findProblem(db, files, file));
      for (const problem of await Promise.all(checks)) if (problem !== null) yield problem;
    }
  }
}

async function findProblem(db: Db, files: FileStore, file: FileRow): Promise<string | null> {
  const label = `File ${file.number} of document ${file.documentId}`;
  const storedFile = await hashFile(files, file.key);
  if (storedFile === null)
    return (await isReferenced(db, file.id)) ? `${label} is missing from storage.` : null;
  if (storedFile.bytes !== file.bytes)
    return `${label} is ${storedFile.bytes} bytes, but ${file.bytes} were uploaded.`;
  return storedFile.sha256.equals(file.sha256)
    ? null
    : `${label} doesn't match the upload: its hash is different.`;
}

/** Returns null if the file is missing. */
async function hashFile(files: FileStore, key: string): Promise<{ bytes: number; sha256: Buffer } | null> {
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of (await files.read(key)).stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      hash.update(chunk);
    }
    return { bytes, sha256: hash.digest() };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function isReferenced(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from document_files where id = ${id} and scan <> 'infected'`.execute(db);
  return rows.length > 0;
}
