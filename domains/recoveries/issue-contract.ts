import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, done, text } from "#shared/http/fields.ts";
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

const fingerprint = z
  .string("fingerprint must be that of the reconciliation.")
  .check(z.regex(/^[\w-]{43}$/, "fingerprint must be that of the reconciliation."));
const runNumber = z.int("number must be the number of the statements in effect.");

export const markReviewed = endpoint({
  method: "POST",
  path: `${path}/review`,
  action: "recoveries.issue",
  summary: "Mark the draft of a reconciliation as reviewed, with its current amounts",
  params: byYear,
  body: z.object({ fingerprint }),
  response: done,
});

export const issueReconciliation = endpoint({
  method: "POST",
  path: `${path}/issue`,
  action: "recoveries.issue",
  summary:
    "Issue the statements of a reconciliation, or correct them: each lease is charged or credited the difference",
  params: byYear,
  body: z.object({
    /** The amounts as the person saw them. */
    fingerprint,
    /** The number of the statements in effect, which are corrected. 0 if there are none. */
    corrects: z.int("corrects must be a whole number."),
    /** Required for a correction. */
    reason: z.optional(text(0, "Please enter the reason as text", 500)),
    dueOn: day("Please enter the due date"),
  }),
  response: done,
});

export const reverseReconciliation = endpoint({
  method: "POST",
  path: `${path}/reverse`,
  action: "recoveries.issue",
  summary: "Reverse the statements of a reconciliation as a whole, unless a tenant has paid",
  params: byYear,
  body: z.object({ number: runNumber, reason }),
  response: done,
});

export const closeReconciliation = endpoint({
  method: "POST",
  path: `${path}/close`,
  action: "recoveries.issue",
  summary: "Close a reconciliation: it can no longer be corrected or reversed",
  params: byYear,
  body: z.object({ number: runNumber }),
  response: done,
});

export const reopenReconciliation = endpoint({
  method: "POST",
  path: `${path}/reopen`,
  action: "recoveries.reopen",
  summary: "Reopen a closed reconciliation with a reason",
  params: byYear,
  body: z.object({ reason }),
  response: done,
});
