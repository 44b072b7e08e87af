import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { daysOf } from "#server/list/days.ts";
import { defineList } from "#server/list/define-list.ts";
import { hasWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { actionLabel } from "../actions.ts";
import { sayActor } from "../actor.ts";
import { readDetails, sayField, sayValue } from "../changes.ts";
import type { AuditEntry, listAudit } from "../contract.ts";
import { subjectLabel } from "./subject-label.ts";

interface Row extends Omit<AuditEntry, "at"> {
  at: Date;
}

/** Entries of the audit log, newest first; the days of filters are in the organization's time zone. For administrators only. */
export const auditLog = defineList<QueryOf<typeof listAudit>, Row, AuditEntry>({
  from: sql`audit_log a`,
  joins: sql`left join properties p on p.id = a.property_id`,
  columns: sql`
    a.id, a.at, a.actor_id as "actorId", a.actor_name as "actorName", a.action,
    json_build_object('type', a.subject_type, 'id', a.subject_id, 'label', ${subjectLabel}) as subject,
    case when a.property_id is not null then
      json_build_object('id', a.property_id, 'name', coalesce(p.name, '')) end as property,
    a.network_address as "networkAddress", a.request_id as "requestId", a.details`,
  id: sql`a.id`,
  order: () => ({ by: [sql`a.at`, sql`a.id`], descending: true }),
  scope: () => sql`true`,
  filters: {
    actorId: (id) => sql`a.actor_id = ${id}`,
    action: (action) => sql`a.action = ${action}`,
    area: (area) => sql`split_part(a.action, '.', 1) = ${area}`,
    subjectType: (type) => sql`a.subject_type = ${type}`,
    subjectId: (id) => sql`a.subject_id = ${id}`,
    propertyId: (id) => sql`a.property_id = ${id}`,
    ...daysOf(sql`a.at`),
  },
  search: (text) => hasWords(sql`a.words`, text),
  present: (rows, { ctx }) =>
    rows.map((row) => ({
      ...withActor(row, ctx),
      at: row.at.toISOString(),
    })),
  csv: {
    name: "audit-log",
    present: withActor,
    cells: {
      "When (UTC)": ({ at }) => at,
      Who: ({ actorName }) => actorName,
      What: ({ action }) => actionLabel(action),
      "On what": ({ subject }) => subject.label ?? `${subject.type} ${subject.id}`,
      Building: ({ property }) => property?.name ?? null,
      Changes: ({ details }) =>
        readDetails(details)
          .changes.map(
            ({ field, from, to }) => `${sayField(field)}: ${sayValue(field, from)} → ${sayValue(field, to)}`,
          )
          .join("; "),
      "More facts": ({ details }) =>
        readDetails(details)
          .facts.map(({ field, value }) => `${sayField(field)}: ${sayValue(field, value)}`)
          .join("; "),
      "Network address": ({ networkAddress }) => networkAddress,
      "Request id": ({ requestId }) => requestId,
      Action: ({ action }) => action,
    },
  },
});

function withActor(row: Row, { cards }: SignedInCtx): Row {
  return { ...row, actorName: sayActor(row, cards?.kind ?? null) };
}
