import { type RawBuilder, sql } from "kysely";
import { leaseHasText } from "#domains/leases/server/lists/search-text.ts";

/** The parts that the lease reports share: leases `l` at properties `p`. */
export const reportedLeases = {
  from: sql`leases l join properties p on p.id = l.property_id`,
  id: sql`l.id`,
  filters: {
    propertyId: (propertyId: number) => sql`l.property_id = ${propertyId}`,
    companyId: (companyId: number) => sql`l.company_id = ${companyId}`,
  },
  search: leaseHasText,
};

/** The columns of lease `l` at `p` that the rows of all reports share. */
export const leaseColumns: RawBuilder<unknown> = sql`l.id, l.company_id as "companyId",
  (select c.name from companies c where c.id = l.company_id) as company,
  json_build_object('id', p.id, 'name', p.name) as property,
  (select coalesce(json_agg(u.unit_number order by u.unit_number collate "C", u.id), '[]')
    from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units`;
