import type { SignedInCtx } from "#server/http/context.ts";
import { documentKinds } from "../../kinds.ts";
import { cleanName } from "./clean-name.ts";
import { uploadDocument } from "./upload-document.ts";

/**
 * Files a PDF that the portal wrote among the documents of a property, visible to its managers only. Returns the id
 * of the document.
 */
export async function filePdf(
  ctx: SignedInCtx,
  { propertyId, title, pdf }: { propertyId: number; title: string; pdf: Buffer },
): Promise<number> {
  const file = await ctx.files.put(pdf, "pdf");
  ctx.onFailure(() => ctx.files.remove(file.key));
  const document = await uploadDocument(
    ctx,
    { title, type: "Other", buildingId: propertyId, visibility: "staff" },
    { file, name: cleanName(title, "pdf"), mediaType: documentKinds.pdf },
  );
  return document.id;
}
