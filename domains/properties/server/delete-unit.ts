import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import { deleting } from "#server/deleting.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { conflict } from "#shared/errors.ts";
import { inWords, refuseWhileUsed } from "./deletion-blockers.ts";
import { factsOf } from "./edit-unit.ts";
import { publishPropertyChange } from "./publish-change.ts";
import { lockUnit, presentUnit } from "./unit-queries.ts";

interface Hanging {
  leases: number;
  orders: number;
  documents: number;
  trashed: number;
  claims: number;
}

/**
 * Deletes a unit that never had a lease; the audit log keeps its contents.
 * @throws AppError not_found; conflict while leases, work orders, documents or people who claim it refer to it
 */
export async function deleteUnit(ctx: SignedInCtx, id: number, seen: number | undefined): Promise<void> {
  const { db } = ctx;
  const unit = await lockUnit(ctx, id);
  const name = `Unit ${unit.unit_number}`;
  const record = { type: "unit", action: "unit.edited", id, name, version: unit.version } as const;
  await refuseOldVersion(ctx, record, seen, () => presentUnit(db, id));
  if (unit.property_type === "single")
    throw conflict(
      `${name} is all of ${unit.property_name}. Delete the property, or make it multi-unit first.`,
    );
  const { rows } = await sql<Hanging>`
    select (select count(*) from lease_units where unit_id = ${id}) as leases,
      (select count(*) from work_orders where unit_id = ${id}) as orders,
      (select count(*) from documents where unit_id = ${id} and trashed_at is null) as documents,
      (select count(*) from documents where unit_id = ${id} and trashed_at is not null) as trashed,
      (select count(*) from users where claimed_unit_id = ${id} and state in ('pending', 'refused')) as claims`.execute(
    db,
  );
  const [hanging] = rows;
  const { leases = 0, orders = 0, documents = 0, trashed = 0, claims = 0 } = hanging ?? {};
  refuseWhileUsed(
    name,
    inWords({
      leases: [leases, "lease", "leases"],
      orders: [orders, "work order", "work orders"],
      documents: [documents, "document", "documents"],
      trashed: [trashed, "document in the trash", "documents in the trash"],
      claims: [claims, "person who claims it", "people who claim it"],
    }),
  );
  await deleting(name, async () => {
    await db.updateTable("users").set({ claimed_unit_id: null }).where("claimed_unit_id", "=", id).execute();
    await db.deleteFrom("units").where("id", "=", id).execute();
  });
  await audit(ctx, {
    action: "unit.deleted",
    subjectType: "unit",
    subjectId: id,
    propertyId: unit.property_id,
    details: { before: factsOf(unit) },
  });
  publishPropertyChange(ctx, unit.property_id);
}
