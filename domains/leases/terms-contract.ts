import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { firstDay, version } from "./lease-facts.ts";
import { amendmentFacts, plannedTerms, schedule, termsOfLease } from "./terms-facts.ts";

export const readTerms = endpoint({
  method: "GET",
  path: "/api/leases/:id/terms",
  action: "terms.read",
  summary: "The terms of a lease and its amendments, and how far it is charged",
  params: byId,
  response: termsOfLease,
});

export const writeTerms = endpoint({
  method: "PUT",
  path: "/api/leases/:id/terms",
  action: "terms.edit",
  summary:
    "Write the terms of a draft, or the first terms of a running lease, which is charged by them from then on",
  versioned: true,
  params: byId,
  body: z.extend(plannedTerms, { version }),
  response: termsOfLease,
});

export const amendLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/amendments",
  action: "terms.edit",
  summary: "Amend the terms of a running lease from a day on that is not yet charged, with the reason",
  versioned: true,
  params: byId,
  body: z.extend(amendmentFacts, { version }),
  response: termsOfLease,
  status: 201,
});

export const previewSchedule = endpoint({
  method: "POST",
  path: "/api/leases/:id/schedule",
  action: "terms.read",
  summary: "The scheduled charges of a lease month by month, by its terms or by those sent; writes nothing",
  params: byId,
  body: z.object({
    /** Without them the lease's own apply. For a running lease that has terms they are checked as an amendment. */
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
    /** The first month is that of this day; without it the first relevant one. */
    startOn: z.optional(firstDay),
  }),
  response: schedule,
});

export const exportSchedule = endpoint({
  method: "GET",
  path: "/api/leases/:id/schedule.csv",
  action: "terms.read",
  summary: "The scheduled charges of a lease for 24 months by its own terms, a row for each charge, as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});
