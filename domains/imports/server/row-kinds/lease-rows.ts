import { sql } from "kysely";
import * as z from "zod/mini";
import { maxLeaseUnits, newLease } from "#domains/leases/lease-fields.ts";
import { createLease } from "#domains/leases/server/lifecycle/create-lease.ts";
import { rememberLease } from "../write/import-records.ts";
import {
  checkAccount,
  importAccount,
  type LeaseAccount,
  leaseAccount,
  toAccountInput,
} from "./lease-account.ts";
import { checkUnits, linkProperties, lockUnitsAndMonths, readLinkedRows } from "./link-properties.ts";
import { propertyName, type RowKind, recordErrors, splitList } from "./row-kind.ts";

/** A placeholder id. The form has ids where a file has names and numbers. */
const placeholderId = 1;

const unitNumbers = z
  .array(z.string())
  .check(
    z.minLength(1, "Please enter at least one unit"),
    z.maxLength(maxLeaseUnits, `Enter up to ${maxLeaseUnits} units`),
  );

interface LeaseRow extends LeaseAccount {
  companyName: string;
  from: string;
  to: string | null;
  state: "draft" | "active";
}

const formatDateSql = (day: string) => sql.raw(`to_char(${day}, 'FMMon FMDD, YYYY')`);

/** Imports leases and their companies. Creates a company if the user can't access one with that name. */
export const leaseRows: RowKind = {
  read: (values) => ({
    lease: {
      companyName: values.company,
      propertyId: placeholderId,
      unitIds: [placeholderId],
      from: values.from,
      to: values.to === "" ? null : values.to,
      state: values.state === "" ? "active" : values.state,
    },
    place: { property: values.property, units: splitList(values.units) },
    account: toAccountInput(values),
  }),
  readNames: ({ property, units }) => ({ properties: splitList(property), units: splitList(units) }),
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
    .check(checkAccount),

  async checkAgainstPortal(ctx, importId) {
    await linkProperties(ctx, importId);
    await checkUnits(ctx, importId, "Units");
    await recordErrors(
      ctx.db,
      importId,
      "End date",
      sql`
      select r.line, 'This lease has ended, so it can''t be charged. Leave its monthly amounts blank.' as message
      from import_rows r join properties p on p.id = r.property_id
      where r.import_id = ${importId} and (r.content ->> 'to')::date < (${ctx.now}::timestamptz at time zone p.time_zone)::date
        and 0 < any (array[r.content -> 'rent', r.content -> 'commonArea', r.content -> 'utilities']::bigint[])`,
    );
    const requestedUnits = sql`
      select r.line, u.id as unit_id, u.unit_number, r.content ->> 'state' as state, (r.content ->> 'from')::date as starts_on, (r.content ->> 'to')::date as ends_on
      from import_rows r, jsonb_array_elements_text(r.content -> 'units') number
      join units u on fold_text(u.unit_number) = fold_text(number)
      where r.import_id = ${importId} and u.property_id = r.property_id`;
    await recordErrors(
      ctx.db,
      importId,
      "Units",
      sql`
      select distinct on (w.line, w.unit_id) w.line,
        case when upper(lu.during) is null
          then format('Unit %s is leased to %s starting %s.', w.unit_number, left(c.name, 120), ${formatDateSql("lower(lu.during)")})
          else format('Unit %s is leased to %s from %s to %s.', w.unit_number, left(c.name, 120), ${formatDateSql("lower(lu.during)")}, ${formatDateSql("upper(lu.during) - 1")})
          end as message
      from (${requestedUnits}) w
      join lease_units lu on lu.unit_id = w.unit_id and lu.holds and lu.during && daterange(w.starts_on, w.ends_on, '[]')
      join leases l on l.id = lu.lease_id join companies c on c.id = l.company_id
      order by w.line, w.unit_id, lower(lu.during)`,
    );
    // For each row, the last day on which any active lease in an earlier row has the unit, with the line of
    // that row. A draft can also overlap the next active lease, which starts after it.
    await recordErrors(
      ctx.db,
      importId,
      "Units",
      sql`
      select line, format('Line %2$s already leases unit %1$s on some of these dates.', unit_number, split_part(conflict, ':', 2)) as message
      from (
        select w.line, w.unit_number, to_char(w.starts_on, 'YYYYMMDD') as first_day, w.state = 'draft' as is_draft,
          coalesce(to_char(w.ends_on, 'YYYYMMDD'), '99999999') as last_day,
          max(coalesce(to_char(w.ends_on, 'YYYYMMDD'), '99999999') || ':' || w.line) filter (where w.state = 'active')
            over (unit rows between unbounded preceding and 1 preceding) as until,
          min(to_char(w.starts_on, 'YYYYMMDD') || ':' || w.line) filter (where w.state = 'active')
            over (unit rows between 1 following and unbounded following) as next
        from (${requestedUnits}) w window unit as (partition by w.unit_id order by w.starts_on, w.line)) spans
      cross join lateral (select case when split_part(until, ':', 1) >= first_day then until
        when is_draft and split_part(next, ':', 1) <= last_day then next end as conflict) overlap
      where conflict is not null`,
    );
  },

  batchSize: 50,
  lock: lockUnitsAndMonths,

  async write(ctx, importId, lines) {
    for (const { content, propertyIds, unitIds } of await readLinkedRows<LeaseRow>(ctx, importId, lines)) {
      const id = await createLease(ctx, {
        companyName: content.companyName,
        propertyId: propertyIds[0] ?? 0,
        unitIds,
        from: content.from,
        to: content.to,
        state: content.state,
      });
      await importAccount(ctx, id, content);
      await rememberLease(ctx, importId, id);
    }
  },
};
