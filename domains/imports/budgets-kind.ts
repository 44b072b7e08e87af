import { monthNames } from "#domains/expenses/month-names.ts";
import type { ImportKind } from "./import-kind.ts";
import { categoryColumn, formatDollars, propertyColumn } from "./shared-columns.ts";

const monthColumns = monthNames.map((header, index) => {
  const short = header.slice(0, 3);
  return {
    field: header.toLowerCase(),
    header,
    otherNames: [short, `${header} (USD)`, `${short} (USD)`, `${short} budget`, `${header} budget`],
    type: "money",
    isRequired: false,
    acceptedValues: `The amount for ${header} in US dollars. Blank means 0.`,
    examples: ["", index === 6 ? "1,400.00" : "1,250.00"],
    format: formatDollars,
  } as const;
});

export const budgetsKind: ImportKind = {
  label: "Budgets",
  noun: { singular: "budget row", plural: "budget rows" },
  purpose:
    "The expected cost of expense categories, by property and year: one amount for the year, or an amount for each month.",
  maxRows: 20_000,
  columns: [
    propertyColumn,
    {
      field: "year",
      header: "Year",
      otherNames: ["Budget year", "Calendar year", "Fiscal year"],
      isRequired: true,
      acceptedValues: "The calendar year, such as 2026.",
      examples: ["2026", "2026"],
    },
    { ...categoryColumn, examples: ["Property tax", "6110"] },
    {
      field: "month",
      header: "Month",
      otherNames: ["Budget month", "Period"],
      isRequired: false,
      acceptedValues:
        "The month of the amount, such as March, Mar, or 3. Blank if the amount is for the year, or if each month has its own column.",
      examples: ["", ""],
    },
    {
      field: "amount",
      header: "Amount",
      otherNames: [
        "Budget",
        "Budget amount",
        "Annual amount",
        "Annual budget",
        "Annual",
        "Yearly amount",
        "Year total",
        "Year (USD)",
        "Total",
      ],
      type: "money",
      isRequired: false,
      acceptedValues:
        "The amount for the year, which is spread over its months, or for the month of the row. In US dollars.",
      examples: ["48,000.00", ""],
      format: formatDollars,
    },
    ...monthColumns,
  ],
};
