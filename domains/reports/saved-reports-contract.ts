import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, line } from "#shared/http/fields.ts";
import { reportNames } from "./reports.ts";

/** The maximum number of saved reports per person. */
export const maxSavedReports = 50;
/** The maximum number of recipients per report. */
const maxRecipients = 50;
/** The file formats that can be attached to an email. */
export const attachedFormats = ["pdf", "xlsx"] as const;

/** The outcome of the last run for a recipient. `turned-off`: they turned off these emails. */
export const deliveryOutcomes = [
  "waiting",
  "sent",
  "sent-as-link",
  "no-access",
  "turned-off",
  "failed",
] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

const scheduleFields = {
  repeats: z.enum(["weekly", "monthly"], "repeats must be weekly or monthly."),
  /** The weekday, from 1 for Monday, or the day of the month. Shorter months use their last day. */
  day: z
    .int("day must be a whole number.")
    .check(z.minimum(1, "day must be at least 1."), z.maximum(31, "day can be up to 31.")),
  /** In the time zone of the property it filters by, or else the organization's. */
  at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time")),
  formats: z
    .array(z.enum(attachedFormats, "formats can be pdf and xlsx."))
    .check(z.minLength(1, "Please select at least one file")),
};

const schedule = z.object({
  ...scheduleFields,
  timeZone: z.string(),
  nextRunAt: z.string(),
  lastRunAt: z.nullable(z.string()),
  recipients: z.array(
    z.object({ id: z.number(), fullName: z.string(), outcome: z.nullable(z.enum(deliveryOutcomes)) }),
  ),
});
export type ReportSchedule = z.infer<typeof schedule>;

/** A named report with its filters: the user's own, or shared with or sent to them. It grants no access. */
export const savedReport = z.object({
  id: z.number(),
  name: z.string(),
  report: z.enum(reportNames),
  /** The query string of the report's URL. */
  query: z.string(),
  isShared: z.boolean(),
  owner: z.object({ id: z.number(), fullName: z.string() }),
  /** Whether the user is one of its recipients. */
  isSentToUser: z.boolean(),
  /** Only for its owner. */
  schedule: z.nullable(schedule),
});
export type SavedReport = z.infer<typeof savedReport>;

const name = line(1, "Please enter a name", 60);
const query = z.string("query must be text.").check(z.maxLength(1000, "These filters are too long."));
const isShared = z.boolean("isShared must be true or false.");

export const listSavedReports = endpoint({
  method: "GET",
  path: "/api/saved-reports",
  action: "reports.save",
  summary: "List your saved reports, then those shared with or sent to you, by name",
  response: z.array(savedReport),
});

export const saveReport = endpoint({
  method: "POST",
  path: "/api/saved-reports",
  action: "reports.save",
  summary: `Save a report with its filters (up to ${maxSavedReports} per person)`,
  body: z.object({ name, report: z.enum(reportNames, "There is no such report."), query, isShared }),
  response: savedReport,
  status: 201,
});

export const updateSavedReport = endpoint({
  method: "PATCH",
  path: "/api/saved-reports/:id",
  action: "reports.save",
  summary: "Rename, change, or share one of your saved reports",
  params: byId,
  body: z.object({
    name: z.optional(name),
    query: z.optional(query),
    isShared: z.optional(isShared),
  }),
  response: savedReport,
});

export const deleteSavedReport = endpoint({
  method: "DELETE",
  path: "/api/saved-reports/:id",
  action: "reports.save",
  summary: "Delete one of your saved reports with its schedule",
  params: byId,
  response: done,
});

export const listPossibleRecipients = endpoint({
  method: "GET",
  path: "/api/saved-reports/:id/possible-recipients",
  action: "reports.save",
  summary: "List the people you can send one of your saved reports to",
  params: byId,
  response: z.array(z.object({ id: z.number(), fullName: z.string() })),
});

export const setReportSchedule = endpoint({
  method: "PUT",
  path: "/api/saved-reports/:id/schedule",
  action: "reports.save",
  summary: "Email one of your saved reports every week or month, to each person with their own access",
  params: byId,
  body: z
    .object({
      ...scheduleFields,
      recipientIds: z
        .array(id)
        .check(
          z.minLength(1, "Please select at least one recipient"),
          z.maxLength(maxRecipients, `A report can have up to ${maxRecipients} recipients.`),
        ),
    })
    .check(
      z.refine(({ repeats, day }) => repeats === "monthly" || day <= 7, {
        path: ["day"],
        message: "day can be up to 7, which is Sunday.",
      }),
    ),
  response: savedReport,
});

export const removeReportSchedule = endpoint({
  method: "DELETE",
  path: "/api/saved-reports/:id/schedule",
  action: "reports.save",
  summary: "Stop emailing one of your saved reports",
  params: byId,
  response: savedReport,
});
