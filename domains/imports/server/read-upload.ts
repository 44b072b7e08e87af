import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { cutSlowSender } from "#server/http/cut-slow-sender.ts";
import { check } from "#server/http/route.ts";
import { AppError, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { checkImport, importBytesMax } from "../contract.ts";

/** The largest part handed on at a time, however much arrives at once. */
const partBytes = 64 * 1024;
/** More than a form has besides its file. */
const formBytesMax = 64 * 1024;

export interface Upload {
  kind: BodyOf<typeof checkImport>["kind"];
  fileName: string;
  /** The bytes as they arrive, read no faster than they are consumed. */
  content: AsyncIterable<Buffer>;
}

/**
 * Hands the file of the form to `take` while it is still arriving, so that it is never in memory as a whole. Returns the
 * result of `take` and the file's hash. The kind must come before the file.
 * @throws AppError invalid, too_large, each with a sentence
 */
export async function readUpload<Taken>(
  request: FastifyRequest,
  take: (upload: Upload) => Promise<Taken>,
): Promise<{ taken: Taken; sha256: string }> {
  if (!request.isMultipart())
    throw new AppError("wrong_kind", "Please send a form with the fields kind and file.");
  cutSlowSender(request.raw);
  const fields: Record<string, string> = {};
  const hash = createHash("sha256");
  let result: { taken: Taken } | undefined;
  let failure: unknown;
  try {
    for await (const part of request.parts({
      limits: { fileSize: importBytesMax, files: 2, parts: 20 },
    })) {
      if (part.type === "field") {
        if (part.valueTruncated) throw new AppError("too_large", "A field of the form is too long.");
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== "file" || result !== undefined || failure !== undefined)
        throw invalid({ file: "Please send one file, in the field file." });
      const { kind } = check(checkImport.body, fields) as BodyOf<typeof checkImport>;
      const { file } = part;
      const content = new Transform({
        readableObjectMode: true,
        readableHighWaterMark: 1,
        transform(bytes: Buffer, _encoding, done) {
          hash.update(bytes);
          for (let at = 0; at < bytes.length; at += partBytes) this.push(bytes.subarray(at, at + partBytes));
          done();
        },
        flush(done) {
          done(file.truncated ? tooLarge() : null);
        },
      });
      file.pipe(content);
      finished(file).catch((error: Error) => content.destroy(error));
      try {
        // The rows of a file that says beforehand that it is too large are not checked first.
        if (Number(request.headers["content-length"]) > importBytesMax + formBytesMax) throw tooLarge();
        result = {
          taken: await take({ kind, fileName: shortName(part.filename ?? ""), content }),
        };
      } catch (error) {
        failure = error;
        // The rest is read to its end: a browser that gets a response while still sending never shows it.
        file.unpipe(content);
        content.destroy();
        file.resume();
        await finished(file).catch(() => undefined);
      }
    }
  } catch (error) {
    // The first failure is the one reported; the rest is only read to its end.
    throw named(failure ?? error);
  }
  if (failure !== undefined) throw named(failure);
  if (result === undefined) {
    check(checkImport.body, fields);
    throw invalid({ file: "Please choose a file." });
  }
  return { taken: result.taken, sha256: hash.digest("hex") };
}

const tooLarge = () =>
  new AppError("too_large", "The file may have at most 20 MB. Please split it into several files.");

/** The form's parser throws bare errors for malformed input; every other error is an AppError already. */
const named = (error: unknown): unknown =>
  error instanceof AppError || (error as { code?: string }).code !== undefined
    ? error
    : new AppError("invalid", "The form could not be read to its end. Please send it again.");

/** A file's name without its folder and without control characters; it is only displayed. */
const shortName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? "")
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
    .trim()
    .slice(0, 200) || "file.csv";
