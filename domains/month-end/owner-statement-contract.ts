import * as z from "zod/mini";
import { reportDocument } from "#domains/reports/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { text } from "#shared/http/fields.ts";
import { byMonth } from "./contract.ts";

const cents = z.int("Each amount must be whole cents.");

/** The statement's amounts that change only if an entry dated or due in that month is posted later. */
const statementAmounts = z.object({ chargedCents: cents, receivedCents: cents, overdueCents: cents });

/**
 * The figures and tables of a statement. Issued ones are stored, so a field that's added later is optional.
 */
export const statementContent = z.object({
  property: z.string(),
  address: z.string(),
  /** The last day of the month, or today if it isn't over. */
  on: z.string(),
  preparedAt: z.string(),
  amounts: statementAmounts,
  figures: reportDocument.shape.figures,
  sections: z.array(reportDocument),
});
export type StatementContent = z.infer<typeof statementContent>;
export type StatementAmount = keyof StatementContent["amounts"];

const issuedVersion = z.object({
  number: z.number(),
  by: z.string(),
  at: z.string(),
  /** Why it was corrected. Null for the first version. */
  reason: z.nullable(z.string()),
  /** The document with its PDF. Null if it was deleted. */
  documentId: z.nullable(z.number()),
});
export type IssuedVersion = z.infer<typeof issuedVersion>;

const ownerStatement = z.extend(statementContent, {
  month: z.string(),
  isMonthClosed: z.boolean(),
  /** Whether this is a draft with the current figures, not an issued version. */
  isDraft: z.boolean(),
  notes: z.string(),
  /** How many times the notes were changed. */
  notesVersion: z.number(),
  /** Newest first. */
  versions: z.array(issuedVersion),
  /** The amounts in the displayed version that have changed since. */
  changes: z.array(z.object({ name: z.string(), issuedCents: z.number(), currentCents: z.number() })),
  /** Why it can't be issued yet. Null if it can. */
  cannotIssue: z.nullable(z.string()),
});
export type OwnerStatement = z.infer<typeof ownerStatement>;

const path = "/api/properties/:id/months/:month/owner-statement";
const query = z.object({
  /** `yes`: the draft of the next version, even if a version was issued. */
  draft: z.optional(z.enum(["yes"], "draft must be yes.")),
});

export const readOwnerStatement = endpoint({
  method: "GET",
  path,
  action: "reports.read",
  summary: "Get the owner statement of a property's month: the last issued version, or else the draft",
  params: byMonth,
  query,
  response: ownerStatement,
});

export const printOwnerStatement = endpoint({
  method: "GET",
  path: `${path}/file`,
  action: "reports.read",
  summary: "Download an owner statement as PDF",
  params: byMonth,
  query,
  response: z.unknown(),
  responseKind: "file",
});

export const maxNotesLength = 4_000;

export const saveOwnerStatementNotes = endpoint({
  method: "PUT",
  path: `${path}/notes`,
  action: "reports.issue-statement",
  summary: "Save the notes for the next version of an owner statement",
  params: byMonth,
  body: z.object({
    notes: text(0, "Please enter the notes as text", maxNotesLength),
    notesVersion: z.int("notesVersion must be a whole number."),
  }),
  response: ownerStatement,
});

export const issueOwnerStatement = endpoint({
  method: "POST",
  path: `${path}/issue`,
  action: "reports.issue-statement",
  summary: "Issue an owner statement: it's frozen and filed among the property's documents",
  params: byMonth,
  body: z.object({
    /** The version that it corrects. 0 for the first one. */
    corrects: z.int("corrects must be a whole number."),
    /** Required for a corrected statement. */
    reason: z.optional(text(0, "Please enter the reason as text", 500)),
    /** The amounts of the draft that the person reviewed. */
    amounts: statementAmounts,
    notesVersion: z.int("notesVersion must be a whole number."),
  }),
  response: ownerStatement,
});
