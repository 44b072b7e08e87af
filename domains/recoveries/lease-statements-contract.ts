import * as z from "zod/mini";
import { allocation } from "#domains/ledger/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { issuedStatement, statement, yearInPath } from "./reconciliation-contract.ts";

const path = "/api/leases/:id/recovery-statements";
export const byLeaseYear = z.object({ id: idInPath, year: yearInPath });

const leaseStatementRow = z.object({
  year: z.number(),
  issuedAt: z.string(),
  totalCents: z.number(),
  /** The share less the estimates billed. Negative if the tenant got a credit. */
  dueCents: z.number(),
});

export const listLeaseStatements = endpoint({
  method: "GET",
  path,
  action: "recoveries.read-statements",
  summary: "List a lease's statements of operating expenses that are in effect, newest first",
  params: byId,
  response: z.array(leaseStatementRow),
});

/** A charge, or a credit with a negative amount, that a statement posted. */
const posting = z.object({
  entryId: z.number(),
  onDay: z.string(),
  amountCents: z.number(),
  /** The unpaid part of the charge or the unapplied part of the credit, with the sign of the amount. */
  openCents: z.number(),
  allocations: z.array(allocation),
});

/** A statement in effect, as it was issued. */
const leaseStatement = z.extend(statement, {
  issued: issuedStatement,
  /** What it and earlier statements of the year charged and credited, with what was applied to it since. */
  postings: z.array(posting),
  /** The bills whose files the user can download. */
  billFiles: z.array(z.number()),
  /** The last day of the audit window that the lease gives. Null if it gives none. */
  questionsUntil: z.nullable(z.string()),
  can: z.object({ question: z.boolean() }),
});
export type LeaseStatement = z.infer<typeof leaseStatement>;

export const readLeaseStatement = endpoint({
  method: "GET",
  path: `${path}/:year`,
  action: "recoveries.read-statements",
  summary: "Get a lease's statement of a year's operating expenses as it was issued, with every step",
  params: byLeaseYear,
  response: leaseStatement,
});

export const exportLeaseStatement = endpoint({
  method: "GET",
  path: `${path}/:year/steps.csv`,
  action: "recoveries.read-statements",
  summary: "Export the categories, the bills, and the steps of a lease's statement as CSV",
  params: byLeaseYear,
  response: z.unknown(),
  responseKind: "csv",
});

export const readStatementBillFile = endpoint({
  method: "GET",
  path: `${path}/:year/bills/:billId/file`,
  action: "recoveries.read-statements",
  summary: "Download the file of a bill in a lease's statement, if the property shares them with tenants",
  params: z.object({ id: idInPath, year: yearInPath, billId: idInPath }),
  response: z.unknown(),
  responseKind: "file",
});
