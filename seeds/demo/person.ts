import type { Role } from "#shared/permissions.ts";

export interface DemoPerson {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  state?: "pending" | "declined" | "disabled";
  /** The properties a landlord owns or a technician works at. */
  properties?: readonly number[];
  hasAllProperties?: boolean;
  requestedUnit?: number;
  declineReason?: string;
  /** Whether the email address isn't confirmed yet. */
  unconfirmed?: boolean;
  registeredDaysAgo: number;
  signedInHoursAgo?: number;
}
