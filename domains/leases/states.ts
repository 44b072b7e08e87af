/**
 * The states of a lease. A draft holds no unit yet; an active lease holds its units from its first day; in `notice`, notice
 * has been given; an ended lease is history.
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

/** Whether a lease has left one of its units, whose status is then another's. */
export const hasVacated = (
  { state, today }: { state: LeaseState; today: string },
  unit: { to: string | null },
): boolean => state === "ended" || (unit.to !== null && unit.to < today);

/** The values of the list's filter: a state, or running leases by today: begun, beginning later, or ending soon. */
export const leaseFilterStates = [...leaseStates, "current", "coming", "ending"] as const;
export const endingWithinDays = 90;

export const leaseFilterLabels = {
  ...leaseStateLabels,
  current: "Current",
  coming: "Begins later",
  ending: `Ending within ${endingWithinDays} days`,
} as const satisfies Record<(typeof leaseFilterStates)[number], string>;
