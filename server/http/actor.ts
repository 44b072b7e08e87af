import type { EffectiveRole, Role } from "#shared/permissions.ts";

/** The signed-in user, with the access scope read in the same statement as the session. */
export interface Actor {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  membership: "pending" | "active" | "refused";
  refusalReason: string | null;
  emailConfirmed: boolean;
  /** The claimed unit while pending, else the first unit of the current lease; no access rule reads it. */
  unitId: number | null;
  /** Whether two-factor sign-in is on, and whether the role requires it. */
  secondFactor: { isOn: boolean; isRequired: boolean };
  accessScope: AccessScope;
  /** Empty for a token. */
  sessionHash: Buffer;
  /** The API token the request came with; null for a session. */
  token: ActorToken | null;
}

export interface ActorToken {
  id: number;
  hash: Buffer;
  name: string;
  scopes: readonly string[];
}

/**
 * What belongs to the user (requirements, "Access scope"). Access rules turn it into a condition inside the SQL. Live streams
 * keep it and read it again when it changes.
 */
export interface AccessScope {
  userId: number;
  effectiveRole: Exclude<EffectiveRole, "signedOut">;
  /** Admins, and maintenance staff granted every building. */
  everywhere: boolean;
  /** The buildings a landlord owns, or those a member of the maintenance staff is assigned to. */
  propertyIds: number[];
  /** The active leases of a tenant. */
  leaseIds: number[];
  /** The buildings of these leases. */
  leasedPropertyIds: number[];
}

/** A user whose role requires two-factor sign-in may do nothing but set it up until it is on. */
export const lacksSecondFactor = ({ secondFactor }: Pick<Actor, "secondFactor">): boolean =>
  secondFactor.isRequired && !secondFactor.isOn;
