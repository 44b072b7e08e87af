import type { ImportKind } from "./import-kind.ts";
import { formatDollars, leaseColumns, propertyColumn } from "./shared-columns.ts";

const createAmountColumn = (
  field: string,
  header: string,
  {
    otherNames,
    acceptedValues,
    examples,
  }: { otherNames: readonly string[]; acceptedValues: string; examples: readonly [string, string] },
) => ({
  field,
  header,
  otherNames: [`${header} (USD)`, ...otherNames],
  type: "money" as const,
  isRequired: false,
  acceptedValues,
  examples,
  format: formatDollars,
});

export const recoveryHistoryKind: ImportKind = {
  label: "Recovery history",
  noun: { singular: "row", plural: "rows" },
  purpose:
    "Operating expense amounts of leases from your previous system, by pool and year: base years, the amounts that caps grow from, and the last reconciliation.",
  maxRows: 2_000,
  columns: [
    propertyColumn,
    ...leaseColumns,
    {
      field: "pool",
      header: "Pool",
      otherNames: ["Expense pool", "Recovery pool", "Recovery group"],
      isRequired: true,
      acceptedValues: "The name of an expense pool, such as CAM.",
      examples: ["CAM", "Property tax"],
    },
    {
      field: "year",
      header: "Year",
      otherNames: ["Reconciliation year", "Expense year", "Base year"],
      isRequired: true,
      acceptedValues: "The year in which the pool's year starts, such as 2025.",
      examples: ["2025", "2023"],
    },
    createAmountColumn("baseCents", "Base year cost", {
      otherNames: ["Base amount", "Base year amount", "Base year expenses"],
      acceptedValues: "The cost of the whole pool in the lease's base year, in US dollars.",
      examples: ["", "84,000.00"],
    }),
    createAmountColumn("cappedCents", "Controllable costs billed", {
      otherNames: ["Controllable expenses", "Capped amount", "Cap base"],
      acceptedValues: "The controllable expenses of the whole pool that were billed, after the cap.",
      examples: ["112,500.00", ""],
    }),
    createAmountColumn("shareCents", "Share", {
      otherNames: ["Tenant share", "Tenant's share", "Recovery amount", "Amount billed"],
      acceptedValues: "The lease's share of the pool, in US dollars.",
      examples: ["13,500.00", ""],
    }),
    createAmountColumn("estimatesCents", "Estimates billed", {
      otherNames: ["Estimates", "Estimated billings", "Billed estimates"],
      acceptedValues: "The monthly estimates that were billed for the year, in US dollars.",
      examples: ["12,600.00", ""],
    }),
  ],
};
