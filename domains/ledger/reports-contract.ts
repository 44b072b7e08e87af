import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** The filters of a lease report. */
const leaseFilters = {
  propertyId: z.optional(idInPath),
  companyId: z.optional(idInPath),
  /** Words from the company name, or the start of a unit number. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."))),
};

const leaseFields = {
  /** The id of the lease. */
  id: z.number(),
  company: z.string(),
  companyId: z.number(),
  property: z.object({ id: z.number(), name: z.string() }),
  units: z.array(z.string()),
};

/**
 * Unpaid charges by days past due. Together with the credit, which is negative, they add up to the balance.
 */
const agedSums = {
  notDueCents: z.number(),
  days1To30Cents: z.number(),
  days31To60Cents: z.number(),
  days61To90Cents: z.number(),
  over90Cents: z.number(),
  creditCents: z.number(),
  balanceCents: z.number(),
};

export const agedLease = z.object({ ...leaseFields, ...agedSums });
export type AgedLease = z.infer<typeof agedLease>;

const agedFilters = {
  ...leaseFilters,
  /** As of the end of this date. Defaults to now, aged by today's date at each property. */
  on: z.optional(day("on must be a date (YYYY-MM-DD).")),
  /** Only leases with an overdue charge. */
  overdue: z.optional(z.enum(["yes"], "overdue must be yes.")),
};

/**
 * The sort orders of the list: longest overdue (the default), highest balance, company name, or newest lease.
 */
export const agedSorts = ["newest", "balance", "longest", "company"] as const;
export type AgedSort = (typeof agedSorts)[number];

export const listAged = endpoint({
  method: "GET",
  path: "/api/reports/aged",
  action: "reports.read",
  summary: "List aged receivables by lease, longest overdue first or in the requested order",
  query: z.object({
    ...paging,
    ...agedFilters,
    sort: z.optional(z.enum(agedSorts, `sort must be one of ${agedSorts.join(", ")}.`)),
  }),
  response: z.array(agedLease),
});

const rentSums = {
  areaSquareFeet: z.number(),
  /** For a full month, as of today. */
  monthlyRentCents: z.number(),
  otherMonthlyCents: z.number(),
  depositCents: z.number(),
  /** Unpaid charges due before today. */
  overdueCents: z.number(),
  /** Positive is due, negative is credit. */
  balanceCents: z.number(),
};

export const rentRollLease = z.object({
  ...leaseFields,
  from: z.string(),
  to: z.nullable(z.string()),
  ...rentSums,
  /** The next date on which the monthly rent changes. */
  nextStep: z.nullable(z.object({ on: z.string(), monthlyRentCents: z.number() })),
});
export type RentRollLease = z.infer<typeof rentRollLease>;

export const listRentRoll = endpoint({
  method: "GET",
  path: "/api/reports/rent-roll",
  action: "reports.read",
  summary: "List current leases by property and unit, with rent, other charges, deposit, and balance",
  query: z.object({ ...paging, ...leaseFilters }),
  response: z.array(rentRollLease),
});

export const sumRentRoll = endpoint({
  method: "GET",
  path: "/api/reports/rent-roll/totals",
  action: "reports.read",
  summary: "Get rent roll totals; filter by property when there are more than 5,000 leases",
  query: z.object(leaseFilters),
  response: z.object({
    leases: z.number(),
    sums: z.nullable(z.object(rentSums)),
    /** Empty if `sums` is null. */
    properties: z.array(z.object({ id: z.number(), leases: z.number(), ...rentSums })),
    /** By the year the leases end, with open-ended leases last. Empty if `sums` is null. */
    years: z.array(
      z.object({ year: z.nullable(z.number()), leases: z.number(), monthlyRentCents: z.number() }),
    ),
  }),
});
export type RentRollTotals = z.infer<typeof sumRentRoll.response>;

/** A month's charges (collected, credited, overdue, or not due yet), and the cash received in that month. */
export const ledgerMonth = z.object({
  /** The first day of the month. */
  month: z.string(),
  /** The charges due in the month. */
  dueCents: z.number(),
  /**
   * The part of `dueCents` that payments and deposits cover, no matter when they arrived. Negative if the
   * month's deductions exceed its charges and cover charges of other months.
   */
  collectedCents: z.number(),
  /** The part of `dueCents` that is unpaid and past its due date. */
  overdueCents: z.number(),
  /** The part of `dueCents` that is unpaid and due today or later. */
  upcomingCents: z.number(),
  /** The part of `dueCents` that credits, waivers, and write-offs cover. */
  creditedCents: z.number(),
  /** The payments that arrived in the month, less refunds and returned payments. */
  receivedCents: z.number(),
});
export type LedgerMonth = z.infer<typeof ledgerMonth>;

export const listMonths = endpoint({
  method: "GET",
  path: "/api/reports/months",
  action: "reports.read",
  summary: "Get charges due, collected, and cash received by month for a year or the last 12 months",
  query: z.object({
    year: z.optional(z.string().check(z.regex(/^(19|20|21)\d\d$/, "year must be from 1900 to 2199."))),
    propertyId: z.optional(idInPath),
  }),
  response: z.array(ledgerMonth),
});
