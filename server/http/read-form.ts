import { finished } from "node:stream";
import type { FastifyRequest } from "fastify";
import { AppError, invalid } from "#shared/errors.ts";

/** An upload that sends nothing for this long is cut off. */
const silentSecondsMax = 20;

interface FilesOfForm {
  name: string;
  maxCount: number;
  maxBytes: number;
  /** The sentences for a file in another field, one too many, and one too large. */
  sentences: { elsewhere: string; tooMany: string; tooLarge: string };
  /** Takes one file; the next part is read when it is done. */
  take: (content: Buffer, fileName: string) => Promise<void>;
}

/**
 * Reads a multipart form part by part, holding one file in memory at a time. Gives its text fields.
 * @throws AppError invalid, too_large, wrong_kind, each with a sentence
 */
export async function readForm(request: FastifyRequest, files: FilesOfForm): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  let taken = 0;
  // While files wait for their turn nothing is read, and silence is not the sender's.
  let isReading = true;
  const silence = setTimeout(() => {
    if (isReading) request.raw.destroy();
    else silence.refresh();
  }, silentSecondsMax * 1000).unref();
  request.raw.on("data", () => silence.refresh());
  finished(request.raw, () => clearTimeout(silence));
  const parts = request.parts({
    limits: { fileSize: files.maxBytes, files: files.maxCount + 1, parts: files.maxCount + 20 },
  });
  try {
    for await (const part of parts) {
      if (part.type === "field") {
        if (part.valueTruncated) throw new AppError("too_large", "A field of the form is too long.");
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== files.name)
        throw invalid({ [part.fieldname.slice(0, 50)]: files.sentences.elsewhere });
      if (taken >= files.maxCount) throw invalid({ [files.name]: files.sentences.tooMany });
      const content = await part.toBuffer().catch((error: { code?: string }) => {
        if (error.code === "FST_REQ_FILE_TOO_LARGE")
          throw new AppError("too_large", files.sentences.tooLarge);
        throw error;
      });
      if (content.length === 0 && (part.filename ?? "") === "") continue;
      isReading = false;
      await files.take(content, part.filename ?? "");
      taken += 1;
      isReading = true;
      silence.refresh();
    }
  } catch (error) {
    // The form's parser throws bare errors for what it can't make out; everything else has a name.
    if (error instanceof AppError || (error as { code?: string }).code !== undefined) throw error;
    throw new AppError("invalid", "The form could not be read to its end. Please send it again.");
  }
  return fields;
}
