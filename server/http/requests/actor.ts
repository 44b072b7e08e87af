import type { Density } from "#shared/density.ts";
import type { EffectiveRole, Role } from "#shared/permissions.ts";

/** The signed-in user. The access scope is read in the same statement as the session. */
export interface Actor {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  membership: "pending" | "active" | "declined";
  declineReason: string | null;
  emailConfirmed: boolean;
  /** Null for the default of the role. */
  density: Density | null;
  /** The requested unit while pending, else the first unit of the current lease. No access rule reads it. */
  unitId: number | null;
  /** Whether two-factor authentication is on, and whether the role requires it. */
  twoFactor: { isOn: boolean; isRequired: boolean };
  accessScope: AccessScope;
  /** Empty for a token. */
  sessionHash: Buffer;
  /** The request's API token. Null for a session. */
  token: ActorToken | null;
}

export interface ActorToken {
  id: number;
  hash: Buffer;
  name: string;
  scopes: readonly string[];
}

/**
 * What the user can reach (requirements, "Access scope"). Access rules turn it into a SQL condition. Live
 * streams cache it and read it again when it changes.
 */
export interface AccessScope {
  userId: number;
  effectiveRole: Exclude<EffectiveRole, "signedOut">;
  /** True for admins, and for maintenance staff granted all properties. */
  everywhere: boolean;
  /** The properties a landlord owns, or those a member of the maintenance staff is assigned to. */
  propertyIds: number[];
  /** The active leases of a tenant. */
  leaseIds: number[];
  /** The properties of these leases. */
  leasedPropertyIds: number[];
}

/**
 * Whether the user's role requires two-factor authentication and it isn't set up yet. Until then, the user
 * can do nothing else.
 */
export const lacksTwoFactor = ({ twoFactor }: Pick<Actor, "twoFactor">): boolean =>
  twoFactor.isRequired && !twoFactor.isOn;
