import type { Alongside } from "#server/http/session.ts";

/** How many papers of the caller's own are not among those the caller sees anyway. */
const ownBeside = (others: string) =>
  `(select count(*) from documents d where d.created_by_id = caller.user_id and d.trashed_at is null and not (${others}))`;
const counted = (facet: string) =>
  `select coalesce(sum(c.count), 0) from list_counts c where c.list = 'documents' and c.facet = '${facet}' and c.place`;

/**
 * How many documents are within reach, in the statement that reads the session: from the kept counts, and the caller's own
 * papers beside them. The reach is that of `documentScope`; a test holds both together for every caller.
 */
export const documentFigure: Alongside = {
  expression: `(
    select (case caller.caller
      when 'admin' then (${counted("")} = 0)
      when 'landlord' then (${counted("")} = any(caller.property_ids))
      when 'maintenance' then
        case when caller.everywhere then (${counted("Maintenance")} = 0) else (${counted("Maintenance")} = any(caller.property_ids)) end
        + (select count(*) from documents d where d.created_by_id = caller.user_id and d.trashed_at is null
            and d.type <> 'Maintenance' and (caller.everywhere or d.property_id = any(caller.property_ids)))
      when 'tenant' then (${counted("building")} = any(caller.leased_property_ids))
        + (select count(*) from documents d where d.lease_id = any(caller.lease_ids) and d.visibility = 'lease' and d.trashed_at is null)
        + ${ownBeside("d.visibility = 'building' and d.property_id = any(caller.leased_property_ids) or d.visibility = 'lease' and d.lease_id = any(caller.lease_ids)")}
      else ${ownBeside("false")} end)::bigint)`,
};
