import type { EffectiveRole, Role } from "#shared/permissions.ts";

/** Who is calling, with the access scope read in the same statement as the session. */
export interface Actor {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  membership: "pending" | "active" | "refused";
  refusalReason: string | null;
  emailConfirmed: boolean;
  /** The claimed unit while pending, else the first unit of the current lease; no rule reads it. */
  unitId: number | null;
  /** Two-factor sign-in, and whether the role has to have it. */
  secondFactor: { isOn: boolean; isRequired: boolean };
  accessScope: AccessScope;
  sessionHash: Buffer;
}

/**
 * What belongs to the user (requirements, "Access scope"). Scopes turn it into a condition inside the SQL; live streams keep it
 * and recompute it when it changes.
 */
export interface AccessScope {
  userId: number;
  effectiveRole: Exclude<EffectiveRole, "signedOut">;
  /** Admins, and maintenance staff granted every building. */
  everywhere: boolean;
  /** Own or assigned buildings of a landlord or a member of the maintenance staff. */
  propertyIds: number[];
  /** Running leases of a tenant. */
  leaseIds: number[];
  /** The buildings of these leases. */
  leasedPropertyIds: number[];
}

/** Whoever has to have two-factor sign-in and has none may do nothing but set it up. */
export const lacksSecondFactor = ({ secondFactor }: Pick<Actor, "secondFactor">): boolean =>
  secondFactor.isRequired && !secondFactor.isOn;
