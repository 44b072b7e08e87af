import type { Actor } from "#server/http/requests/actor.ts";
import { addDays, type Day, later } from "#shared/calendar.ts";
import { getGrant } from "#shared/permissions.ts";
import { getTermsPeriods } from "../../schedule.ts";
import { isRunning } from "../../states.ts";
import type { TermsDetails } from "../../terms-fields.ts";
import type { LeaseWithTerms } from "./terms-queries.ts";

/** The terms of a lease as the user sees them, and what they can do with them now. */
export function presentTerms(lease: LeaseWithTerms, { accessScope }: Actor): TermsDetails {
  const canEdit = getGrant(accessScope.effectiveRole, "terms.edit") !== "no";
  const windows = getTermsPeriods(lease.versions, toLeaseDays(lease));
  const firstDay = canEdit ? amendableFrom(lease) : null;
  return {
    leaseId: lease.id,
    current: findCurrentNumber(lease, windows),
    versions: lease.versions.map((version) => {
      const window = windows.find(({ number }) => number === version.number);
      return { ...version, period: window === undefined ? null : { from: window.from, to: window.to } };
    }),
    chargedThrough: lease.charged_through,
    depositHeldCents: lease.deposit_cents,
    version: lease.version,
    can: {
      edit: canEdit && (lease.state === "draft" || (isRunning(lease.state) && lease.versions.length === 0)),
      amend: firstDay !== null,
    },
    amendableFrom: firstDay,
  };
}

export const toLeaseDays = ({ from_on, to_on }: Pick<LeaseWithTerms, "from_on" | "to_on">) => ({
  from: from_on,
  to: to_on,
});

/**
 * Returns the earliest effective date of an amendment, because charged days can't be changed. Null if the
 * lease can't be amended.
 */
export function amendableFrom(lease: LeaseWithTerms): Day | null {
  const [first] = lease.versions;
  if (!isRunning(lease.state) || first === undefined) return null;
  const { charged_through: charged, to_on } = lease;
  const day = charged === null ? first.from : later(first.from, addDays(charged, 1));
  return to_on !== null && day > to_on ? null : day;
}

/**
 * Returns the number of the terms that apply today. If none do, the next ones to apply, or else the last that
 * applied.
 */
function findCurrentNumber(
  { today, versions }: LeaseWithTerms,
  windows: ReturnType<typeof getTermsPeriods>,
): number | null {
  const inOrder = [...windows].sort((a, b) => a.from.localeCompare(b.from));
  const current = inOrder.find(({ to }) => to === null || to >= today);
  return (current ?? inOrder.at(-1) ?? versions.at(-1))?.number ?? null;
}
