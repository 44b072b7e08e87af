import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

const name = (field: string) =>
  z.string().check(z.trim(), z.regex(/^[a-z][a-z.-]{0,59}$/, `${field} must be a name used in the log.`));

/** An entry of the audit log. */
export const auditEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** Null for automatic actions of the portal and for people who weren't signed in. */
  actorId: z.nullable(z.number()),
  /** The person, `System`, the card provider, or `A visitor`. */
  actorName: z.string(),
  action: z.string(),
  subject: z.object({
    type: z.string(),
    id: z.string(),
    /** Its current name. Null if it no longer exists. */
    label: z.nullable(z.string()),
  }),
  property: z.nullable(z.object({ id: z.number(), name: z.string() })),
  networkAddress: z.string(),
  requestId: z.string(),
  /** The changes and other details, parsed by `changes.ts`. */
  details: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: "GET",
  path: "/api/audit",
  action: "audit.read",
  summary: "List audit log entries, newest first",
  query: z.object({
    ...paging,
    actorId: z.optional(idInPath),
    /** An action such as `person.approved`, or the area before its dot. */
    action: z.optional(name("action")),
    area: z.optional(name("area")),
    subjectType: z.optional(name("subjectType")),
    subjectId: z.optional(
      z.string().check(z.trim(), z.maxLength(100, "subjectId can be up to 100 characters.")),
    ),
    propertyId: z.optional(idInPath),
    /** Dates in the organization's time zone, both inclusive. */
    from: z.optional(day("from must be a date, such as 2026-01-31.")),
    to: z.optional(day("to must be a date, such as 2026-01-31.")),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Searches can be up to 200 characters."))),
  }),
  response: z.array(auditEntry),
});

export const exportAudit = csvEndpoint(listAudit);
