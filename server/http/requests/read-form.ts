import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { SignedInCtx } from "#server/http/context.ts";
import { disconnectSlowSender } from "#server/http/protection/disconnect-slow-sender.ts";
import { type FileStore, type LocalFile, ownFileMode } from "#server/integrations/files/file-store.ts";
import { AppError, invalid, unavailable } from "#shared/errors.ts";
import { getNetwork } from "./sender.ts";

/**
 * The maximum number of multipart forms received at the same time, to limit memory and disk use: in total,
 * per network, per person, and per person who isn't approved yet. Further forms are rejected as unavailable.
 * The shares keep one sender from blocking the others.
 */
const maxForms = { all: 64, network: 50, person: 25, pending: 2 };
/** The number of forms being received now, by share. */
const activeForms = new Map<string, number>();

export interface ReceivedFile extends LocalFile {
  /** The file name given by the sender. */
  name: string;
}

interface FormFiles {
  name: string;
  maxCount: number;
  maxBytes: number;
  /** The messages for a file in the wrong field, too many files, and a file that is too large. */
  messages: { wrongField: string; tooMany: string; tooLarge: string };
  /**
   * Handles one file, with the fields that precede it in the form. The file stays at `path` until this
   * resolves. Only then is the next part read.
   */
  onFile: (file: ReceivedFile, fields: Record<string, string>) => Promise<void>;
}

/**
 * Reads a multipart form part by part and returns its text fields. Each file is written to disk first, so
 * that many slow uploads don't fill the memory.
 * @throws AppError invalid, too_large, unsupported_type, disk_full or unavailable, each with a message for
 * the user
 */
export async function readForm(
  { files: store, actor, networkAddress }: Pick<SignedInCtx, "files" | "actor" | "networkAddress">,
  request: FastifyRequest,
  files: FormFiles,
): Promise<Record<string, string>> {
  const isPending = actor.accessScope.effectiveRole === "pending";
  const shares = {
    all: maxForms.all,
    [`network ${getNetwork(networkAddress)}`]: maxForms.network,
    [`person ${actor.id}`]: isPending ? maxForms.pending : maxForms.person,
  };
  for (const [share, max] of Object.entries(shares))
    if ((activeForms.get(share) ?? 0) >= max)
      throw unavailable("The server is receiving a lot of files right now. Please try again in a moment.", 5);
  for (const share of Object.keys(shares)) activeForms.set(share, (activeForms.get(share) ?? 0) + 1);
  try {
    return await receiveParts(request, files, store);
  } catch (error) {
    // The form parser throws errors without a code for malformed input. Every other error has one.
    if (error instanceof AppError || (error as { code?: string }).code !== undefined) throw error;
    throw new AppError("invalid", "The upload was interrupted. Please send it again.");
  } finally {
    for (const share of Object.keys(shares)) {
      const remainingCount = (activeForms.get(share) ?? 1) - 1;
      if (remainingCount === 0) activeForms.delete(share);
      else activeForms.set(share, remainingCount);
    }
  }
}

async function receiveParts(
  request: FastifyRequest,
  files: FormFiles,
  store: FileStore,
): Promise<Record<string, string>> {
  // The parser would wait forever for the rest from a client that has already disconnected.
  if (request.raw.destroyed) throw new AppError("invalid", "The connection was lost.");
  const fields: Record<string, string> = {};
  let receivedCount = 0;
  const sender = disconnectSlowSender(request.raw);
  const parts = request.parts({
    limits: { fileSize: files.maxBytes, files: files.maxCount + 1, parts: files.maxCount + 20 },
  });
  for await (const part of parts) {
    if (part.type === "field") {
      if (part.valueTruncated) throw new AppError("too_large", "One of the form fields is too long.");
      fields[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== files.name)
      throw invalid({ [part.fieldname.slice(0, 50)]: files.messages.wrongField });
    if (receivedCount >= files.maxCount) throw invalid({ [files.name]: files.messages.tooMany });
    const receivePath = store.createReceivePath();
    try {
      const sha256 = await writeToDisk(part.file, receivePath).catch((error: { code?: string }) => {
        if (error.code === "FST_REQ_FILE_TOO_LARGE") throw tooLarge(files, part.filename);
        throw error;
      });
      if (part.file.truncated) throw tooLarge(files, part.filename);
      const [name, bytes] = [part.filename ?? "", part.file.bytesRead];
      if (bytes === 0 && name === "") continue;
      sender.pause();
      await files.onFile({ path: receivePath, bytes, sha256, name }, fields);
      receivedCount += 1;
    } finally {
      await rm(receivePath, { force: true });
      sender.resume();
    }
  }
  return fields;
}

/** Writes the stream to a file, synced to disk when this resolves, and returns its SHA-256. */
export async function writeToDisk(source: Readable, path: string): Promise<Buffer> {
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(path, { flush: true, mode: ownFileMode });
  // A pipeline that fails early ends before the file is even created. The caller can only remove the file
  // once it is closed.
  const closed = new Promise<void>((resolve) => file.on("close", resolve));
  try {
    await pipeline(source, hashing, file);
  } finally {
    await closed;
  }
  return hash.digest();
}

/** The message names the file if the form can have more than one. */
function tooLarge({ name, maxCount, messages }: FormFiles, fileName: string | undefined): AppError {
  const message =
    maxCount > 1 ? `${toShortName(fileName ?? "")} is too large. ${messages.tooLarge}` : messages.tooLarge;
  return new AppError("too_large", message, { fields: { [name]: message } });
}

/** Returns a file's name if it is safe to use in a sentence. */
export const toShortName = (name: string) => (/^[\p{L}\p{N} ._()-]{1,60}$/u.test(name) ? name : "A file");
