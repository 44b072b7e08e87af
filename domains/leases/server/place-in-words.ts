import { type RawBuilder, sql } from "kysely";

/** Where a lease is: the name of its building, and the numbers of its units. */
export interface LeasePlace {
  building: string;
  units: string[];
}

/** The same as `building` and `units` of leases under the name `l`, whose property is `p`. */
export const leasePlaceColumns: RawBuilder<unknown> = sql`p.name as building,
  array(select u.unit_number from lease_units lu join units u on u.id = lu.unit_id
    where lu.lease_id = l.id order by u.unit_number collate "C") as units`;

/** As the people who are told of it say it: `Harborview Center, units 201 and 202`. */
export function placeInWords({ building, units }: LeasePlace): string {
  const [first, ...others] = units;
  if (first === undefined) return building;
  if (others.length === 0) return `${building}, unit ${first}`;
  if (others.length > 3) return `${building}, ${units.length} units`;
  return `${building}, units ${[first, ...others.slice(0, -1)].join(", ")} and ${others.at(-1)}`;
}
