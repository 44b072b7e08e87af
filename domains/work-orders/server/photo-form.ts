import type { FastifyRequest } from "fastify";
import { type Ctx, signedIn } from "#server/http/context.ts";
import { readForm } from "#server/http/read-form.ts";
import { check } from "#server/http/route.ts";
import { type KeptPicture, keepPicture } from "#server/integrations/pictures.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { type addPhotos, type createWorkOrder, imagesMax } from "../contract.ts";

/**
 * Reads a form with photos (WO-70); one without photos may also come as JSON. The photos come last.
 * @throws AppError invalid, too_large, wrong_kind, each with a sentence
 */
export async function readPhotoForm<E extends typeof createWorkOrder | typeof addPhotos>(
  ctx: Ctx,
  request: FastifyRequest,
  endpoint: E,
): Promise<{ body: BodyOf<E>; photos: KeptPicture[] }> {
  const photos: KeptPicture[] = [];
  const fields = request.isMultipart()
    ? await readForm(signedIn(ctx), request, {
        ...endpoint.files,
        sentences: {
          elsewhere: "Photos are sent in the field images.",
          tooMany: `Please attach at most ${imagesMax} photos.`,
          tooLarge: "Each photo may have at most 10 MB.",
        },
        take: async (received, before) => {
          // Photos cost much more than the text, which therefore comes first and is checked first.
          if (photos.length === 0) check(endpoint.body, before);
          photos.push(await keepPicture(ctx, { received, field: "images", thumbnail: "square" }));
        },
      })
    : (request.body ?? {});
  return { body: check(endpoint.body, fields) as BodyOf<E>, photos };
}
