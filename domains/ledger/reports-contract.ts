import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** The filters of a report on leases. */
const whichLeases = {
  propertyId: z.optional(idInPath),
  companyId: z.optional(idInPath),
  /** Words of the company's name, or the beginning of a unit number. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Please search for at most 100 characters."))),
};

const ofLease = {
  /** The id of the lease. */
  id: z.number(),
  company: z.string(),
  companyId: z.number(),
  property: z.object({ id: z.number(), name: z.string() }),
  units: z.array(z.string()),
};

/** Open charges by the days since they were due; together with the credit, which is negative, they make the balance. */
const agedSums = {
  notDueCents: z.number(),
  upTo30Cents: z.number(),
  upTo60Cents: z.number(),
  upTo90Cents: z.number(),
  over90Cents: z.number(),
  creditCents: z.number(),
  balanceCents: z.number(),
};

export const agedLease = z.object({ ...ofLease, ...agedSums });
export type AgedLease = z.infer<typeof agedLease>;

const agedFilters = {
  ...whichLeases,
  /** As of the end of this day; without it as of now, aged by the day at each property. */
  on: z.optional(day("on must be a day, YYYY-MM-DD.")),
  /** Only leases with an overdue charge. */
  overdue: z.optional(z.enum(["yes"], "overdue must be yes.")),
};

/** The orders of the list: newest lease first, largest balance, longest overdue, or by company name. */
export const agedSorts = ["newest", "owed", "longest", "company"] as const;
export type AgedSort = (typeof agedSorts)[number];

export const listAged = endpoint({
  method: "GET",
  path: "/api/reports/aged",
  action: "reports.read",
  summary: "Aged receivables by lease, newest first or in the given order",
  query: z.object({
    ...paging,
    ...agedFilters,
    sort: z.optional(z.enum(agedSorts, `sort must be one of ${agedSorts.join(", ")}.`)),
  }),
  response: z.array(agedLease),
});

export const exportAged = csvOf(listAged);

export const sumAged = endpoint({
  method: "GET",
  path: "/api/reports/aged/totals",
  action: "reports.read",
  summary: "The totals of the aged receivables",
  query: z.object(agedFilters),
  response: z.object({ leases: z.number(), ...agedSums }),
});
export type AgedTotals = z.infer<typeof sumAged.response>;

const rentSums = {
  areaSquareFeet: z.number(),
  /** For a whole month, as of today. */
  monthlyRentCents: z.number(),
  otherMonthlyCents: z.number(),
  depositCents: z.number(),
  /** Positive is owed, negative is credit. */
  balanceCents: z.number(),
};

export const rentRollLease = z.object({
  ...ofLease,
  from: z.string(),
  to: z.nullable(z.string()),
  ...rentSums,
  /** The next day on which the monthly rent changes. */
  nextStep: z.nullable(z.object({ on: z.string(), monthlyRentCents: z.number() })),
});
export type RentRollLease = z.infer<typeof rentRollLease>;

export const listRentRoll = endpoint({
  method: "GET",
  path: "/api/reports/rent-roll",
  action: "reports.read",
  summary: "The current leases, newest first, with their rent, other charges, deposit and balance",
  query: z.object({ ...paging, ...whichLeases }),
  response: z.array(rentRollLease),
});

export const exportRentRoll = csvOf(listRentRoll);

export const sumRentRoll = endpoint({
  method: "GET",
  path: "/api/reports/rent-roll/totals",
  action: "reports.read",
  summary: "The totals of the rent roll; with more than 5,000 leases a building has to be chosen",
  query: z.object(whichLeases),
  response: z.object({ leases: z.number(), sums: z.nullable(z.object(rentSums)) }),
});
export type RentRollTotals = z.infer<typeof sumRentRoll.response>;

/** Charges count in the month they are due, credits and payments in the month they were made. */
export const ledgerMonth = z.object({
  /** The first day of the month. */
  month: z.string(),
  chargedCents: z.number(),
  creditedCents: z.number(),
  collectedCents: z.number(),
  /** Charged, less credited and collected. */
  differenceCents: z.number(),
});
export type LedgerMonth = z.infer<typeof ledgerMonth>;

export const listMonths = endpoint({
  method: "GET",
  path: "/api/reports/months",
  action: "reports.read",
  summary: "What was charged, credited and collected in each month of a year, or of the last twelve",
  query: z.object({
    year: z.optional(z.string().check(z.regex(/^(19|20|21)\d\d$/, "year must be from 1900 to 2199."))),
    propertyId: z.optional(idInPath),
  }),
  response: z.array(ledgerMonth),
});

export const exportMonths = csvOf(listMonths);
