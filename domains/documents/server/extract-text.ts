import type { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { readPdfText } from "#server/integrations/pdf-text.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { documentKinds } from "../kinds.ts";

/** One that breaks the process that reads it is left alone after so many tries. */
const triesMax = 5;
/** Another run goes on after so long: who stops the portal does not wait for all of them. */
const runMsMax = 5_000;

/** How often the text of such a file is tried to be read, once the file can be taken. */
export const textTries = (mediaType: string): number => (mediaType === documentKinds.pdf ? triesMax : 0);

/**
 * Has the texts that wait read, so that a search finds them inside: once no more files came for a few seconds, as reading takes
 * memory, or by the run of every minute. One run at a time: a long paper must not keep all other jobs waiting.
 */
export const queueTexts = (db: Db, inSeconds = 5): Promise<void> =>
  enqueue(
    db,
    "extract-document-texts",
    {},
    { queue: "document-texts", key: "extract-document-texts", inSeconds },
  );

/** What was found in a file that is no longer shown is found no more. */
export const forgetText = async (db: Db, documentId: number): Promise<void> => {
  await db.updateTable("documents").set({ text: null }).where("id", "=", documentId).execute();
};

/** Once a minute, and soon after a file came: reads the texts that wait, one after another, those first that were tried least. */
export async function extractTexts(services: Services, msMax = runMsMax): Promise<void> {
  const beganAt = performance.now();
  for (let file = await beginNext(services); file !== undefined; file = await beginNext(services)) {
    try {
      await extractText(services, file);
      await setTries(services.db, file, sql`0`);
    } catch (error) {
      services.log.warn(
        { err: error, ...file },
        "The text of a document could not be read; it is tried again.",
      );
      // While the storage is away no try counts.
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

/** Takes a try from the next file and gives it, so that one that breaks the process is not tried for ever. */
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
 * Reads the text of a file while it is the one that is shown. One that is broken, encrypted or made to break who reads it
 * stays without text.
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
  // Whoever adds another file at this moment, or finds a virus in this one, is waited for, and then the document asked what it shows.
  await db.transaction().execute(async (transaction) => {
    await sql`select from documents where id = ${documentId} for no key update`.execute(transaction);
    await sql`
      update documents d set text = ${text} from document_files f
      where d.id = ${documentId} and f.document_id = d.id and f.number = d.current_number and f.number = ${number}
        and f.scan in ('clean', 'unscanned')`.execute(transaction);
  });
}

/** A file of so many bytes, which it takes no more memory to read. */
async function whole(stream: Readable, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes);
  let filled = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    content.set(part, filled);
    filled += part.length;
  }
  return content;
}
