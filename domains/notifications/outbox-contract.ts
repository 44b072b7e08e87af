import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** `kept`: there is no mail server, so the mail can only be read here. `failed`: it was given up. */
export const mailStates = ["queued", "retrying", "failed", "sent", "kept"] as const;
const mailState = z.enum(mailStates, `state must be one of ${mailStates.join(", ")}.`);

/** A mail as the administrator reads it. */
const mail = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  template: z.string(),
  state: mailState,
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  tries: z.number(),
  /** The time of the next attempt. */
  nextTryAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** Its one-time link or code was removed when it was sent, so sending it again would be useless. */
  isCut: z.boolean(),
});
export type Mail = z.infer<typeof mail>;

export const listMails = endpoint({
  method: "GET",
  path: "/api/outbox",
  action: "outbox.read",
  summary: "Mails, newest first",
  query: z.object({
    ...paging,
    state: z.optional(mailState),
    /** `yes`: only mails that should have gone out a quarter of an hour ago. */
    late: z.optional(z.literal("yes", "late must be yes or left out.")),
    /** Searched for in the address and the subject. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Please search for at most 200 characters."))),
    /** Calendar days in the organization's time zone, both included. */
    from: z.optional(day("from must be a day such as 2026-01-31.")),
    to: z.optional(day("to must be a day such as 2026-01-31.")),
  }),
  response: z.array(mail),
});

export const exportMails = csvOf(listMails);

export const readOutboxFigures = endpoint({
  method: "GET",
  path: "/api/outbox/figures",
  action: "outbox.read",
  summary: "How many mails there are in each state, and whether mails go out",
  response: z.object({
    counts: z.object({
      queued: z.number(),
      retrying: z.number(),
      failed: z.number(),
      sent: z.number(),
      kept: z.number(),
    }),
    hasMailServer: z.boolean(),
    /** Mails that are a quarter of an hour late, and the last error of the oldest; null when there are none. */
    late: z.nullable(z.object({ count: z.number(), since: z.string(), lastError: z.nullable(z.string()) })),
  }),
});

export const readMail = endpoint({
  method: "GET",
  path: "/api/outbox/:id",
  action: "outbox.read",
  summary: "A mail with its text",
  params: byId,
  response: z.extend(mail, { text: z.string() }),
});

export const readMailPage = endpoint({
  method: "GET",
  path: "/api/outbox/:id/page",
  action: "outbox.read",
  summary: "A mail as mail programs show it: a page for a frame, which runs and loads nothing",
  params: byId,
  response: z.unknown(),
  responseKind: "file",
});

export const resendMail = endpoint({
  method: "POST",
  path: "/api/outbox/:id/resend",
  action: "outbox.resend",
  summary: "Send an undelivered mail again at once; a sent mail only with `again`, as a new mail",
  params: byId,
  body: z.object({ again: z.optional(z.boolean("again must be true or false.")) }),
  /** The mail that will be sent. */
  response: mail,
});

export const resendFailedMails = endpoint({
  method: "POST",
  path: "/api/outbox/resend-failed",
  action: "outbox.resend",
  summary: "Send the oldest 5,000 failed mails again",
  response: z.object({ count: z.number() }),
});
