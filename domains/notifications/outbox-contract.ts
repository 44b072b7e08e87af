import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** `stored`: without a mail server, the email can only be read in the outbox. `failed`: all attempts failed. */
export const emailStates = ["queued", "retrying", "failed", "sent", "stored"] as const;
const emailState = z.enum(emailStates, `state must be one of ${emailStates.join(", ")}.`);

/** An email as the administrator sees it. */
const email = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  template: z.string(),
  state: emailState,
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  attempts: z.number(),
  /** The time of the next attempt. */
  nextAttemptAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** Whether its one-time link or code was removed when it was sent, so resending it would be useless. */
  secretsRemoved: z.boolean(),
});
export type OutboxEmail = z.infer<typeof email>;

export const listEmails = endpoint({
  method: "GET",
  path: "/api/outbox",
  action: "outbox.read",
  summary: "List emails, newest first",
  query: z.object({
    ...paging,
    state: z.optional(emailState),
    /** `yes`: only emails that are more than 15 minutes overdue. */
    late: z.optional(z.literal("yes", "late must be yes or omitted.")),
    /** Searches the recipient's address and the subject. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Searches can be up to 200 characters."))),
    /** Dates in the organization's time zone, inclusive. */
    from: z.optional(day("from must be a date, such as 2026-01-31.")),
    to: z.optional(day("to must be a date, such as 2026-01-31.")),
  }),
  response: z.array(email),
});

export const exportEmails = csvEndpoint(listEmails);

export const readOutboxSummary = endpoint({
  method: "GET",
  path: "/api/outbox/figures",
  action: "outbox.read",
  summary: "Count emails by status, and check whether a mail server is set up",
  response: z.object({
    counts: z.object({
      queued: z.number(),
      retrying: z.number(),
      failed: z.number(),
      sent: z.number(),
      stored: z.number(),
    }),
    hasMailServer: z.boolean(),
    /** Emails that are 15 minutes late, with the last error of the oldest one. Null if there are none. */
    late: z.nullable(z.object({ count: z.number(), since: z.string(), lastError: z.nullable(z.string()) })),
  }),
});

export const readEmail = endpoint({
  method: "GET",
  path: "/api/outbox/:id",
  action: "outbox.read",
  summary: "Get one email with its text",
  params: byId,
  response: z.extend(email, { text: z.string() }),
});

export const readEmailPage = endpoint({
  method: "GET",
  path: "/api/outbox/:id/page",
  action: "outbox.read",
  summary: "Render an email as an HTML page for a sandboxed frame",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});

export const resendEmail = endpoint({
  method: "POST",
  path: "/api/outbox/:id/resend",
  action: "outbox.resend",
  summary: "Resend an undelivered email now; with `again`, resend a sent email as a new one",
  params: byId,
  body: z.object({ again: z.optional(z.boolean("again must be true or false.")) }),
  /** The email that will be sent. */
  response: email,
});

export const resendFailedEmails = endpoint({
  method: "POST",
  path: "/api/outbox/resend-failed",
  action: "outbox.resend",
  summary: "Resend the oldest 5,000 failed emails",
  response: z.object({ count: z.number() }),
});
