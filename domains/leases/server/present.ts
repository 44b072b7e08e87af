import type { Actor } from "#server/http/requests/actor.ts";
import { monthEnd, monthStart } from "#shared/calendar.ts";
import { getGrant } from "#shared/permissions.ts";
import type { Lease } from "../contract.ts";
import { buildSchedule, getTermsPeriods } from "../schedule.ts";
import { isRunning, type LeaseState } from "../states.ts";
import type { LeaseDetails } from "./queries.ts";

/** A lease as the user sees it, and what they can do with it now. */
export function presentLease(lease: LeaseDetails, { accessScope }: Actor): Lease {
  const isStaff = accessScope.effectiveRole === "admin" || accessScope.effectiveRole === "landlord";
  const isMember = accessScope.leaseIds.includes(lease.id);
  const canSee = (userId: number) => isStaff || isMember || userId === accessScope.userId;
  return {
    id: lease.id,
    state: lease.state,
    company: {
      id: lease.company_id,
      name: lease.company_name,
      contactEmail: lease.contact_email,
      contactPhone: lease.contact_phone,
      version: lease.company_version,
    },
    property: { id: lease.property_id, name: lease.property_name },
    units: lease.units,
    from: lease.starts_on,
    to: lease.ends_on,
    members: lease.members
      .filter(({ userId }) => canSee(userId))
      .map((member) => ({ ...member, email: isStaff ? member.email : null })),
    today: lease.today,
    monthlyRentCents: calculateRentThisMonth(lease),
    createdAt: lease.created_at.toISOString(),
    version: lease.version,
    toBeforeNotice: lease.ends_before_notice,
    can: getGrant(accessScope.effectiveRole, "leases.edit") === "no" ? noAllowances : getAllowances(lease),
  };
}

function calculateRentThisMonth({ terms, starts_on, ends_on, today }: LeaseDetails): number | null {
  const days = { from: starts_on, to: ends_on };
  const hasTerms = getTermsPeriods(terms, days).some(
    ({ from, to }) => from <= today && (to === null || today <= to),
  );
  if (!hasTerms) return null;
  return buildSchedule(terms, days, { from: today, through: monthEnd(today) })
    .filter(({ kind, dueOn }) => kind === "rent" && monthStart(dueOn) === monthStart(today))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

const noAllowances = {
  edit: false,
  activate: false,
  renew: false,
  giveNotice: false,
  withdrawNotice: false,
  end: false,
  delete: false,
};

const getAllowances = (lease: LeaseDetails): Lease["can"] => ({
  edit: lease.state !== "ended",
  activate: lease.state === "draft",
  renew: lease.state === "active" && lease.ends_on !== null && lease.terms.length > 0,
  giveNotice: lease.state === "active",
  withdrawNotice: lease.state === "notice",
  end: isRunning(lease.state) && !isDeletable(lease),
  delete: isDeletable(lease),
});

/** Whether the lease is a draft, or a future lease without ledger entries or payments. */
export const isDeletable = ({
  state,
  starts_on,
  today,
  is_booked,
}: {
  state: LeaseState;
  starts_on: string;
  today: string;
  is_booked: boolean;
}): boolean => state === "draft" || (isRunning(state) && starts_on > today && !is_booked);
