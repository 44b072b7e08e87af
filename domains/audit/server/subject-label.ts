import { sql } from "kysely";

const id = sql`a.subject_id::bigint`;

/** The current name of the subject of `audit_log a`; null if it no longer exists or has no name. */
export const subjectLabel = sql`
  case when a.subject_id ~ '^[0-9]{1,15}$' then case a.subject_type
    when 'person' then (select u.full_name from users u where u.id = ${id})
    when 'invitation' then (select i.email from invitations i where i.id = ${id})
    when 'property' then (select b.name from properties b where b.id = ${id})
    when 'unit' then (
      select b.name || ', Unit ' || u.unit_number from units u join properties b on b.id = u.property_id where u.id = ${id})
    when 'company' then (select c.name from companies c where c.id = ${id})
    when 'lease' then (
      select 'Lease of ' || c.name from leases l join companies c on c.id = l.company_id where l.id = ${id})
    when 'work-order' then (
      select '#WO-' || lpad(o.id::text, greatest(4, length(o.id::text)), '0') || ' ' || o.title
      from work_orders o where o.id = ${id} and o.deleted_at is null)
    when 'team' then (select t.name from teams t where t.id = ${id})
    when 'dispatch-rule' then (select r.name from dispatch_rules r where r.id = ${id})
    when 'document' then (select d.title from documents d where d.id = ${id})
    when 'saved-view' then (select v.name from saved_views v where v.id = ${id})
    when 'webhook' then (select w.url from webhooks w where w.id = ${id})
    when 'import' then (select i.file_name from imports i where i.id = ${id})
  end end`;
