import type { Day } from "#shared/calendar.ts";
import type { TermsDetails, TermsVersion } from "../../terms-fields.ts";

/**
 * Returns the version that applies on `day`: the latest one that has taken effect, or else the first.
 */
export const findTermsOn = (versions: readonly TermsVersion[], day: Day): TermsVersion | undefined =>
  versions.reduce<TermsVersion | undefined>(
    (match, version) =>
      version.from <= day && (match === undefined || version.number > match.number) ? version : match,
    undefined,
  ) ?? versions[0];

/** Returns the terms that an amendment replaced. */
export const findPreviousTerms = (
  { versions }: TermsDetails,
  { number, from }: TermsVersion,
): TermsVersion | undefined =>
  findTermsOn(
    versions.filter((version) => version.number < number),
    from,
  );

export const findCurrentTerms = ({ versions, current }: TermsDetails): TermsVersion | undefined =>
  versions.find(({ number }) => number === current);
