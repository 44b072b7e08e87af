import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { startDate, version } from "./lease-fields.ts";
import { amendmentInput, schedule, termsDetails, termsInput } from "./terms-fields.ts";

export const readTerms = endpoint({
  method: "GET",
  path: "/api/leases/:id/terms",
  action: "terms.read",
  summary: "Get a lease's terms, amendments, and the date it's charged through",
  params: byId,
  response: termsDetails,
});

export const writeTerms = endpoint({
  method: "PUT",
  path: "/api/leases/:id/terms",
  action: "terms.edit",
  summary: "Set the terms of a draft, or the first terms of an active lease",
  versioned: true,
  params: byId,
  body: z.extend(termsInput, { version }),
  response: termsDetails,
});

export const amendLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/amendments",
  action: "terms.edit",
  summary:
    "Amend an active lease's terms from a date not yet charged, with a reason, and renew it until a new end date",
  versioned: true,
  params: byId,
  body: z.extend(amendmentInput, { version }),
  response: termsDetails,
  status: 201,
});

export const previewSchedule = endpoint({
  method: "POST",
  path: "/api/leases/:id/schedule",
  action: "terms.read",
  summary:
    "Preview a lease's scheduled charges by month, from its terms or from the terms you send; saves nothing",
  params: byId,
  body: z.object({
    /**
     * If omitted, the lease's saved terms are used. For an active lease that has terms, they are checked as
     * an amendment.
     */
    terms: z.optional(termsInput.shape.terms),
    from: termsInput.shape.from,
    months: z._default(
      z
        .int("months must be from 1 to 240.")
        .check(
          z.minimum(1, "months must be from 1 to 240."),
          z.maximum(240, "months must be from 1 to 240."),
        ),
      24,
    ),
    /** The preview starts with this date's month. If omitted, it starts with the first relevant month. */
    startOn: z.optional(startDate),
    /** The schedule if the lease ended on this day, or was open-ended (null). */
    endOn: z.optional(z.nullable(startDate)),
  }),
  response: schedule,
});

export const exportSchedule = endpoint({
  method: "GET",
  path: "/api/leases/:id/schedule.csv",
  action: "terms.read",
  summary: "Export 24 months of scheduled charges, one row per charge, as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});
