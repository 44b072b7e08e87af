import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { sent } from "#server/http/endpoints/response.ts";
import type { ByteRange } from "#server/integrations/files/file-store.ts";
import type { Problem } from "#shared/errors.ts";

export interface RequestAndReply {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface FileToSend {
  key: string;
  mediaType: string;
}

/**
 * Sends a stored file. The key is its ETag because the content under a key never changes. The browser
 * revalidates each time because access can end.
 */
export async function sendStoredFile(
  { files }: Ctx,
  { request, reply }: RequestAndReply,
  file: FileToSend,
  disposition = "inline",
): Promise<typeof sent> {
  const etag = `"${file.key}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", "content-disposition": disposition });
  if (isCached(request, etag)) {
    await reply.code(304).send();
    return sent;
  }
  const { stream, bytes } = await files.read(file.key);
  await reply.type(file.mediaType).header("content-length", bytes).send(stream);
  return sent;
}

interface FileRangeToSend extends FileToSend {
  bytes: number;
  sha256: Buffer;
  disposition: string;
  /** Runs before the first byte is sent, for later parts of the file too, but not for a HEAD request. */
  onSend?: (isLaterPart: boolean) => Promise<void>;
}

/**
 * Sends a stored file or the requested range of it (RFC 9110). For a HEAD request, sends only the headers.
 */
export async function sendFileRange(
  { files }: Ctx,
  { request, reply }: RequestAndReply,
  { key, mediaType, bytes, sha256, disposition, onSend }: FileRangeToSend,
): Promise<typeof sent> {
  const etag = `"${sha256.toString("hex")}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", "accept-ranges": "bytes" });
  if (isCached(request, etag)) {
    await reply.code(304).send();
    return sent;
  }
  const range = getRequestedRange(request, etag, bytes);
  if (range === "unsatisfiable") {
    const problem: Problem = {
      message: `The requested range starts past the end of the file (${bytes} bytes).`,
      code: "invalid",
      requestId: request.id,
    };
    await reply.code(416).header("content-range", `bytes */${bytes}`).send(problem);
    return sent;
  }
  const part = range ?? { first: 0, last: bytes - 1 };
  const headers = { "content-disposition": disposition, "content-length": part.last - part.first + 1 };
  if (request.method === "HEAD") {
    // A stream, because the length of any other body would replace the file's Content-Length.
    await reply.type(mediaType).headers(headers).send(Readable.from([]));
    return sent;
  }
  const { stream } = await files.read(key, range ?? undefined);
  // The stream might fail before it is sent. Sending it then fails with that error.
  stream.on("error", () => undefined);
  try {
    await onSend?.(part.first > 0);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  if (range !== null) reply.code(206).header("content-range", `bytes ${part.first}-${part.last}/${bytes}`);
  await reply.type(mediaType).headers(headers).send(stream);
  return sent;
}

/** Whether the browser already has the file. */
function isCached(request: FastifyRequest, etag: string): boolean {
  const cachedTags = request.headers["if-none-match"];
  if (cachedTags === undefined) return false;
  return cachedTags
    .split(",")
    .some((knownTag) => knownTag.trim() === "*" || knownTag.trim().replace(/^W\//, "") === etag);
}

/** Ranges apply to GET only. With `If-Range`, the range applies only if the file is still the same. */
function getRequestedRange(
  { method, headers }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | "unsatisfiable" | null {
  const ifRange = headers["if-range"];
  const isUnchanged = ifRange === undefined || ifRange === etag;
  return method === "GET" && isUnchanged ? parseRange(headers.range, bytes) : null;
}

/**
 * Returns the part of a file that a `Range` header requests (RFC 9110, 14.2). Null stands for the whole file,
 * which is also sent for multiple ranges and for a malformed header. `unsatisfiable` means that the range
 * starts past the end.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | null {
  const match = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? "unsatisfiable" : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < first) return null;
  return first >= bytes ? "unsatisfiable" : { first, last };
}
