import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { decidableUnits } from "./access.ts";

export interface LabeledUnit {
  id: number;
  property_id: number;
  /** The displayed name, such as `Harborview Center, unit 101`. */
  label: string;
}

export const unitLabel = (property: string, unit: string) =>
  sql<string>`${sql.ref(`${property}.name`)} || ', unit ' || ${sql.ref(`${unit}.unit_number`)}`;

/** The units of the properties that offer them at registration (REG-18..21). */
export async function listOfferedUnits(db: Db): Promise<{ id: number; label: string }[]> {
  const { rows } = await sql<{ id: number; label: string }>`
    select u.id, ${unitLabel("p", "u")} as label from units u join properties p on p.id = u.property_id
    where p.offers_registration order by p.id, u.id`.execute(db);
  return rows;
}

export async function findOfferedUnit(db: Db, id: number): Promise<LabeledUnit | undefined> {
  const { rows } = await sql<LabeledUnit>`
    select u.id, u.property_id, ${unitLabel("p", "u")} as label from units u join properties p on p.id = u.property_id
    where u.id = ${id} and p.offers_registration`.execute(db);
  return rows[0];
}

/** Finds the unit if access requests for it can be decided within this access scope. */
export async function findDecidableUnit(
  db: Db,
  accessScope: AccessScope,
  id: number,
): Promise<LabeledUnit | undefined> {
  const { rows } = await sql<LabeledUnit>`
    select u.id, u.property_id, ${unitLabel("p", "u")} as label from units u join properties p on p.id = u.property_id
    where u.id = ${id} and ${decidableUnits(accessScope, "u")}`.execute(db);
  return rows[0];
}

/** Locks a unit without an access check, for example because the inviter or approver had access to it. */
export async function lockUnit(db: Db, id: number): Promise<LabeledUnit | undefined> {
  const { rows } = await sql<LabeledUnit>`
    select u.id, u.property_id, ${unitLabel("p", "u")} as label from units u join properties p on p.id = u.property_id
    where u.id = ${id} for no key update of u`.execute(db);
  return rows[0];
}

/**
 * Locks a unit whose access requests the user can decide, so that two approvals don't create two leases for it.
 */
export async function lockUnitWithin(
  db: Db,
  accessScope: AccessScope,
  id: number,
): Promise<LabeledUnit | undefined> {
  const { rows } = await sql<LabeledUnit>`
    select u.id, u.property_id, ${unitLabel("p", "u")} as label from units u join properties p on p.id = u.property_id
    where u.id = ${id} and ${decidableUnits(accessScope, "u")} for no key update of u`.execute(db);
  return rows[0];
}
