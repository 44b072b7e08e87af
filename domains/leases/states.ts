/**
 * The statuses of a lease. A draft doesn't hold its units yet. An active lease holds its units from its start
 * date. `notice` means that notice was recorded. An ended lease is history.
 */
export const leaseStates = ["draft", "active", "notice", "ended"] as const;
export type LeaseState = (typeof leaseStates)[number];

export const leaseStateLabels = {
  draft: "Draft",
  active: "Active",
  notice: "Notice given",
  ended: "Ended",
} as const satisfies Record<LeaseState, string>;

export const isRunning = (state: LeaseState): boolean => state === "active" || state === "notice";

/** Whether a unit is no longer on the lease, so the lease no longer determines its status. */
export const hasVacated = (
  { state, today }: { state: LeaseState; today: string },
  unit: { to: string | null },
): boolean => state === "ended" || (unit.to !== null && unit.to < today);

/**
 * The values of the list's status filter: a lease status, or one of three groups of active leases by today's
 * date (started, upcoming, or ending soon).
 */
export const leaseFilterStates = [...leaseStates, "current", "coming", "ending"] as const;
export const endingWithinDays = 90;

export const leaseFilterLabels = {
  ...leaseStateLabels,
  current: "Current",
  coming: "Upcoming",
  ending: `Ending within ${endingWithinDays} days`,
} as const satisfies Record<(typeof leaseFilterStates)[number], string>;
