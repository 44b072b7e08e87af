import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { firstDay, version } from "./lease-facts.ts";
import { amendmentFacts, plannedTerms, schedule, termsOfLease } from "./terms-facts.ts";

export const readTerms = endpoint({
  method: "GET",
  path: "/api/leases/:id/terms",
  action: "terms.read",
  summary: "What a lease costs: its terms and amendments, and how far it is charged",
  params: byId,
  response: termsOfLease,
});

export const writeTerms = endpoint({
  method: "PUT",
  path: "/api/leases/:id/terms",
  action: "terms.edit",
  summary:
    "Write the terms of a draft, or the first ones of a running lease, which is charged by them from then on",
  params: byId,
  body: z.extend(plannedTerms, { version }),
  response: termsOfLease,
});

export const amendLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/amendments",
  action: "terms.edit",
  summary: "Amend the terms of a running lease from a day on that is not charged yet, with the reason",
  params: byId,
  body: z.extend(amendmentFacts, { version }),
  response: termsOfLease,
  status: 201,
});

export const previewSchedule = endpoint({
  method: "POST",
  path: "/api/leases/:id/schedule",
  action: "terms.read",
  summary: "What a lease will be charged month by month, by its terms or by those sent; writes nothing",
  params: byId,
  body: z.object({
    /** Without them the lease's own count. On a running lease that has terms they are looked at as an amendment. */
    terms: z.optional(plannedTerms.shape.terms),
    from: plannedTerms.shape.from,
    months: z._default(
      z
        .int("months must be from 1 to 240.")
        .check(
          z.minimum(1, "months must be from 1 to 240."),
          z.maximum(240, "months must be from 1 to 240."),
        ),
      24,
    ),
    /** The first month is that of this day; without it the first that is of interest. */
    startOn: z.optional(firstDay),
  }),
  response: schedule,
});

export const exportSchedule = endpoint({
  method: "GET",
  path: "/api/leases/:id/schedule.csv",
  action: "terms.read",
  summary: "What a lease will be charged in 24 months by its own terms, a row for each charge, as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});
