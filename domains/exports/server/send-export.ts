import { Readable } from "node:stream";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { sent } from "#server/http/endpoints/response.ts";
import type { RequestAndReply } from "#server/http/files/send-stored-file.ts";
import type { FileStore } from "#server/integrations/files/file-store.ts";
import { AppError, notFound } from "#shared/errors.ts";
import { exportRetentionDays } from "../contract.ts";

/**
 * Sends the ZIP of a data export.
 * @throws AppError not_found, also if the export isn't finished, has failed, or was deleted
 */
export async function sendExport(
  ctx: SignedInCtx,
  { request, reply }: RequestAndReply,
  id: number,
): Promise<typeof sent> {
  const { db, files } = ctx;
  const row = await db
    .selectFrom("exports")
    .select(["state", "bytes", "created_at", "message"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw notFound("export");
  if (row.state === "failed") throw noFile(`This export failed. ${row.message}`);
  if (row.state === "expired")
    throw noFile(`This export was deleted after ${exportRetentionDays} days. Start a new one.`);
  if (row.state !== "done") throw noFile("This export isn't finished yet. Wait a moment and try again.");
  const parts = await db
    .selectFrom("export_parts")
    .select("file_key as key")
    .where("export_id", "=", id)
    .orderBy("position")
    .execute();
  reply
    .type("application/zip")
    .header("content-disposition", `attachment; filename="portal-export-${formatDay(row.created_at)}.zip"`)
    .header("content-length", row.bytes)
    .header("cache-control", "private, no-store");
  if (request.method === "HEAD") {
    await reply.send(Readable.from([]));
    return sent;
  }
  const content = readParts(
    files,
    parts.map(({ key }) => key),
  );
  // Reads the first bytes before the response starts, so that a failure still has its status.
  const first = await content.next().catch((error: unknown) => {
    throw error instanceof AppError && error.code === "not_found" ? createNotRestoredError() : error;
  });
  await audit(ctx, { action: "export.downloaded", subjectType: "export", subjectId: id });
  await reply.send(Readable.from(prepend(first.value, content), { objectMode: false }));
  return sent;
}

const noFile = (message: string) => new AppError("not_found", message);

/** Data exports aren't part of backups. */
const createNotRestoredError = () => noFile("The files of this export weren't restored. Start a new export.");

const formatDay = (time: Date): string => time.toISOString().slice(0, 10);

async function* readParts(files: FileStore, keys: readonly string[]): AsyncGenerator<Buffer, undefined> {
  for (const key of keys) yield* (await files.read(key)).stream as AsyncIterable<Buffer>;
}

async function* prepend(first: Buffer | undefined, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first !== undefined) yield first;
  yield* rest;
}
