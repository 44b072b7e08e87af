import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { managersInSql } from "#server/notifications/managers.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { leasePlaceColumns } from "./place-columns.ts";
import { todayAt } from "./queries.ts";

/** A lease with everybody who is notified of its events. */
export interface LeaseToNotify extends LeasePlace {
  id: number;
  propertyId: number;
  company: string;
  landlordIds: number[];
  /** The current members; of a future lease those of its first day, of an ended lease those of its last day. */
  memberIds: number[];
}

/** Reads these leases by their ids. */
export async function readLeasesToNotify(
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LeaseToNotify>> {
  const onDay = sql`case l.state when 'ended' then l.to_on else greatest(${todayAt(ctx)}, l.from_on) end`;
  const { rows } = await sql<LeaseToNotify>`
    select l.id, l.property_id as "propertyId", c.name as company, ${leasePlaceColumns},
      array(${managersInSql(sql`l.property_id`, "never")}) as "landlordIds",
      array(select distinct m.user_id from lease_members m join users who on who.id = m.user_id and who.state = 'active'
        where m.lease_id = l.id and ${onDay} between m.from_on and coalesce(m.to_on, 'infinity')) as "memberIds"
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((lease) => [lease.id, lease]));
}
