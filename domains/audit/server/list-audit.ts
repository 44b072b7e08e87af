import { sql } from "kysely";
import { type SignedInCtx } from "#server/http/context.ts";
import { dateFilters } from "#server/list/date-filters.ts";
import { defineList } from "#server/list/define-list.ts";
import { matchesWords } from "#server/list/search.ts";
import { type QueryOf } from "#shared/http/endpoint.ts";
import { getActionLabel } from "../actions.ts";
import { formatActor } from "../actor.ts";
import { formatField, formatValue, readDetails } from "../changes.ts";
import { type AuditEntry, type listAudit } from "../contract.ts";
import { getSubjectName } from "../subject-name.ts";
import { isAboutNamedRecord } from "./record-names.ts";

const id = sql`a.subject_id::bigint`;

/** The name that the subject of `audit_log a` had when it was deleted, from its entry about that. */
const deletedLabel = sql`(
  select case a.subject_type
      when 'bill' then concat_ws(' ', 'Bill', nullif(before ->> 'number', ''), 'from', before ->> 'vendor')
      when 'unit' then 'Unit ' || (before ->> 'unitNumber')
      when 'lease' then 'Lease of ' || (before ->> 'company')
      when 'work-order' then
        '#WO-' || lpad(a.subject_id, greatest(4, length(a.subject_id)), '0') || ' ' || (before ->> 'title')
      else coalesce(before ->> 'name', before ->> 'title', before ->> 'url') end
  from audit_log d cross join lateral (select coalesce(d.details -> 'before', d.details) as before) b
  where d.subject_type = a.subject_type and d.subject_id = a.subject_id and d.action = a.subject_type || '.deleted'
  order by d.at desc, d.id desc limit 1)`;

/** The current name of the subject of `audit_log a`. Null if it no longer exists or has no name. */
const currentLabel = sql`
  case when a.subject_id ~ '^[0-9]{1,15}$' then case a.subject_type
    when 'person' then (select u.full_name from users u where u.id = ${id})
    when 'invitation' then (select i.email from invitations i where i.id = ${id})
    when 'property' then (select b.name from properties b where b.id = ${id})
    when 'unit' then (
      select b.name || ', Unit ' || u.unit_number from units u join properties b on b.id = u.property_id where u.id = ${id})
    when 'company' then (select c.name from companies c where c.id = ${id})
    when 'lease' then (
      select 'Lease of ' || c.name from leases l join companies c on c.id = l.company_id where l.id = ${id})
    when 'bank-deposit' then (
      select 'Bank deposit of ' || to_char(d.deposited_on, 'FMMon FMDD, YYYY') from bank_deposits d where d.id = ${id})
    when 'vendor' then (select v.name from vendors v where v.id = ${id})
    when 'bill' then (
      select concat_ws(' ', 'Bill', nullif(b.number, ''), 'from', v.name) from bills b join vendors v on v.id = b.vendor_id
      where b.id = ${id})
    when 'expense-category' then (select c.name from expense_categories c where c.id = ${id})
    when 'expense-pool' then (select e.name from expense_pools e where e.id = ${id})
    when 'export' then (
      select 'Data export of ' || to_char(e.created_at, 'FMMon FMDD, YYYY') from exports e where e.id = ${id})
    when 'work-order' then (
      select '#WO-' || lpad(o.id::text, greatest(4, length(o.id::text)), '0') || ' ' || o.title
      from work_orders o where o.id = ${id} and o.deleted_at is null)
    when 'team' then (select t.name from teams t where t.id = ${id})
    when 'dispatch-rule' then (select r.name from dispatch_rules r where r.id = ${id})
    when 'document' then (select d.title from documents d where d.id = ${id})
    when 'saved-view' then (select v.name from saved_views v where v.id = ${id})
    when 'saved-report' then (select v.name from saved_reports v where v.id = ${id})
    when 'webhook' then (select w.url from webhooks w where w.id = ${id})
    when 'import' then (select i.file_name from imports i where i.id = ${id})
  end end`;

interface AuditRow extends Omit<AuditEntry, "at"> {
  at: Date;
}

/**
 * The entries of the audit log, newest first. Date filters use the organization's time zone. For
 * administrators only.
 */
export const auditLog = defineList<QueryOf<typeof listAudit>, AuditRow, AuditEntry>({
  from: sql`audit_log a`,
  joins: sql`left join properties p on p.id = a.property_id`,
  columns: sql`
    a.id, a.at, a.actor_id as "actorId", a.actor_name as "actorName", a.action,
    json_build_object('type', a.subject_type, 'id', a.subject_id, 'label', coalesce(${currentLabel}, ${deletedLabel})) as subject,
    case when a.property_id is not null then
      json_build_object('id', a.property_id, 'name', coalesce(p.name, '')) end as property,
    a.network_address as "networkAddress", a.request_id as "requestId", a.details`,
  id: sql`a.id`,
  sort: () => ({ by: [sql`a.at`, sql`a.id`], descending: true }),
  scope: () => sql`true`,
  filters: {
    actorId: (id) => sql`a.actor_id = ${id}`,
    action: (action) => sql`a.action = ${action}`,
    area: (area) => sql`split_part(a.action, '.', 1) = ${area}`,
    subjectType: (type) => sql`a.subject_type = ${type}`,
    subjectId: (id) => sql`a.subject_id = ${id}`,
    propertyId: (id) => sql`a.property_id = ${id}`,
    ...dateFilters(sql`a.at`),
  },
  search: (text) => sql`(${matchesWords(sql`a.words`, text)} or ${isAboutNamedRecord(text)})`,
  present: (rows, { ctx }) =>
    rows.map((row) => ({
      ...addActorName(row, ctx),
      at: row.at.toISOString(),
    })),
  csv: {
    name: "audit-log",
    present: addActorName,
    cells: {
      "When (UTC)": ({ at }) => at,
      Who: ({ actorName }) => actorName,
      What: ({ action }) => getActionLabel(action),
      Record: ({ subject }) => getSubjectName(subject),
      Property: ({ property }) => property?.name ?? null,
      Changes: ({ details }) =>
        readDetails(details)
          .changes.map(
            ({ field, from, to }) =>
              `${formatField(field)}: ${formatValue(field, from)} → ${formatValue(field, to)}`,
          )
          .join("; "),
      Details: ({ details }) =>
        readDetails(details)
          .fields.map(({ field, value }) => `${formatField(field)}: ${formatValue(field, value)}`)
          .join("; "),
      "Network address": ({ networkAddress }) => networkAddress,
      "Request ID": ({ requestId }) => requestId,
      Action: ({ action }) => action,
    },
  },
});

function addActorName(row: AuditRow, { cards }: SignedInCtx): AuditRow {
  return { ...row, actorName: formatActor(row, cards?.kind ?? null) };
}
