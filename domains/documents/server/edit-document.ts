import { sql } from "kysely";
import { audit, changesBetween } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Document, editDocument as editDocumentEndpoint } from "../contract.ts";
import { changeRecord } from "./change-record.ts";
import { notifyOfDocument } from "./notify-of-document.ts";
import { refuseVisibility } from "./place.ts";
import { refuseOverQuota } from "./quota.ts";
import { type DocumentRecord, lockDocument, mayChooseVisibility, readDocument } from "./read-document.ts";
import { refuseStale } from "./refuse-stale.ts";

const fields = ["title", "type", "visibility", "expiresOn", "leaseId"] as const;

/**
 * Changes the given fields of a document; the audit log records each field's old and new value. A document uploaded while its
 * unit was not let gets the present tenancy when it is made visible to the tenant.
 * @throws AppError not_found; forbidden; invalid for a visibility that fits nobody; conflict when `seen` is an old version,
 * or the tenancy has no room left
 */
export async function editDocument(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...given }: BodyOf<typeof editDocumentEndpoint>,
  seen: number | undefined,
): Promise<Document> {
  const document = await lockDocument(ctx, id);
  await refuseStale(ctx, document, seen);
  const before = factsOf(document);
  const after = { ...before, ...given };
  if (after.visibility !== before.visibility) await chooseVisibility(ctx, document, after);
  const changes = changesBetween(before, after, fields);
  if (changes.length > 0) {
    const { title, type, visibility, expiresOn, leaseId } = after;
    await changeRecord(ctx, document, { title, type, visibility, expires_on: expiresOn, lease_id: leaseId });
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
      { what: "shown", byId: ctx.actor.id, before: document },
    );
  }
  return readDocument(ctx, id);
}

const factsOf = ({ title, type, visibility, expires_on, lease_id }: DocumentRecord) => ({
  title,
  type,
  visibility,
  expiresOn: expires_on,
  leaseId: lease_id,
});

/** Refuses a visibility that is not allowed, and finds the lease that the document is to belong to. */
async function chooseVisibility(
  ctx: SignedInCtx,
  { id, unit_id: unitId, lease_id: leaseId }: DocumentRecord,
  after: ReturnType<typeof factsOf>,
): Promise<void> {
  if (!mayChooseVisibility(ctx))
    throw forbidden("Only those who run the building choose who sees a document.");
  if (after.visibility === "lease" && leaseId === null && unitId !== null) {
    const { rows } = await sql<{ leaseId: number }>`
      select lease_id as "leaseId" from current_lease_units where unit_id = ${unitId} limit 1`.execute(
      ctx.db,
    );
    after.leaseId = rows[0]?.leaseId ?? null;
    if (after.leaseId !== null) await refuseOverQuota(ctx, after.leaseId, await bytesOf(ctx, id));
  }
  refuseVisibility({ unitId, leaseId: after.leaseId, visibility: after.visibility });
}

async function bytesOf({ db }: SignedInCtx, documentId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from document_files
    where document_id = ${documentId} and restored_from is null and scan <> 'infected'`.execute(db);
  return rows[0]?.bytes ?? 0;
}
