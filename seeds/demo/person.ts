import type { Role } from "#shared/permissions.ts";

export interface DemoPerson {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  state?: "pending" | "refused" | "disabled";
  /** The buildings a landlord owns or a technician works in. */
  properties?: readonly number[];
  allBuildings?: boolean;
  claimedUnit?: number;
  refusalReason?: string;
  /** The address is not confirmed yet. */
  unconfirmed?: boolean;
  registeredDaysAgo: number;
  signedInHoursAgo?: number;
}
