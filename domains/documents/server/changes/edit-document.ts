import { sql } from "kysely";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Document, editDocument as editDocumentEndpoint } from "../../contract.ts";
import { notifyOfDocument } from "../notifications/notify-of-document.ts";
import { canChooseVisibility, type DocumentRecord, lockDocument, readDocument } from "../read-document.ts";
import { assertWithinQuota } from "../uploads/quota.ts";
import { assertVisibility } from "../uploads/resolve-place.ts";
import { assertCurrentDocument } from "./assert-current-document.ts";
import { updateDocument } from "./update-document.ts";

const auditedFields = ["title", "type", "visibility", "expiresOn", "leaseId"] as const;

/**
 * Updates a document. The audit log records the old and new value of each field. A document uploaded while
 * its unit was vacant gets the unit's current lease when it's made visible to the tenant.
 * @throws AppError not_found; forbidden; invalid for a visibility that doesn't apply to anyone; conflict when
 * `expectedVersion` is outdated or the lease has no storage left
 */
export async function editDocument(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...requestedValues }: BodyOf<typeof editDocumentEndpoint>,
  expectedVersion: number | undefined,
): Promise<Document> {
  const document = await lockDocument(ctx, id);
  await assertCurrentDocument(ctx, document, expectedVersion);
  const before = toFields(document);
  const after = { ...before, ...requestedValues };
  if (after.visibility !== before.visibility) await applyVisibility(ctx, document, after);
  const changes = diffFields(before, after, auditedFields);
  if (changes.length > 0) {
    const { title, type, visibility, expiresOn, leaseId } = after;
    await updateDocument(ctx, document, {
      title,
      type,
      visibility,
      expires_on: expiresOn,
      lease_id: leaseId,
    });
    await audit(ctx, {
      action: "document.edited",
      subjectType: "document",
      subjectId: id,
      propertyId: document.property_id,
      details: { changes },
    });
    await notifyOfDocument(
      ctx,
      { ...document, title, type, visibility, lease_id: leaseId },
      { change: "shown", actorId: ctx.actor.id, previousAudience: document },
    );
  }
  return readDocument(ctx, id);
}

const toFields = ({ title, type, visibility, expires_on, lease_id }: DocumentRecord) => ({
  title,
  type,
  visibility,
  expiresOn: expires_on,
  leaseId: lease_id,
});

/** Rejects a visibility that isn't allowed and finds the lease the document will belong to. */
async function applyVisibility(
  ctx: SignedInCtx,
  { id, unit_id: unitId, lease_id: leaseId }: DocumentRecord,
  after: ReturnType<typeof toFields>,
): Promise<void> {
  if (!canChooseVisibility(ctx))
    throw forbidden("Only the property's managers can change who sees a document.");
  if (after.visibility === "lease" && leaseId === null && unitId !== null) {
    const { rows } = await sql<{ leaseId: number }>`
      select lease_id as "leaseId" from current_lease_units where unit_id = ${unitId} limit 1`.execute(
      ctx.db,
    );
    after.leaseId = rows[0]?.leaseId ?? null;
    if (after.leaseId !== null) await assertWithinQuota(ctx, after.leaseId, await sumFileBytes(ctx, id));
  }
  assertVisibility({ unitId, leaseId: after.leaseId, visibility: after.visibility });
}

async function sumFileBytes({ db }: SignedInCtx, documentId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from document_files
    where document_id = ${documentId} and restored_from is null and scan <> 'infected'`.execute(db);
  return rows[0]?.bytes ?? 0;
}
