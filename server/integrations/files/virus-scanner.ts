import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import type { ClamdAddress } from "../../config.ts";

/** A scanner that doesn't respond for this long counts as unreachable. */
const maxSilentMs = 30_000;
const maxResponseBytes = 1_000;
const maxChunkBytes = 64 * 1024;

export type Verdict = { isClean: true } | { isClean: false; virus: string };

/**
 * Sends `content` to ClamAV's daemon with the INSTREAM command, which takes chunks with a length prefix and
 * ends with an empty chunk.
 * @throws Error if the scanner is unreachable or unresponsive, sends an unknown response, or rejects a file
 * of this size, or if `content` can't be read
 */
export async function scanForViruses(
  address: ClamdAddress,
  content: Readable,
  timeoutMs = maxSilentMs,
): Promise<Verdict> {
  // Reading might fail before anything listens. The loop in `send` then throws the error.
  content.on("error", () => undefined);
  const socket = connect(address);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error("The virus scanner didn't respond in time.")));
  // Listens right away because the scanner might respond before it has received everything.
  const response = readResponse(socket);
  try {
    await Promise.race([send(socket, content), response]);
    return parseVerdict(await response);
  } finally {
    content.destroy();
    socket.destroy();
    response.catch(() => undefined);
  }
}

async function send(socket: Socket, content: Readable): Promise<void> {
  await write(socket, Buffer.from("zINSTREAM\0"));
  for await (const piece of content) {
    const buffer = piece as Buffer;
    for (let offset = 0; offset < buffer.length; offset += maxChunkBytes) {
      const chunk = buffer.subarray(offset, offset + maxChunkBytes);
      await write(socket, Buffer.concat([encodeLength(chunk), chunk]));
    }
  }
  await write(socket, encodeLength(Buffer.alloc(0)));
}

function encodeLength(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

/** Resolves when the bytes have been sent. If the scanner stops reading, its response says why. */
const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) =>
    socket.write(bytes, (error) => (error === null || error === undefined ? resolve() : reject(error))),
  );

function readResponse(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (piece: Buffer) => {
      text += piece.toString("utf8");
      if (text.includes("\0") || text.length > maxResponseBytes) resolve(text.slice(0, maxResponseBytes));
    });
    socket.on("error", (error) => (text === "" ? reject(error) : resolve(text)));
    socket.on("close", () =>
      text === "" ? reject(new Error("The virus scanner hung up without a response.")) : resolve(text),
    );
  });
}

function parseVerdict(response: string): Verdict {
  const text = response.replace(/[\0\n].*$/s, "").trim();
  if (text === "stream: OK") return { isClean: true };
  const virus = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (virus !== undefined) return { isClean: false, virus: virus.slice(0, 200) };
  if (/size limit exceeded/i.test(text))
    throw new Error(
      "The virus scanner rejects files of this size. Its StreamMaxLength must be at least 10M.",
    );
  throw new Error(`The virus scanner responded "${text}".`);
}
