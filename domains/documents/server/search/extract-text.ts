import type { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { readFileText } from "#server/integrations/file-text/file-text.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { documentKinds } from "../../kinds.ts";

/** How many times the portal tries to read a file that crashes the reading process. */
const maxAttempts = 5;
/** After this time, another job takes over, so that a shutdown doesn't wait for all texts. */
const maxRunMs = 5_000;

/** The types with text that can be read. */
const readableTypes: readonly string[] = [documentKinds.pdf, documentKinds.docx, documentKinds.xlsx];

/** Returns how many times to try reading the text of a file of this type once it's downloadable. */
export const getTextAttempts = (mediaType: string): number =>
  readableTypes.includes(mediaType) ? maxAttempts : 0;

/**
 * Enqueues the extraction of pending texts, so that searches find them. It runs a few seconds after the last
 * upload, because reading takes memory, or with the next run (once a minute). Only one run is active at a
 * time, so that a long document doesn't block all other jobs.
 */
export const queueTextExtraction = (db: Db, inSeconds = 5): Promise<void> =>
  enqueue(
    db,
    "extract-document-texts",
    {},
    { queue: "document-texts", key: "extract-document-texts", delaySeconds: inSeconds },
  );

/** Deletes the text of a file that is no longer current. */
export const clearText = async (db: Db, documentId: number): Promise<void> => {
  await db.updateTable("documents").set({ text: null }).where("id", "=", documentId).execute();
};

/**
 * Extracts the pending texts one by one, once a minute and soon after an upload. Files with the fewest
 * attempts come first.
 */
export async function extractTexts(services: Services, maxMs = maxRunMs): Promise<void> {
  const startedAt = performance.now();
  for (let file = await claimNextFile(services); file !== undefined; file = await claimNextFile(services)) {
    try {
      await extractText(services, file);
      await setAttempts(services.db, file, sql`0`);
    } catch (error) {
      services.log.warn(
        { err: error, ...file },
        "The text of a document could not be read; it will be retried.",
      );
      // Attempts don't count while the storage is unavailable.
      if (error instanceof AppError && error.code === "unavailable")
        await setAttempts(services.db, file, sql`text_attempts_left + 1`);
      return;
    }
    if (performance.now() - startedAt > maxMs) {
      await queueTextExtraction(services.db, 0);
      return;
    }
  }
}

interface FileToRead {
  documentId: number;
  number: number;
}

/**
 * Returns the next file and counts the attempt first, so that a file that crashes the process isn't retried
 * forever.
 */
async function claimNextFile({ db }: Services): Promise<FileToRead | undefined> {
  const { rows } = await sql<FileToRead>`
    with next as (
      select id from document_files where text_attempts_left > 0 and scan in ('clean', 'unscanned')
      order by text_attempts_left desc, id limit 1 for no key update skip locked
    )
    update document_files f set text_attempts_left = f.text_attempts_left - 1 from next
    where f.id = next.id returning f.document_id as "documentId", f.number`.execute(db);
  return rows[0];
}

const setAttempts = async (db: Db, { documentId, number }: FileToRead, attemptsLeft: RawBuilder<unknown>) => {
  await sql`update document_files set text_attempts_left = ${attemptsLeft} where document_id = ${documentId} and number = ${number}`.execute(
    db,
  );
};

/**
 * Extracts the text of a file while it's the current one. A file that is broken, encrypted, or malicious gets
 * no text.
 * @throws AppError unavailable; not_found when the file is missing from storage
 */
export async function extractText(
  { db, files, log }: Services,
  { documentId, number }: FileToRead,
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select f.file_key as key from documents d
    join document_files f on f.document_id = d.id and f.number = d.current_number
    where d.id = ${documentId} and f.number = ${number} and f.media_type = any(${readableTypes})
      and f.scan in ('clean', 'unscanned')`.execute(db);
  const [file] = rows;
  if (file === undefined) return;
  const { stream, bytes } = await files.read(file.key);
  const content = await readAll(stream, bytes);
  let text: string;
  try {
    text = await readFileText(content);
  } catch (error) {
    log.warn(
      { documentId, number, reason: (error as Error).message },
      "The text of a document could not be read.",
    );
    return;
  }
  if (text === "") return;
  // Waits for a concurrent upload or scan of this document, then checks which file is current.
  await inTransaction(db, async (transaction) => {
    await sql`select from documents where id = ${documentId} for no key update`.execute(transaction);
    await sql`
      update documents d set text = ${text} from document_files f
      where d.id = ${documentId} and f.document_id = d.id and f.number = d.current_number and f.number = ${number}
        and f.scan in ('clean', 'unscanned')`.execute(transaction);
  });
}

/** Reads a stream of known length into exactly that many bytes of memory. */
async function readAll(stream: Readable, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes);
  let offset = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    content.set(chunk, offset);
    offset += chunk.length;
  }
  return content;
}
