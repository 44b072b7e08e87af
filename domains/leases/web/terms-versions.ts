import type { Day } from "#shared/calendar.ts";
import type { TermsOfLease, TermsVersion } from "../terms-facts.ts";

/** The version that applies on `day`: the last one that begins by then, else the first. */
export const termsOn = (versions: readonly TermsVersion[], day: Day): TermsVersion | undefined =>
  versions.reduce<TermsVersion | undefined>(
    (found, version) =>
      version.from <= day && (found === undefined || version.number > found.number) ? version : found,
    undefined,
  ) ?? versions[0];

/** The terms that an amendment replaced. */
export const termsBefore = (
  { versions }: TermsOfLease,
  { number, from }: TermsVersion,
): TermsVersion | undefined =>
  termsOn(
    versions.filter((version) => version.number < number),
    from,
  );

export const currentTerms = ({ versions, current }: TermsOfLease): TermsVersion | undefined =>
  versions.find(({ number }) => number === current);
