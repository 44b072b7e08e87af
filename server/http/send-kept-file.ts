import type { FastifyReply, FastifyRequest } from "fastify";
import { sent } from "./answer.ts";
import type { Ctx } from "./context.ts";

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A kept file never changes under its key, so the key is its ETag; the browser asks again each time, as access may end. */
export async function sendKeptFile(
  { files }: Ctx,
  { request, reply }: Exchange,
  file: { key: string; mediaType: string },
  disposition = "inline",
): Promise<typeof sent> {
  const etag = `"${file.key}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", "content-disposition": disposition });
  if (request.headers["if-none-match"] === etag) {
    await reply.code(304).send();
    return sent;
  }
  const { stream, bytes } = await files.read(file.key);
  await reply.type(file.mediaType).header("content-length", bytes).send(stream);
  return sent;
}
