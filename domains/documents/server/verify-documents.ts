import { createHash } from "node:crypto";
import { sql } from "kysely";
import { ranges } from "#domains/ledger/server/verify-ledger.ts";
import type { Db } from "#server/db/database.ts";
import type { FileStore } from "#server/integrations/file-store.ts";
import { AppError } from "#shared/errors.ts";

const filesAtOnce = 1_000;
const readAtOnce = 4;

interface KeptFile {
  id: number;
  documentId: number;
  number: number;
  key: string;
  bytes: number;
  sha256: Buffer;
}

/**
 * Verifies that the file of every row is stored unchanged, byte by byte, and yields a sentence for each fault. It reads all of
 * them, which may take hours, so it reads the database range by range; a file removed meanwhile is no fault.
 */
export async function* verifyFilesOfDocuments(db: Db, files: FileStore): AsyncGenerator<string> {
  for await (const { from, to } of ranges(db, sql`document_files`, filesAtOnce)) {
    // A restored file is stored once.
    const { rows } = await sql<KeptFile>`
      select distinct on (file_key) id, document_id as "documentId", number, file_key as key, bytes, sha256
      from document_files where id between ${from} and ${to} and scan <> 'infected' order by file_key, id`.execute(
      db,
    );
    for (let at = 0; at < rows.length; at += readAtOnce) {
      const looked = rows.slice(at, at + readAtOnce).map((file) => faultOf(db, files, file));
      for (const fault of await Promise.all(looked)) if (fault !== null) yield fault;
    }
  }
}

async function faultOf(db: Db, files: FileStore, file: KeptFile): Promise<string | null> {
  const which = `File ${file.number} of document ${file.documentId}`;
  const found = await hashOf(files, file.key);
  if (found === null) return (await isNamed(db, file.id)) ? `${which} is not where it is kept.` : null;
  if (found.bytes !== file.bytes) return `${which} has ${found.bytes} bytes, but ${file.bytes} were sent.`;
  return found.sha256.equals(file.sha256) ? null : `${which} is not what was sent: its hash differs.`;
}

/** Null when there is no such file. */
async function hashOf(files: FileStore, key: string): Promise<{ bytes: number; sha256: Buffer } | null> {
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

async function isNamed(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from document_files where id = ${id} and scan <> 'infected'`.execute(db);
  return rows.length > 0;
}
