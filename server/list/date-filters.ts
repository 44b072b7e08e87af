import { type RawBuilder, sql } from "kysely";
import { invalid } from "#shared/errors.ts";

/** The filters `from` and `to` of a list: dates in the organization's time zone, both inclusive. */
export const dateFilters = (instant: RawBuilder<unknown>) => ({
  from: (from: string) => sql`${instant} >= ${toStartOfDate(sql`${from}::date`)}`,
  /** @throws AppError invalid */
  to: (to: string, { query }: { query: { from?: string } }) => {
    if (query.from !== undefined && query.from > to)
      throw invalid({ to: "The end date can't be before the start date." });
    return sql`${instant} < ${toStartOfDate(sql`(${to}::date + 1)`)}`;
  },
});

const toStartOfDate = (day: RawBuilder<unknown>) =>
  sql`(${day}::timestamp at time zone (select o.time_zone from organization o))`;
