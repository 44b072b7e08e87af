import { isDeepStrictEqual } from "node:util";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { withRentInForce } from "../../rent-in-force.ts";
import { getTermsPeriods } from "../../schedule.ts";
import { isRunning } from "../../states.ts";
import type { EffectiveTerms, Terms } from "../../terms.ts";
import { findTermsErrors } from "../../validate-terms.ts";
import { getAmendableFrom, toLeaseDays } from "./present-terms.ts";
import type { LeaseWithTerms } from "./terms-queries.ts";

interface TermsInput {
  from?: string;
  terms: Terms;
}

/** New terms that fit the lease, together with all versions as they would apply. */
export interface TermsPlan {
  plannedTerms: EffectiveTerms;
  versions: EffectiveTerms[];
}

/**
 * Plans the first terms of a lease, or the terms that replace a draft's. Charging starts on the lease's start
 * date unless `from` is set.
 * @throws AppError conflict if the active lease already has terms, or has ended; invalid, with the field
 */
export function planFirstTerms(
  lease: LeaseWithTerms,
  { from = lease.starts_on, terms }: TermsInput,
): TermsPlan {
  if (lease.state === "ended") throw conflict("This lease has ended and can't be changed.");
  if (lease.state !== "draft" && lease.versions.length > 0)
    throw conflict("You can't edit the terms of an active lease. Add an amendment instead.");
  assertNoFieldErrors(findFirstTermsErrors(lease, { from, terms }));
  const plannedTerms = { number: 1, from, terms };
  return { plannedTerms, versions: [plannedTerms] };
}

/** Checks that first terms fit the lease dates. Returns an error message for each invalid field. */
function findFirstTermsErrors(
  lease: LeaseWithTerms,
  { from, terms }: { from: string; terms: Terms },
): Record<string, string> {
  const fieldErrors = findTermsErrors(terms, toLeaseDays(lease));
  if (from < lease.starts_on)
    fieldErrors.from = `The lease starts ${formatCalendarDay(lease.starts_on)}, so it can't be charged before then.`;
  else if (lease.ends_on !== null && from > lease.ends_on)
    fieldErrors.from = `The lease ends ${formatCalendarDay(lease.ends_on)}, so it can't be charged from a later date.`;
  return fieldErrors;
}

/**
 * Checks that a draft's terms still fit the lease dates, which can have changed since the terms were entered.
 * @throws AppError conflict if they don't
 */
export function assertTermsFit(lease: LeaseWithTerms): void {
  const [firstTerms] = lease.versions;
  const [error] = firstTerms === undefined ? [] : Object.values(findFirstTermsErrors(lease, firstTerms));
  if (error !== undefined) throw conflict(`The terms no longer match the lease dates. ${error}`);
}

/**
 * Plans terms that replace the current ones from a date that isn't charged yet.
 * @throws AppError conflict if the active lease has no terms; invalid, with the field
 */
export function planAmendment(
  lease: LeaseWithTerms,
  { from: requestedFrom, terms }: TermsInput,
): TermsPlan & { before: Terms } {
  const { versions } = lease;
  if (lease.state === "draft")
    throw conflict("This lease is a draft. You can edit its terms without an amendment.");
  if (!isRunning(lease.state)) throw conflict("This lease has ended and can't be changed.");
  const [firstTerms] = versions;
  if (firstTerms === undefined) throw conflict("This lease has no terms yet. Add terms first.");
  const earliestDate = getAmendableFrom(lease);
  const from = requestedFrom ?? earliestDate ?? lease.today;
  const currentTerms = findTermsOn(lease, from) ?? firstTerms;
  const fieldErrors = findTermsErrors(terms, toLeaseDays(lease), currentTerms.terms);
  const { charged_through: chargedThrough } = lease;
  if (chargedThrough !== null && from <= chargedThrough)
    fieldErrors.from = describeChargedDate(chargedThrough, earliestDate);
  else if (from < firstTerms.from)
    fieldErrors.from = `Charges start ${formatCalendarDay(firstTerms.from)}, so an amendment can't take effect before then.`;
  else if (lease.ends_on !== null && from > lease.ends_on)
    fieldErrors.from = `The lease ends ${formatCalendarDay(lease.ends_on)}, so an amendment can't take effect after that.`;
  assertNoFieldErrors(fieldErrors);
  const isLatest = versions.every((version) => version.number <= currentTerms.number);
  if (isLatest && isSameFrom(from, currentTerms.terms, terms))
    throw invalid({ terms: "Nothing has changed. Edit the terms you want to amend." });
  const plannedTerms = { number: Math.max(...versions.map(({ number }) => number)) + 1, from, terms };
  return { plannedTerms, versions: [...versions, plannedTerms], before: currentTerms.terms };
}

const describeChargedDate = (chargedThrough: string, earliestDate: string | null): string =>
  earliestDate === null
    ? `Rent has been charged through ${formatCalendarDay(chargedThrough)}, when the lease ends. To adjust earlier dates, add a credit.`
    : `Rent has been charged through ${formatCalendarDay(chargedThrough)}, so the earliest effective date is ${formatCalendarDay(earliestDate)}. To adjust earlier dates, add a credit.`;

function assertNoFieldErrors(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Returns the terms that apply on a day. */
function findTermsOn(lease: LeaseWithTerms, day: string): EffectiveTerms | undefined {
  return getTermsPeriods(lease.versions, toLeaseDays(lease)).find(
    ({ from, to }) => from <= day && (to === null || day <= to),
  );
}

/** Whether two sets of terms are the same from `day` on, with rent steps taken by then as part of the price. */
export const isSameFrom = (day: Day, a: Terms, b: Terms): boolean =>
  isSameTerms(withRentInForce(a, day), withRentInForce(b, day));

/** Compares by value because the database stores the fields in its own order. */
export const isSameTerms = (a: Terms, b: Terms): boolean => isDeepStrictEqual(a, b);
