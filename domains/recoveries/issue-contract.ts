import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done, text } from "#shared/http/fields.ts";
import { byYear } from "./reconciliation-contract.ts";

const path = "/api/properties/:id/reconciliations/:year";
const reason = text(3, "Please enter a reason (at least 3 characters)", 500);
const findingKey = z.string("key must be the key of a finding.").check(z.maxLength(200));

export const acceptFinding = endpoint({
  method: "POST",
  path: `${path}/findings/accept`,
  action: "recoveries.issue",
  summary:
    "Accept a finding of a reconciliation with a reason; it's open again once its sentence or amount changes",
  params: byYear,
  body: z.object({
    key: findingKey,
    /** The finding as the person saw it. */
    sentence: z.string("sentence must be the finding's sentence.").check(z.maxLength(2_000)),
    cents: z.nullable(z.int("cents must be whole cents or null.")),
    reason,
  }),
  response: done,
});

export const reopenFinding = endpoint({
  method: "POST",
  path: `${path}/findings/reopen`,
  action: "recoveries.issue",
  summary: "Withdraw the acceptance of a finding",
  params: byYear,
  body: z.object({ key: findingKey }),
  response: done,
});
