import { sql } from "kysely";
import * as z from "zod/mini";
import { leaseUnitsMax, newLease } from "#domains/leases/lease-facts.ts";
import { createLease } from "#domains/leases/server/create-lease.ts";
import { findBuildings, findUnits, foundRows } from "./find-buildings.ts";
import {
  accountAsTyped,
  accountFitsLease,
  type LeaseAccount,
  leaseAccount,
  takeOverAccount,
} from "./lease-account.ts";
import { isoDay, listOf, note, propertyName, type RowKind } from "./row-kind.ts";

/** Stands in for an id: the form has ids where a file has names and numbers. */
const standIn = 1;

const unitNumbers = z
  .array(z.string())
  .check(
    z.minLength(1, "Please enter at least one unit"),
    z.maxLength(leaseUnitsMax, `Please enter at most ${leaseUnitsMax} units`),
  );

interface LeaseRow extends LeaseAccount {
  companyName: string;
  from: string;
  to: string | null;
  state: "draft" | "active";
}

const shortDay = (day: string) => sql.raw(`to_char(${day}, 'FMMon FMDD, YYYY')`);

/** Leases and their companies; a company is created when none within the access scope has the name. */
export const leaseRows: RowKind = {
  read: (values) => ({
    lease: {
      companyName: values.company,
      propertyId: standIn,
      unitIds: [standIn],
      from: isoDay(values.from),
      to: values.to === "" ? null : isoDay(values.to),
      state: values.state === "" ? "active" : values.state,
    },
    place: { property: values.property, units: listOf(values.units) },
    account: accountAsTyped(values),
  }),
  namesOf: ({ property, units }) => ({ properties: listOf(property), units: listOf(units) }),
  rules: z
    .pipe(
      z.object({
        lease: newLease,
        place: z.object({ property: propertyName, units: unitNumbers }),
        account: leaseAccount,
      }),
      z.transform(({ lease: { companyName, from, to, state }, place: { property, units }, account }) => ({
        companyName,
        from,
        to: to ?? null,
        state,
        units,
        properties: [property],
        ...account,
      })),
    )
    .check(accountFitsLease),

  async examine(ctx, importId) {
    await findBuildings(ctx, importId);
    await findUnits(ctx, importId, "Units");
    await note(
      ctx.db,
      importId,
      "Last day",
      sql`
      select r.line, 'This lease has ended, so nothing more is charged. Please leave its monthly amounts empty.' as message
      from import_rows r join properties p on p.id = r.property_id
      where r.import_id = ${importId} and (r.content ->> 'to')::date < (${ctx.now}::timestamptz at time zone p.time_zone)::date
        and 0 < any (array[r.content -> 'rent', r.content -> 'commonArea', r.content -> 'utilities']::bigint[])`,
    );
    const wanted = sql`
      select r.line, u.id as unit_id, u.unit_number, (r.content ->> 'from')::date as from_on, (r.content ->> 'to')::date as to_on
      from import_rows r, jsonb_array_elements_text(r.content -> 'units') number
      join units u on lower(u.unit_number) = lower(number)
      where r.import_id = ${importId} and u.property_id = r.property_id and r.content ->> 'state' = 'active'`;
    await note(
      ctx.db,
      importId,
      "Units",
      sql`
      select distinct on (w.line, w.unit_id) w.line,
        format('Unit %s is let to %s from %s%s.', w.unit_number, left(c.name, 120), ${shortDay("lower(lu.during)")},
          case when upper(lu.during) is null then ' on' else ' to ' || ${shortDay("upper(lu.during) - 1")} end) as message
      from (${wanted}) w
      join lease_units lu on lu.unit_id = w.unit_id and lu.holds and lu.during && daterange(w.from_on, w.to_on, '[]')
      join leases l on l.id = lu.lease_id join companies c on c.id = l.company_id
      order by w.line, w.unit_id, lower(lu.during)`,
    );
    // For each row, the last day on which any earlier row has the unit, with the line of that row.
    await note(
      ctx.db,
      importId,
      "Units",
      sql`
      select line, format('Unit %s is already let on some of these days by line %s.', unit_number, split_part(until, ':', 2)) as message
      from (
        select w.line, w.unit_number, w.from_on, max(coalesce(to_char(w.to_on, 'YYYYMMDD'), '99999999') || ':' || w.line)
          over (partition by w.unit_id order by w.from_on, w.line rows between unbounded preceding and 1 preceding) as until
        from (${wanted}) w) spans
      where split_part(until, ':', 1) >= to_char(from_on, 'YYYYMMDD')`,
    );
  },

  rowsAtOnce: 50,

  async write(ctx, importId, lines) {
    for (const { content, propertyIds, unitIds } of await foundRows<LeaseRow>(ctx, importId, lines)) {
      const id = await createLease(ctx, {
        companyName: content.companyName,
        propertyId: propertyIds[0] ?? 0,
        unitIds,
        from: content.from,
        to: content.to,
        state: content.state,
      });
      await takeOverAccount(ctx, id, content);
    }
  },
};
