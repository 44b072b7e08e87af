import { isDeepStrictEqual } from "node:util";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { windowsOf } from "../schedule.ts";
import { isRunning } from "../states.ts";
import type { Terms, TermsFrom } from "../terms.ts";
import { misfitsIn } from "../terms-within-lease.ts";
import { amendableFrom, daysOf } from "./present-terms.ts";
import type { LeaseWithTerms } from "./terms-queries.ts";

interface Planned {
  from?: string | undefined;
  terms: Terms;
}

/** New terms that fit the lease, together with the earlier versions, as they would apply. */
export interface Plan {
  planned: TermsFrom;
  versions: TermsFrom[];
}

/**
 * The first terms of a lease, or those that replace a draft's: charged from its first day unless another is given.
 * @throws AppError conflict when the running lease already has terms, or has ended; invalid, with the field
 */
export function planFirstTerms(lease: LeaseWithTerms, { from = lease.from_on, terms }: Planned): Plan {
  if (lease.state === "ended") throw conflict("This lease has ended and stays as it is.");
  if (lease.state !== "draft" && lease.versions.length > 0)
    throw conflict("The terms of a running lease cannot be changed. Please amend them from a day on.");
  refuseFields(misfitsOfFirst(lease, { from, terms }));
  const planned = { number: 1, from, terms };
  return { planned, versions: [planned] };
}

/** Where the first terms do not fit the lease's days: a message by field. */
function misfitsOfFirst(
  lease: LeaseWithTerms,
  { from, terms }: { from: string; terms: Terms },
): Record<string, string> {
  const fields = misfitsIn(terms, daysOf(lease));
  if (from < lease.from_on)
    fields.from = `The lease begins on ${formatCalendarDay(lease.from_on)}; it cannot be charged before.`;
  else refuseAfterEnd(lease, from, fields, "it cannot be charged from a later day");
  return fields;
}

/**
 * Checks that a draft's terms, written before its days moved, still fit them.
 * @throws AppError conflict when they do not
 */
export function refuseUnfitTerms(lease: LeaseWithTerms): void {
  const [first] = lease.versions;
  const [misfit] = first === undefined ? [] : Object.values(misfitsOfFirst(lease, first));
  if (misfit !== undefined) throw conflict(`The terms do not fit the lease's days any more. ${misfit}`);
}

/**
 * Terms that replace the present ones from a day on that is not yet charged.
 * @throws AppError conflict when the running lease has no terms; invalid, with the field
 */
export function planAmendment(
  lease: LeaseWithTerms,
  { from: wanted, terms }: Planned,
): Plan & { before: Terms } {
  const { versions } = lease;
  if (lease.state === "draft")
    throw conflict("This lease is a draft: its terms can be changed without an amendment.");
  if (!isRunning(lease.state)) throw conflict("This lease has ended and stays as it is.");
  const [first] = versions;
  if (first === undefined) throw conflict("This lease has no terms to amend yet. Please add its terms.");
  const earliest = amendableFrom(lease);
  const from = wanted ?? earliest ?? lease.today;
  const before = termsOn(lease, from) ?? first;
  const fields = misfitsIn(terms, daysOf(lease), before.terms);
  const { charged_through: charged } = lease;
  if (charged !== null && from <= charged) fields.from = tooEarly(charged, earliest);
  else if (from < first.from)
    fields.from = `The lease is charged from ${formatCalendarDay(first.from)} on; an amendment cannot begin before.`;
  else refuseAfterEnd(lease, from, fields, "an amendment cannot begin after");
  refuseFields(fields);
  const isLast = versions.every((version) => version.number <= before.number);
  if (isLast && isSame(before.terms, terms))
    throw invalid({ terms: "These are the present terms. Please change what the amendment is about." });
  const planned = { number: Math.max(...versions.map(({ number }) => number)) + 1, from, terms };
  return { planned, versions: [...versions, planned], before: before.terms };
}

const tooEarly = (charged: string, earliest: string | null): string => {
  const begins =
    earliest === null ? "" : ` an amendment can begin on ${formatCalendarDay(earliest)} at the earliest.`;
  return `Rent is already charged through ${formatCalendarDay(charged)};${begins || " the lease ends with it."} Give a credit for days before.`;
};

function refuseAfterEnd(
  { to_on: to }: LeaseWithTerms,
  day: string,
  fields: Record<string, string>,
  what: string,
): void {
  if (to !== null && day > to) fields.from = `The lease ends on ${formatCalendarDay(to)}; ${what}.`;
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** The terms that apply on a day. */
function termsOn(lease: LeaseWithTerms, day: string): TermsFrom | undefined {
  return windowsOf(lease.versions, daysOf(lease)).find(
    ({ from, to }) => from <= day && (to === null || day <= to),
  );
}

/** Compared by value, as the database stores the fields in an order of its own. */
export const isSame = (one: Terms, other: Terms): boolean => isDeepStrictEqual(one, other);
