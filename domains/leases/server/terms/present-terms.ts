import type { Actor } from "#server/http/requests/actor.ts";
import { addDays, type Day, maxDay } from "#shared/calendar.ts";
import { getGrant } from "#shared/permissions.ts";
import { getTermsPeriods } from "../../schedule.ts";
import { isRunning } from "../../states.ts";
import type { TermsDetails } from "../../terms-fields.ts";
import type { LeaseWithTerms } from "./terms-queries.ts";

/** The terms of a lease as the user sees them, and what they can do with them now. */
export function presentTerms(lease: LeaseWithTerms, { accessScope }: Actor): TermsDetails {
  const canEdit = getGrant(accessScope.effectiveRole, "terms.edit") !== "no";
  const termsPeriods = getTermsPeriods(lease.versions, toLeaseDays(lease));
  const amendableFrom = canEdit ? getAmendableFrom(lease) : null;
  return {
    leaseId: lease.id,
    current: findCurrentTermsNumber(lease, termsPeriods),
    versions: lease.versions.map((version) => {
      const termsPeriod = termsPeriods.find(({ number }) => number === version.number);
      return {
        ...version,
        period: termsPeriod === undefined ? null : { from: termsPeriod.from, to: termsPeriod.to },
      };
    }),
    chargedThrough: lease.charged_through,
    depositHeldCents: lease.deposit_cents,
    version: lease.version,
    can: {
      edit: canEdit && (lease.state === "draft" || (isRunning(lease.state) && lease.versions.length === 0)),
      amend: amendableFrom !== null,
    },
    amendableFrom,
  };
}

export const toLeaseDays = ({ starts_on, ends_on }: Pick<LeaseWithTerms, "starts_on" | "ends_on">) => ({
  from: starts_on,
  to: ends_on,
});

/**
 * Returns the earliest effective date of an amendment, because charged days can't be changed. Null if the
 * lease can't be amended.
 */
export function getAmendableFrom(lease: LeaseWithTerms): Day | null {
  const [firstTerms] = lease.versions;
  if (!isRunning(lease.state) || firstTerms === undefined) return null;
  const { charged_through: chargedThrough, ends_on } = lease;
  const day = chargedThrough === null ? firstTerms.from : maxDay(firstTerms.from, addDays(chargedThrough, 1));
  return ends_on !== null && day > ends_on ? null : day;
}

/**
 * Returns the number of the terms that apply today, or else of the next terms to apply, or else of the last.
 */
function findCurrentTermsNumber(
  { today, versions }: LeaseWithTerms,
  termsPeriods: ReturnType<typeof getTermsPeriods>,
): number | null {
  const sortedPeriods = [...termsPeriods].sort((a, b) => a.from.localeCompare(b.from));
  const currentPeriod = sortedPeriods.find(({ to }) => to === null || to >= today);
  return (currentPeriod ?? sortedPeriods.at(-1) ?? versions.at(-1))?.number ?? null;
}
