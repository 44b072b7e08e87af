import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { runDeletion } from "#server/run-deletion.ts";
import { conflict } from "#shared/errors.ts";
import { assertNoRelatedRecords, formatCounts } from "../deletion-blockers.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { toUnitFields } from "./edit-unit.ts";
import { lockUnit, presentUnit } from "./unit-queries.ts";

interface RelatedCounts {
  leases: number;
  orders: number;
  documents: number;
  trashed: number;
  requests: number;
}

/**
 * Deletes a unit that never had a lease. The audit log keeps its contents.
 * @throws AppError not_found; conflict if it has leases, work orders, documents, or people requesting access
 */
export async function deleteUnit(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<void> {
  const { db } = ctx;
  const unit = await lockUnit(ctx, id);
  const name = `Unit ${unit.unit_number}`;
  const record = { type: "unit", action: "unit.edited", id, name, version: unit.version } as const;
  await assertCurrentVersion(ctx, record, expectedVersion, () => presentUnit(ctx, id));
  if (unit.property_type === "single")
    throw conflict(
      `${name} is the only unit at ${unit.property_name}. Delete the property, or make it multi-unit first.`,
    );
  const { rows } = await sql<RelatedCounts>`
    select (select count(*) from lease_units where unit_id = ${id}) as leases,
      (select count(*) from work_orders where unit_id = ${id}) as orders,
      (select count(*) from documents where unit_id = ${id} and trashed_at is null) as documents,
      (select count(*) from documents where unit_id = ${id} and trashed_at is not null) as trashed,
      (select count(*) from users where requested_unit_id = ${id} and state in ('pending', 'declined')) as requests`.execute(
    db,
  );
  const [counts] = rows;
  const { leases = 0, orders = 0, documents = 0, trashed = 0, requests = 0 } = counts ?? {};
  assertNoRelatedRecords(
    name,
    formatCounts({
      leases: [leases, "lease", "leases"],
      orders: [orders, "work order", "work orders"],
      documents: [documents, "document", "documents"],
      trashed: [trashed, "document in the trash", "documents in the trash"],
      requests: [requests, "person requesting it", "people requesting it"],
    }),
  );
  await runDeletion(name, async () => {
    await db
      .updateTable("users")
      .set({ requested_unit_id: null })
      .where("requested_unit_id", "=", id)
      .execute();
    await db.deleteFrom("units").where("id", "=", id).execute();
  });
  await audit(ctx, {
    action: "unit.deleted",
    subjectType: "unit",
    subjectId: id,
    propertyId: unit.property_id,
    details: { before: toUnitFields(unit) },
  });
  publishPropertyChange(ctx, unit.property_id);
}
