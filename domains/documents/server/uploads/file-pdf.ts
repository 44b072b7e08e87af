import { sql } from "kysely";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { documentKinds } from "../../kinds.ts";
import { cleanName } from "./clean-name.ts";
import type { DocumentPlace } from "./resolve-place.ts";
import type { StoredUpload } from "./store-file.ts";
import { insertDocument, uploadDocument } from "./upload-document.ts";

/**
 * Files a PDF that the portal wrote among the documents of a property, visible to its managers only. Returns the id
 * of the document.
 */
export async function filePdf(
  ctx: SignedInCtx,
  { propertyId, title, pdf }: { propertyId: number; title: string; pdf: Buffer },
): Promise<number> {
  const document = await uploadDocument(
    ctx,
    { title, type: "Other", buildingId: propertyId, visibility: "staff" },
    await storePdf(ctx, title, pdf),
  );
  return document.id;
}

/**
 * Files a PDF that the portal wrote among the documents of a lease, visible to its current members. They aren't
 * notified, and it's filed even if the lease has no storage left. Returns the id of the document.
 */
export async function fileLeasePdf(
  ctx: Ctx,
  { leaseId, title, pdf, createdById }: { leaseId: number; title: string; pdf: Buffer; createdById: number },
): Promise<number> {
  const place = await findLeasePlace(ctx, leaseId);
  const document = await insertDocument(
    ctx,
    { ...place, title, type: "Other", expiresOn: null, createdById },
    await storePdf(ctx, title, pdf),
  );
  return document.id;
}

async function storePdf(ctx: Ctx, title: string, pdf: Buffer): Promise<StoredUpload> {
  const file = await ctx.files.put(pdf, "pdf");
  ctx.onFailure(() => ctx.files.remove(file.key));
  return { file, name: cleanName(title, "pdf"), mediaType: documentKinds.pdf };
}

/** Returns the place of a lease's documents: its first unit, visible to its members. */
async function findLeasePlace({ db }: Ctx, leaseId: number): Promise<DocumentPlace> {
  const { rows } = await sql<{ propertyId: number; unitId: number | null }>`
    select l.property_id as "propertyId", (select u.id from lease_units lu join units u on u.id = lu.unit_id
      where lu.lease_id = l.id order by u.unit_number collate "C", u.id limit 1) as "unitId"
    from leases l where l.id = ${leaseId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`Lease ${leaseId} is missing.`);
  return { ...rows[0], leaseId, visibility: "lease" };
}
