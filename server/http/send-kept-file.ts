import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "#shared/errors.ts";
import type { ByteRange } from "../integrations/file-store.ts";
import { rangeOf } from "./byte-range.ts";
import type { Ctx } from "./context.ts";
import { sent } from "./response.ts";

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface KeptFile {
  key: string;
  mediaType: string;
}

/** A kept file never changes under its key, so the key is its ETag; the browser asks again each time, as access may end. */
export async function sendKeptFile(
  { files }: Ctx,
  { request, reply }: Exchange,
  file: KeptFile,
  disposition = "inline",
): Promise<typeof sent> {
  const etag = `"${file.key}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", "content-disposition": disposition });
  if (isKnown(request, etag)) {
    await reply.code(304).send();
    return sent;
  }
  const { stream, bytes } = await files.read(file.key);
  await reply.type(file.mediaType).header("content-length", bytes).send(stream);
  return sent;
}

interface FileInParts extends KeptFile {
  bytes: number;
  sha256: Buffer;
  disposition: string;
  /** Runs before any byte of the file is sent, which may be a later part of it; not for what only asks about the file. */
  onTaking: (isLaterPart: boolean) => Promise<void>;
}

/** Sends a kept file, or the part of it that is asked for (RFC 9110); to a HEAD what is known of it. */
export async function sendFileInParts(
  { files }: Ctx,
  { request, reply }: Exchange,
  { key, mediaType, bytes, sha256, disposition, onTaking }: FileInParts,
): Promise<typeof sent> {
  const etag = `"${sha256.toString("hex")}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", "accept-ranges": "bytes" });
  if (isKnown(request, etag)) {
    await reply.code(304).send();
    return sent;
  }
  const range = rangeAskedFor(request, etag, bytes);
  if (range === "unsatisfiable") {
    const problem: Problem = {
      message: `The file ends before the part that is asked for: it has ${bytes} bytes.`,
      code: "invalid",
      requestId: request.id,
    };
    await reply.code(416).header("content-range", `bytes */${bytes}`).send(problem);
    return sent;
  }
  const part = range ?? { first: 0, last: bytes - 1 };
  const headers = { "content-disposition": disposition, "content-length": part.last - part.first + 1 };
  if (request.method === "HEAD") {
    // A stream, as the length of anything else would take the place of the file's.
    await reply.type(mediaType).headers(headers).send(Readable.from([]));
    return sent;
  }
  const { stream } = await files.read(key, range ?? undefined);
  // It may fail before it is sent, which then ends in that error.
  stream.on("error", () => undefined);
  try {
    await onTaking(part.first > 0);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  if (range !== null) reply.code(206).header("content-range", `bytes ${part.first}-${part.last}/${bytes}`);
  await reply.type(mediaType).headers(headers).send(stream);
  return sent;
}

/** Whether the browser has the file already. */
function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  return known.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}

/** Parts are for a GET; one that goes on where it stopped gets them only of the file that it began with. */
function rangeAskedFor(
  { method, headers }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | "unsatisfiable" | null {
  const begunWith = headers["if-range"];
  const isSame = begunWith === undefined || begunWith === etag;
  return method === "GET" && isSame ? rangeOf(headers.range, bytes) : null;
}
