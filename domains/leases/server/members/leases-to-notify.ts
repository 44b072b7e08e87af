import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { selectManagers } from "#server/notifications/managers.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { todayAt } from "../queries.ts";
import { leasePlaceColumns } from "./place-columns.ts";

/** A lease with everyone who is notified about it. */
export interface LeaseToNotify extends LeasePlace {
  id: number;
  propertyId: number;
  company: string;
  landlordIds: number[];
  /**
   * The current members. For a future lease, the members on its start date. For an ended lease, those on its
   * end date.
   */
  memberIds: number[];
}

/** Returns these leases by their IDs. */
export async function findLeasesToNotify(
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LeaseToNotify>> {
  const onDay = sql`case l.state when 'ended' then l.ends_on else greatest(${todayAt(ctx)}, l.starts_on) end`;
  const { rows } = await sql<LeaseToNotify>`
    select l.id, l.property_id as "propertyId", c.name as company, ${leasePlaceColumns},
      array(${selectManagers(sql`l.property_id`, "never")}) as "landlordIds",
      array(select distinct m.user_id from lease_members m join users u on u.id = m.user_id and u.state = 'active'
        where m.lease_id = l.id and ${onDay} between m.starts_on and coalesce(m.ends_on, 'infinity')) as "memberIds"
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((lease) => [lease.id, lease]));
}
