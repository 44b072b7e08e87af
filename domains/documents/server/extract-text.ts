import type { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { readPdfText } from "#server/integrations/pdf-text.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { documentKinds } from "../kinds.ts";

/** How often a file is tried that crashes the process which reads it. */
const triesMax = 5;
/** After this time another job continues, so that stopping the portal does not wait for all texts. */
const runMsMax = 5_000;

/** How many attempts there are to read the text of a file of this type, once it is downloadable. */
export const textTries = (mediaType: string): number => (mediaType === documentKinds.pdf ? triesMax : 0);

/**
 * Enqueues the extraction of waiting texts, so that a search finds them: a few seconds after the last upload, as reading takes
 * memory, or by the run of every minute. One run at a time: a long document must not block all other jobs.
 */
export const queueTexts = (db: Db, inSeconds = 5): Promise<void> =>
  enqueue(
    db,
    "extract-document-texts",
    {},
    { queue: "document-texts", key: "extract-document-texts", inSeconds },
  );

/** Deletes the text of a file that is no longer the current one. */
export const forgetText = async (db: Db, documentId: number): Promise<void> => {
  await db.updateTable("documents").set({ text: null }).where("id", "=", documentId).execute();
};

/** Once a minute, and soon after an upload: extracts the waiting texts one by one, those with the fewest attempts first. */
export async function extractTexts(services: Services, msMax = runMsMax): Promise<void> {
  const beganAt = performance.now();
  for (let file = await beginNext(services); file !== undefined; file = await beginNext(services)) {
    try {
      await extractText(services, file);
      await setTries(services.db, file, sql`0`);
    } catch (error) {
      services.log.warn(
        { err: error, ...file },
        "The text of a document could not be read; it will be retried.",
      );
      // While the storage is away no attempt counts.
      if (error instanceof AppError && error.code === "unavailable")
        await setTries(services.db, file, sql`text_tries_left + 1`);
      return;
    }
    if (performance.now() - beganAt > msMax) {
      await queueTexts(services.db, 0);
      return;
    }
  }
}

interface FileToRead {
  documentId: number;
  number: number;
}

/** Takes an attempt from the next file and returns it, so that a file that crashes the process is not retried for ever. */
async function beginNext({ db }: Services): Promise<FileToRead | undefined> {
  const { rows } = await sql<FileToRead>`
    with next as (
      select id from document_files where text_tries_left > 0 and scan in ('clean', 'unscanned')
      order by text_tries_left desc, id limit 1 for no key update skip locked
    )
    update document_files f set text_tries_left = f.text_tries_left - 1 from next
    where f.id = next.id returning f.document_id as "documentId", f.number`.execute(db);
  return rows[0];
}

const setTries = async (db: Db, { documentId, number }: FileToRead, left: RawBuilder<unknown>) => {
  await sql`update document_files set text_tries_left = ${left} where document_id = ${documentId} and number = ${number}`.execute(
    db,
  );
};

/**
 * Extracts the text of a file while it is the current one. A file that is broken, encrypted or malicious stays without text.
 * @throws AppError unavailable; not_found when its file is lost
 */
export async function extractText(
  { db, files, log }: Services,
  { documentId, number }: FileToRead,
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select f.file_key as key from documents d
    join document_files f on f.document_id = d.id and f.number = d.current_number
    where d.id = ${documentId} and f.number = ${number} and f.media_type = ${documentKinds.pdf}
      and f.scan in ('clean', 'unscanned')`.execute(db);
  const [file] = rows;
  if (file === undefined) return;
  const { stream, bytes } = await files.read(file.key);
  const content = await whole(stream, bytes);
  let text: string;
  try {
    text = await readPdfText(content);
  } catch (error) {
    log.warn(
      { documentId, number, reason: (error as Error).message },
      "The text of a document could not be read.",
    );
    return;
  }
  if (text === "") return;
  // Waits for whoever adds a file at this moment or finds a virus in this one, then checks which file is current.
  await db.transaction().execute(async (transaction) => {
    await sql`select from documents where id = ${documentId} for no key update`.execute(transaction);
    await sql`
      update documents d set text = ${text} from document_files f
      where d.id = ${documentId} and f.document_id = d.id and f.number = d.current_number and f.number = ${number}
        and f.scan in ('clean', 'unscanned')`.execute(transaction);
  });
}

/** Reads a stream of known length, in no more memory than its bytes. */
async function whole(stream: Readable, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes);
  let filled = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    content.set(part, filled);
    filled += part.length;
  }
  return content;
}
