import type { Actor } from "#server/http/actor.ts";
import type { Role } from "#shared/permissions.ts";
import type { Person, SessionUser } from "../contract.ts";

/** AUTH-01. */
export const presentSession = (actor: Actor): SessionUser => ({
  id: actor.id,
  fullName: actor.fullName,
  role: actor.role,
  email: actor.email,
  unitId: actor.unitId,
  membership: actor.membership,
  refusalReason: actor.membership === "refused" ? actor.refusalReason : null,
  emailConfirmed: actor.emailConfirmed,
});

/** A person as a statement of queries.ts reads one. */
export interface PersonRow {
  id: number;
  full_name: string;
  email: string;
  role: Role;
  state: Person["state"];
  email_confirmed_at: Date | null;
  /** The claimed unit, when it is within the caller's reach. */
  unit_id: number | null;
  unit_label: string | null;
  unit_property_id: number | null;
  created_at: Date;
  last_sign_in_at: Date | null;
}

export const presentPerson = (row: PersonRow): Person => ({
  id: row.id,
  fullName: row.full_name,
  email: row.email,
  role: row.role,
  state: row.state,
  emailConfirmed: row.email_confirmed_at !== null,
  claimedUnit:
    row.unit_id === null || row.unit_property_id === null
      ? null
      : { id: row.unit_id, label: row.unit_label ?? "", propertyId: row.unit_property_id },
  createdAt: row.created_at.toISOString(),
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
});
