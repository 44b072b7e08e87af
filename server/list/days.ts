import { type RawBuilder, sql } from "kysely";
import { invalid } from "#shared/errors.ts";

/** The filters `from` and `to` of a list: calendar days in the organization's time zone, both included. */
export const daysOf = (instant: RawBuilder<unknown>) => ({
  from: (from: string) => sql`${instant} >= ${beginOf(sql`${from}::date`)}`,
  /** @throws AppError invalid */
  to: (to: string, { query }: { query: { from?: string | undefined } }) => {
    if (query.from !== undefined && query.from > to)
      throw invalid({ to: "The last day must not be before the first." });
    return sql`${instant} < ${beginOf(sql`(${to}::date + 1)`)}`;
  },
});

const beginOf = (day: RawBuilder<unknown>) =>
  sql`(${day}::timestamp at time zone (select o.time_zone from organisation o))`;
