import { type Actor, lacksSecondFactor } from "#server/http/actor.ts";
import type { Role } from "#shared/permissions.ts";
import type { SessionUser } from "../contract.ts";
import type { Person } from "../people-contract.ts";

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
  ...(lacksSecondFactor(actor) ? { secondFactorMissing: true } : {}),
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
  /** The first few within the caller's reach, by name. */
  buildings: { id: number; name: string }[];
  building_count: number;
  all_buildings: boolean;
  units: { id: number; label: string }[];
  company: string | null;
  invitation_id: number | null;
  invited_by: string | null;
  accepted_at: Date | null;
  disabled_reason: string | null;
  created_at: Date;
  last_sign_in_at: Date | null;
  version: number;
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
  buildings: row.buildings,
  buildingCount: row.building_count,
  allBuildings: row.all_buildings,
  units: row.units,
  company: row.company,
  invitation:
    row.invitation_id === null || row.accepted_at === null
      ? null
      : {
          id: row.invitation_id,
          invitedBy: row.invited_by ?? "",
          acceptedAt: row.accepted_at.toISOString(),
        },
  disabledReason: row.state === "disabled" ? row.disabled_reason : null,
  createdAt: row.created_at.toISOString(),
  lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  version: row.version,
});
