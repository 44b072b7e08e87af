import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { idInPath } from "#shared/http/fields.ts";
import { lossCauses } from "./loss-causes.ts";

const cents = z.number();
const span = { from: z.string(), to: z.string() };

/** A property's year in a path: `2025` is the pools' years that start in 2025. */
export const yearInPath = z.pipe(
  z.string().check(z.regex(/^(19[9]\d|2[01]\d\d)$/, "The year must be like 2025.")),
  z.transform((text: string) => Number(text)),
);
export const byYear = z.object({ id: idInPath, year: yearInPath });
export const byStatement = z.object({ id: idInPath, year: yearInPath, leaseId: idInPath });

const query = z.object({
  /** `yes`: the draft with the current amounts, even if statements were issued. */
  draft: z.optional(z.enum(["yes"], "draft must be yes.")),
});

const poolSummary = z.object({
  id: z.number(),
  name: z.string(),
  ...span,
  /** The cost of its recoverable categories. */
  totalCents: cents,
  /** The tenants' share of the cost. With the losses, it adds up to the total. */
  recoveredCents: cents,
  /** The occupied part of the leasable area, weighted by days: `93.4%`. */
  occupancy: z.string(),
  categories: z.array(z.object({ id: z.number(), name: z.string(), cents })),
  /** The cost that isn't recovered, by cause. A negative amount is recovered in addition. */
  losses: z.array(z.object({ cause: z.enum(lossCauses), cents })),
});
export type PoolSummary = z.infer<typeof poolSummary>;

const statementSummary = z.object({
  leaseId: z.number(),
  company: z.string(),
  units: z.array(z.object({ unitNumber: z.string() })),
  /** The lease's share of each pool, in the same order as the pools. */
  lines: z.array(z.object({ poolId: z.number(), cents })),
  totalCents: cents,
  /** The monthly charges for the pools' years, including those that the previous system billed. */
  estimatesBilledCents: cents,
  /** The part of them that the previous system billed, whether or not it was paid there. Absent if there is none. */
  previousEstimatesCents: z.optional(cents),
  /** The amounts paid in the portal. */
  estimatesPaidCents: cents,
  /** The total less the estimates billed. Negative if the tenant gets a credit. */
  dueCents: cents,
});
export type StatementSummary = z.infer<typeof statementSummary>;
/** Said of a statement that charges and credits nothing. */
export const nothingDue = "No additional amount is due";
export const previousEstimatesLabel = "Estimates billed in the previous system";

const finding = z.object({
  /** Stays the same as long as it's about the same lease, pool, and subject. */
  key: z.string(),
  kind: z.enum([
    "no-terms",
    "no-rule",
    "no-base",
    "new-category",
    "no-cap-history",
    "cap-without-effect",
    "fee-on-fee",
    "fixed-grossed-up",
    "exclusion-elsewhere",
    "over-recovered",
    "shares-above-whole",
    "change",
    "area",
    "estimates-without-share",
    "estimates-differ",
    "statement-late",
    "audit-window",
    "no-pool",
    "billed-twice",
    "capital-cost",
    "refund-not-shared",
    "refund-for-earlier-year",
  ]),
  sentence: z.string(),
  /** The affected amount. Null if it isn't known. */
  cents: z.nullable(cents),
  /** The lease that the finding is about. Null if it's about the property. */
  leaseId: z.nullable(z.number()),
  /** The leases whose shares it affects. Absent from those of statements that were issued earlier. */
  leases: z.optional(z.array(z.object({ id: z.number(), company: z.string() }))),
  /** The bills behind it. */
  bills: z.optional(z.array(z.object({ id: z.number(), vendor: z.string(), number: z.string() }))),
  /** Null while it's open. A finding whose sentence or amount has changed is open again. */
  acceptance: z.nullable(z.object({ reason: z.string(), by: z.string(), at: z.string() })),
});
export type Finding = z.infer<typeof finding>;

/** An amount that differs from its value when someone reviewed or issued it. */
const amountChange = z.object({ name: z.string(), beforeCents: cents, nowCents: cents });
export type AmountChange = z.infer<typeof amountChange>;

/** Charges and credits, with the total of each. */
const trueUps = {
  charges: z.number(),
  chargedCents: cents,
  credits: z.number(),
  creditedCents: cents,
};

const run = z.object({
  number: z.number(),
  by: z.string(),
  at: z.string(),
  /** Why earlier statements were corrected. Null if none were in effect. */
  reason: z.nullable(z.string()),
  dueOn: z.string(),
  statements: z.number(),
  /** How many of the statements are among the documents. A job files them after they're issued. */
  filed: z.number(),
  ...trueUps,
  reversal: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
});
export type ReconciliationRun = z.infer<typeof run>;

const reconciliation = z.object({
  property: z.object({ id: z.number(), name: z.string() }),
  year: z.number(),
  /** The first two have the current amounts, the others those that were issued. */
  state: z.enum(["draft", "reviewed", "issued", "closed"]),
  pools: z.array(poolSummary),
  statements: z.array(statementSummary),
  /** The points that an auditor would question, open ones first. */
  findings: z.array(finding),
  /** Identifies the current amounts. */
  fingerprint: z.string(),
  /** The last review of a draft. */
  review: z.nullable(z.object({ by: z.string(), at: z.string() })),
  closing: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** What has changed since the draft was reviewed, or since the statements were issued. */
  changes: z.array(amountChange),
  /** Why statements can't be issued now, except for open findings. Null if they can. */
  cannotIssue: z.nullable(z.string()),
  /** What issuing the current amounts would post. */
  toIssue: z.object(trueUps),
  /** The date at the property. */
  today: z.string(),
  /** Newest first. */
  runs: z.array(run),
});
export type Reconciliation = z.infer<typeof reconciliation>;

/** A property's year with what was issued. */
const reconciledYear = z.object({
  property: z.object({ id: z.number(), name: z.string() }),
  year: z.number(),
  /** `draft` until statements are in effect. */
  state: z.enum(["draft", "issued", "closed"]),
  /** When the statements in effect were issued. Null for a draft. */
  issuedAt: z.nullable(z.string()),
  /** The leases with an issued statement. */
  statements: z.number(),
  /** What the statements and their corrections charged, less what they credited. */
  postedCents: cents,
  openQuestions: z.number(),
});
export type ReconciledYearSummary = z.infer<typeof reconciledYear>;

export const listReconciledYears = endpoint({
  method: "GET",
  path: "/api/reconciliations",
  action: "recoveries.reconcile",
  summary: "List the last and the current year of your properties, with their statements and open questions",
  response: z.array(reconciledYear),
});

export const readReconciliation = endpoint({
  method: "GET",
  path: "/api/properties/:id/reconciliations/:year",
  action: "recoveries.reconcile",
  summary:
    "Get a property's year of operating expenses: each pool, each lease's part, and what isn't recovered, as issued or calculated now",
  params: byYear,
  query,
  response: reconciliation,
});

export const exportReconciliation = endpoint({
  method: "GET",
  path: "/api/properties/:id/reconciliations/:year/shares.csv",
  action: "recoveries.reconcile",
  summary: "Export each lease's part of each pool, and what isn't recovered, as CSV",
  params: byYear,
  query,
  response: z.unknown(),
  responseKind: "csv",
});

/** A step of a calculation. `text` says how the amount is calculated. */
const step = z.object({ label: z.string(), text: z.string(), cents: z.nullable(cents) });
export type Step = z.infer<typeof step>;

/** A bill in a category. */
const categoryBill = z.object({
  id: z.number(),
  categoryId: z.number(),
  vendor: z.string(),
  number: z.string(),
  billedOn: z.string(),
  /** The part of its amount within the pool's year. */
  cents,
});
export type CategoryBill = z.infer<typeof categoryBill>;

const explainedCategory = z.object({
  id: z.number(),
  name: z.string(),
  cents,
  isExcluded: z.boolean(),
  sharedCents: cents,
  bills: z.array(categoryBill),
});

const explainedPart = z.object({
  ...span,
  /** The lease's rule, in sentences. */
  rule: z.array(z.string()),
  /** The lease's wording, or the page of the lease document. */
  clause: z.string(),
  categories: z.array(explainedCategory),
  steps: z.array(step),
});
export type ExplainedPart = z.infer<typeof explainedPart>;

/** How a lease's statement was issued. */
export const issuedStatement = z.object({
  number: z.number(),
  by: z.string(),
  at: z.string(),
  reason: z.nullable(z.string()),
  dueOn: z.string(),
  /** What it charged, or credited if it's negative. Differs from the amount due if it corrected an earlier one. */
  postedCents: cents,
  /** The charge or credit in the lease's ledger. Null if nothing was posted. */
  entryId: z.nullable(z.number()),
  isFiled: z.boolean(),
  /** The document with its PDF. Null until it's filed, after it was deleted, and for people who can't see it. */
  documentId: z.nullable(z.number()),
});

/** A lease's statement. Issued ones are stored, so a field that's added later is optional. */
export const statement = z.extend(statementSummary, {
  property: z.object({ id: z.number(), name: z.string() }),
  year: z.number(),
  /** Whether it has the current amounts instead of those issued. */
  isDraft: z.boolean(),
  /** The statement in effect. Null if none was issued. */
  issued: z.nullable(issuedStatement),
  /** What has changed since it was issued. */
  changes: z.array(amountChange),
  pools: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      ...span,
      cents,
      /** The controllable expenses of the whole pool after the cap, over which next year's cap can grow. */
      cappedCents: z.optional(cents),
      parts: z.array(explainedPart),
    }),
  ),
});
export type RecoveryStatement = z.infer<typeof statement>;

export const readRecoveryStatement = endpoint({
  method: "GET",
  path: "/api/properties/:id/reconciliations/:year/leases/:leaseId",
  action: "recoveries.reconcile",
  summary: "Explain how each amount in a lease's reconciliation is calculated, step by step",
  params: byStatement,
  query,
  response: statement,
});

export const exportRecoveryStatement = endpoint({
  method: "GET",
  path: "/api/properties/:id/reconciliations/:year/leases/:leaseId/steps.csv",
  action: "recoveries.reconcile",
  summary: "Export the categories and the steps of a lease's reconciliation as CSV",
  params: byStatement,
  query,
  response: z.unknown(),
  responseKind: "csv",
});
