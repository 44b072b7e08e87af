import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { finished } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { parseInput } from "#server/http/endpoints/route.ts";
import { disconnectSlowSender } from "#server/http/protection/disconnect-slow-sender.ts";
import { AppError, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { withoutInvisible } from "#shared/http/fields.ts";
import { checkImport, maxImportBytes } from "../../contract.ts";

/** The largest part passed on at a time, no matter how much arrives together. */
const maxPartBytes = 64 * 1024;
/** More than the form contains in addition to its file. */
const maxFormBytes = 64 * 1024;

export interface Upload {
  kind: BodyOf<typeof checkImport>["kind"];
  fileName: string;
  /** The bytes as they arrive, read no faster than they are consumed. */
  content: AsyncIterable<Buffer>;
}

/**
 * Passes the file of the form to `onUpload` while it's still arriving, so that the whole file is never in memory.
 * Returns its result and the file's hash. The type must come before the file.
 * @throws AppError invalid, too_large, each with a message
 */
export async function readUpload<Result>(
  request: FastifyRequest,
  onUpload: (upload: Upload) => Promise<Result>,
): Promise<{ result: Result; sha256: string }> {
  if (!request.isMultipart())
    throw new AppError("unsupported_type", "Send a form with the fields “kind” and “file”.");
  disconnectSlowSender(request.raw);
  const fields: Record<string, string> = {};
  const hash = createHash("sha256");
  let outcome: { result: Result } | undefined;
  let failure: unknown;
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxImportBytes, files: 2, parts: 20 },
    })) {
      if (part.type === "field") {
        if (part.valueTruncated) throw new AppError("too_large", "One of the form fields is too long.");
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== "file" || outcome !== undefined || failure !== undefined)
        throw invalid({ file: "Send one file in the “file” field." });
      const { kind } = parseInput(checkImport.body, fields) as BodyOf<typeof checkImport>;
      const { file } = part;
      const content = new Transform({
        readableObjectMode: true,
        readableHighWaterMark: 1,
        transform(bytes: Buffer, _encoding, done) {
          hash.update(bytes);
          for (let offset = 0; offset < bytes.length; offset += maxPartBytes)
            this.push(bytes.subarray(offset, offset + maxPartBytes));
          done();
        },
        flush(done) {
          done(file.truncated ? createTooLargeError() : null);
        },
      });
      file.pipe(content);
      finished(file).catch((error: Error) => content.destroy(error));
      try {
        // If the request already declares that the file is too large, its rows aren't checked first.
        if (Number(request.headers["content-length"]) > maxImportBytes + maxFormBytes)
          throw createTooLargeError();
        outcome = {
          result: await onUpload({ kind, fileName: cleanFileName(part.filename ?? ""), content }),
        };
      } catch (error) {
        failure = error;
        // The rest is read to the end, because a browser that gets a response while still sending never shows
        // it.
        file.unpipe(content);
        content.destroy();
        file.resume();
        await finished(file).catch(() => undefined);
      }
    }
  } catch (error) {
    // The first failure is the one reported. The rest is only read to the end.
    throw toAppError(failure ?? error);
  }
  if (failure !== undefined) throw toAppError(failure);
  if (outcome === undefined) {
    parseInput(checkImport.body, fields);
    throw invalid({ file: "Please select a file." });
  }
  return { result: outcome.result, sha256: hash.digest("hex") };
}

const createTooLargeError = () =>
  new AppError("too_large", "The file can be up to 20 MB. Split it into smaller files.");

/** The form's parser throws plain errors for malformed input. Every other error is already an AppError. */
const toAppError = (error: unknown): unknown =>
  error instanceof AppError || (error as { code?: string }).code !== undefined
    ? error
    : new AppError("invalid", "The upload was interrupted. Please send it again.");

/** Returns a file's name without its folder and without control characters. It's only displayed. */
const cleanFileName = (name: string): string =>
  withoutInvisible(name.split(/[\\/]/).at(-1) ?? "")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .slice(0, 200) || "file.csv";
