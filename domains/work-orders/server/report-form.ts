import type { FastifyRequest } from "fastify";
import { type Ctx, signedIn } from "#server/http/context.ts";
import { readForm } from "#server/http/read-form.ts";
import { check } from "#server/http/route.ts";
import { type KeptPicture, keepPicture } from "#server/integrations/pictures.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { createWorkOrder, imagesMax } from "../contract.ts";

/**
 * Reads the create form (WO-70); a report without photos may also come as JSON. The photos come last.
 * @throws AppError invalid, too_large, wrong_kind, each with a sentence
 */
export async function readReportForm(
  ctx: Ctx,
  request: FastifyRequest,
): Promise<{ body: BodyOf<typeof createWorkOrder>; photos: KeptPicture[] }> {
  const photos: KeptPicture[] = [];
  const fields = request.isMultipart()
    ? await readForm(signedIn(ctx), request, {
        ...createWorkOrder.files,
        sentences: {
          elsewhere: "Photos are sent in the field images.",
          tooMany: `Please attach at most ${imagesMax} photos.`,
          tooLarge: "Each photo may have at most 10 MB.",
        },
        take: async (received, before) => {
          // Photos cost much more than the text, which therefore comes first and is checked first.
          check(createWorkOrder.body, before);
          photos.push(await keepPicture(ctx, { received, field: "images", thumbnail: "square" }));
        },
      })
    : (request.body ?? {});
  return { body: check(createWorkOrder.body, fields) as BodyOf<typeof createWorkOrder>, photos };
}
