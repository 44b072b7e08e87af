import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { containsWords } from "#server/list/search.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { LeaseRow, listLeases } from "../../contract.ts";
import { endingWithinDays, leaseStateLabels } from "../../states.ts";
import { leaseScope } from "../access.ts";
import { todayAt } from "../queries.ts";
import { isCurrent, isUpcoming } from "./lease-conditions.ts";
import { leaseHasText } from "./search-text.ts";

const id = sql`l.id`;

/** The leases the user can access, newest first (requirements, "Lists"). */
export const leases = defineList<QueryOf<typeof listLeases>, LeaseRow>({
  from: sql`leases l`,
  joins: sql`join companies c on c.id = l.company_id join properties p on p.id = l.property_id`,
  columns: sql`
    l.id, l.state, json_build_object('id', c.id, 'name', c.name) as company,
    json_build_object('id', p.id, 'name', p.name) as property,
    (select coalesce(json_agg(json_build_object('id', u.id, 'unitNumber', u.unit_number) order by u.unit_number collate "C", u.id), '[]')
      from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units,
    l.starts_on as "from", l.ends_on as "to", l.version`,
  id,
  // Ending leases are sorted by end date, so the most urgent come first.
  sort: ({ state }) =>
    state === "ending" ? { by: [sql`l.ends_on`, id], usesPageNumbers: true } : { by: [id], descending: true },
  scope: leaseScope,
  filters: {
    ids: (ids) => sql`l.id = any(${ids}::bigint[])`,
    propertyId: (propertyId) => sql`l.property_id = ${propertyId}`,
    unitId: (unitId) => sql`l.id in (select lu.lease_id from lease_units lu where lu.unit_id = ${unitId})`,
    companyId: (companyId) => sql`l.company_id = ${companyId}`,
    state: (state, { ctx }) => {
      if (state === "ending") return isEnding(ctx);
      if (state === "current") return isAtProperty(isCurrent(ctx));
      return state === "coming" ? isAtProperty(isUpcoming(ctx)) : sql`l.state = ${state}`;
    },
  },
  search: (text) => sql`(${leaseHasText(text)}
    or l.property_id = any(array(select p.id from properties p where ${containsWords(sql`fold_text(p.name)`, text)})))`,
  csv: {
    name: "leases",
    cells: {
      Lease: ({ id }) => id,
      Company: ({ company }) => company.name,
      Property: ({ property }) => property.name,
      Units: ({ units }) => listUnitNumbers(units),
      From: ({ from }) => from,
      To: ({ to }) => to,
      Status: ({ state }) => leaseStateLabels[state],
    },
  },
});

const isAtProperty = (condition: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`exists (select from properties p where p.id = l.property_id and ${condition})`;

/** Active leases that end today or soon, based on the property's date. */
function isEnding(ctx: SignedInCtx): RawBuilder<unknown> {
  const day = ctx.now.toISOString().slice(0, 10);
  const days = sql.lit(endingWithinDays);
  // Every time zone is within a day of the date in UTC, so an index can narrow the search.
  return sql`l.state in ('active', 'notice') and l.ends_on between ${day}::date - 1 and ${day}::date + 1 + ${days}
    and exists (select from properties p where p.id = l.property_id
      and l.ends_on between ${todayAt(ctx)} and ${todayAt(ctx)} + ${days})`;
}
