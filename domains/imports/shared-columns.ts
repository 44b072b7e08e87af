import { formatCents, toCents } from "#shared/format/money.ts";

export const formatDollars = (cents: unknown) => formatCents(toCents(Number(cents)));
export const formatList = (values: unknown) => (Array.isArray(values) ? values.join("; ") : String(values));

/** The column of the property in several types of files. */
export const propertyColumn = {
  field: "property",
  header: "Property",
  otherNames: ["Property name", "Building", "Building name", "Prop", "Property code"],
  isRequired: true,
  acceptedValues: "The property's name, or the number in its page URL.",
  examples: ["Harborview Center", "Harborview Center"],
  storedAs: "properties",
  format: formatList,
} as const;

/** The column of the expense category in several types of files. */
export const categoryColumn = {
  field: "category",
  header: "Category",
  otherNames: [
    "Expense category",
    "Expense account",
    "GL account",
    "GL account name",
    "GL code",
    "GL",
    "Account",
    "Account name",
    "Account code",
    "Account number",
    "Bill account",
  ],
  isRequired: true,
  acceptedValues: "The name or the account code of an expense category, or both.",
  examples: ["HVAC maintenance", "6110"],
} as const;

/** The columns that a lease is found by, in addition to its property. */
export const leaseColumns = [
  {
    field: "unit",
    header: "Unit number",
    otherNames: ["Unit", "Suite", "Space", "Unit(s)"],
    isRequired: false,
    acceptedValues: "One unit of the lease. Enter the unit, the tenant, or both.",
    examples: ["101", "102"],
    storedAs: "units",
    format: formatList,
  },
  {
    field: "company",
    header: "Tenant",
    otherNames: [
      "Company",
      "Tenant name",
      "Tenants",
      "Current tenant",
      "Lessee",
      "Company name",
      "Name",
      "Payer name",
    ],
    isRequired: false,
    acceptedValues: "The company that signed the lease.",
    examples: ["Brightwater Design", "Northlight Dental"],
    storedAs: "companyName",
  },
] as const;
