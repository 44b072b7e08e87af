import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { recordErrors } from "./row-kind.ts";

/**
 * Links rows to the lease of their unit, their tenant, or both. If more than one matches, the active lease is
 * used, unless the row names only a unit and the date `on` is before that lease started. Records an error for each row
 * that matches no lease, or more than one. `isReadable` is a condition on the rows `r` whose lease is needed.
 */
export async function linkLeases(
  { db, now }: SignedInCtx,
  importId: number,
  { isReadable, on }: { isReadable: RawBuilder<boolean>; on: RawBuilder<unknown> },
): Promise<void> {
  const keys = sql`r.property_id, fold_text(coalesce(r.content ->> 'companyName', '')) as company, fold_text(coalesce(r.content -> 'units' ->> 0, '')) as unit`;
  const matches = sql`(
    with named as materialized (
      select distinct ${keys} from import_rows r where r.import_id = ${importId} and r.property_id is not null and ${isReadable}
    ), lease as materialized (
      select l.id, l.property_id, l.starts_on, fold_text(c.name) as company,
        l.state <> 'ended' and l.starts_on <= (${now}::timestamptz at time zone p.time_zone)::date as is_running,
        array(select fold_text(u.unit_number) from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units
      from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
      where l.state <> 'draft' and l.property_id in (select property_id from named)
    )
    select n.property_id, n.company, n.unit, count(l.id) as matches,
      case when count(l.id) = 1 then min(l.id)
        when count(*) filter (where l.is_running) = 1 then min(l.id) filter (where l.is_running) end as lease_id,
      case when count(l.id) > 1 and n.company = '' then min(l.starts_on) filter (where l.is_running) end as due_from
    from named n left join lease l on l.property_id = n.property_id and (n.company = '' or l.company = n.company)
      and (n.unit = '' or n.unit = any(l.units))
    group by n.property_id, n.company, n.unit)`;
  const rows = sql`(
    select r.line, ${on} as due_on, ${keys} from import_rows r
    where r.import_id = ${importId} and ${isReadable})`;
  const leaseId = sql`case when m.due_from > k.due_on then null else m.lease_id end`;
  await sql`
    update import_rows r set lease_id = ${leaseId} from ${matches} m, ${rows} k
    where r.import_id = ${importId} and r.line = k.line and r.lease_id is distinct from ${leaseId}
      and m.property_id = k.property_id and m.company = k.company and m.unit = k.unit`.execute(db);
  await recordErrors(
    db,
    importId,
    "Tenant",
    sql`select k.line, case when m.matches = 0 then 'No lease at this property has this unit and tenant.'
        else 'Several leases match. Enter both the unit and the tenant.' end as message
    from ${matches} m join ${rows} k on m.property_id = k.property_id and m.company = k.company and m.unit = k.unit
    where ${leaseId} is null`,
  );
}
