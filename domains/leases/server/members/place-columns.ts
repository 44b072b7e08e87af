import { type RawBuilder, sql } from "kysely";

/** The columns of `LeasePlace` for `leases l` and its property `p`. */
export const leasePlaceColumns: RawBuilder<unknown> = sql`p.name as building,
  array(select u.unit_number from lease_units lu join units u on u.id = lu.unit_id
    where lu.lease_id = l.id order by u.unit_number collate "C") as units`;
