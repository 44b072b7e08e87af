import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { areManyFormsReceived } from "#server/http/read-form.ts";
import { enqueue, type Tasks } from "#server/jobs/tasks.ts";
import { readPdfText } from "#server/outside/pdf-text.ts";
import { documentKinds } from "../kinds.ts";

/**
 * Reading a text takes as much memory as receiving sixteen files, so it waits while many are received: so many times, in
 * which the jobs behind it wait too, that it is never put off for longer than some minutes.
 */
const waitsMax = 10;
const waitLooks = 20;
const waitEveryMs = 200;
const waitSeconds = 30;

/** Has the text of a file read that can be taken, after the commit, so that a search finds it inside. */
export async function queueText(
  db: Db,
  file: { document_id: number; number: number; media_type: string },
): Promise<void> {
  if (file.media_type === documentKinds.pdf)
    await queue(db, { documentId: file.document_id, number: file.number });
}

// One at a time: a long paper must not keep all other jobs waiting.
const queue = (db: Db, payload: Tasks["take-document-text"], inSeconds = 0): Promise<void> =>
  enqueue(db, "take-document-text", payload, { queue: "texts of documents", triesMax: 5, inSeconds });

/** What was found in a file that is no longer shown is found no more. */
export const forgetText = async (db: Db, documentId: number): Promise<void> => {
  await db.deleteFrom("document_texts").where("document_id", "=", documentId).execute();
};

/**
 * Reads the text of a file while it is the one that is shown. One that is broken, encrypted or made to break who reads it
 * stays without text.
 */
export async function takeText(
  { db, files, log }: Services,
  { documentId, number, waits = 0 }: Tasks["take-document-text"],
): Promise<void> {
  if (waits < waitsMax && (await areManyComing())) {
    await queue(db, { documentId, number, waits: waits + 1 }, waitSeconds);
    return;
  }
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
      insert into document_texts (document_id, property_id, number, text)
      select d.id, d.property_id, f.number, ${text} from documents d
      join document_files f on f.document_id = d.id and f.number = d.current_number
      where d.id = ${documentId} and f.number = ${number} and f.scan in ('clean', 'unscanned')
      on conflict (document_id) do update set number = excluded.number, text = excluded.text`.execute(
      transaction,
    );
  });
}

/** Whether many files are received, and still are after some seconds. */
async function areManyComing(): Promise<boolean> {
  for (let look = 0; areManyFormsReceived(); look += 1) {
    if (look === waitLooks) return true;
    await pause(waitEveryMs);
  }
  return false;
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
