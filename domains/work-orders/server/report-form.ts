import { finished } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { check } from "#server/http/route.ts";
import { AppError, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { createWorkOrder, imageBytesMax, imagesMax } from "../contract.ts";
import { type KeptPhoto, keepPhoto } from "./photos.ts";

/** An upload that sends nothing for this long is cut off. */
const silentSecondsMax = 20;

/**
 * Reads the create form (WO-70) part by part, holding one photo in memory at a time.
 * @throws AppError invalid, too_large, wrong_kind, each with a sentence
 */
export async function readReportForm(
  ctx: Ctx,
  request: FastifyRequest,
): Promise<{ body: BodyOf<typeof createWorkOrder>; photos: KeptPhoto[] }> {
  if (!request.isMultipart()) {
    // A report without photos may come as JSON too.
    return {
      body: check(createWorkOrder.body, request.body ?? {}) as BodyOf<typeof createWorkOrder>,
      photos: [],
    };
  }
  const fields: Record<string, string> = {};
  const photos: KeptPhoto[] = [];
  // While photos wait for their turn nothing is read, and silence is not the sender's.
  let isReading = true;
  const silence = setTimeout(() => {
    if (isReading) request.raw.destroy();
    else silence.refresh();
  }, silentSecondsMax * 1000).unref();
  request.raw.on("data", () => silence.refresh());
  finished(request.raw, () => clearTimeout(silence));
  const parts = request.parts({
    limits: { fileSize: imageBytesMax, files: imagesMax + 1, parts: imagesMax + 20 },
  });
  try {
    for await (const part of parts) {
      if (part.type === "field") {
        if (part.valueTruncated) throw new AppError("too_large", "A field of the form is too long.");
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== "images")
        throw invalid({ [part.fieldname.slice(0, 50)]: "Photos are sent in the field images." });
      if (photos.length >= imagesMax) throw invalid({ images: `Please attach at most ${imagesMax} photos.` });
      const content = await part.toBuffer().catch((error: { code?: string }) => {
        if (error.code === "FST_REQ_FILE_TOO_LARGE")
          throw new AppError("too_large", "Each photo may have at most 10 MB.");
        throw error;
      });
      if (content.length === 0 && (part.filename ?? "") === "") continue;
      isReading = false;
      photos.push(await keepPhoto(ctx, content, part.filename ?? ""));
      isReading = true;
      silence.refresh();
    }
  } catch (error) {
    // The form's parser throws bare errors for what it can't make out; everything else has a name.
    if (error instanceof AppError || (error as { code?: string }).code !== undefined) throw error;
    throw new AppError("invalid", "The form could not be read to its end. Please send it again.");
  }
  return { body: check(createWorkOrder.body, fields) as BodyOf<typeof createWorkOrder>, photos };
}
