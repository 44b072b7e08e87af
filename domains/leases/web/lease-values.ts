import type * as z from "zod/mini";

/** What the form holds: the property as its choice list has it, an open end as no day. */
export interface LeaseValues {
  companyName: string;
  propertyId: string;
  unitIds: number[];
  from: string;
  to: string;
}

export type LeaseErrors = Partial<Record<string, string>>;

/** The fields as the calls take them. */
export const bodyOf = ({ companyName, unitIds, from, to }: LeaseValues) => ({
  companyName: companyName.trim(),
  unitIds,
  from,
  to: to === "" ? null : to,
});

/** A sentence for each field that is wrong. */
export function errorsOf(result: z.core.util.SafeParseResult<unknown>): LeaseErrors {
  const errors: LeaseErrors = {};
  for (const issue of result.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return errors;
}
