import { countries } from "#domains/properties/countries.ts";
import { propertyTypeLabels } from "#domains/properties/property-types.ts";
import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import { unitTypeLabels } from "#domains/properties/unit-types.ts";
import { budgetsKind } from "./budgets-kind.ts";
import { billsKind, vendorsKind } from "./expense-kinds.ts";
import type { ImportKind } from "./import-kind.ts";
import { recoveryHistoryKind } from "./recovery-history-kind.ts";
import { rentRollKind } from "./rent-roll-kind.ts";
import { formatDollars, formatList, leaseColumns, propertyColumn } from "./shared-columns.ts";

const formatAllowedValues = (options: Readonly<Record<string, string>>) =>
  `${Object.keys(options).join(", ")}.`;
const toOptions = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));

const amountColumn = {
  isRequired: false,
  acceptedValues: "US dollars, such as 2500 or 2,500.00, up to 100,000,000.00. Blank means 0.",
  examples: ["2500.00", "3150.00"],
  type: "money",
  format: formatDollars,
} as const;

const leaseStartNames = [
  "Lease start",
  "Lease from",
  "Lease start date",
  "From",
  "Commencement",
  "Move in date",
];
const leaseEndNames = ["Lease end", "Lease to", "Lease end date", "Expiration", "Lease expiration date"];

const createMonthlyAmountColumn = (field: string, header: string, examples: readonly [string, string]) => ({
  field,
  header,
  isRequired: false,
  acceptedValues: "US dollars per month, such as 2,500.00. Blank or 0 means not charged.",
  examples,
  type: "money" as const,
  format: formatDollars,
});

export const importKinds = {
  "rent-roll": rentRollKind,
  properties: {
    label: "Properties",
    noun: { singular: "property", plural: "properties" },
    purpose: "Your properties. Single-unit properties get unit 1 automatically.",
    columns: [
      {
        field: "name",
        header: "Name",
        otherNames: ["Property", "Property name", "Building", "Building name"],
        isRequired: true,
        acceptedValues: "Up to 200 characters. Units and leases refer to the property by this name.",
        examples: ["Harborview Center", "12 Garden Lane"],
      },
      {
        field: "address",
        header: "Address",
        otherNames: ["Street", "Street address", "Property address", "Property street address 1"],
        isRequired: true,
        acceptedValues: "Street and number.",
        examples: ["1200 Harbor Way", "12 Garden Lane"],
      },
      {
        field: "city",
        header: "City",
        otherNames: ["Property city", "Town"],
        isRequired: true,
        acceptedValues: "Required.",
        examples: ["Seattle", "Portland"],
      },
      {
        field: "state",
        header: "State",
        otherNames: ["Property state", "Province"],
        isRequired: true,
        acceptedValues:
          "For the USA, a state, DC, or territory, such as WA, Washington, or PR. Elsewhere, any text.",
        examples: ["WA", "OR"],
      },
      {
        field: "zip",
        header: "ZIP",
        otherNames: ["Property ZIP", "ZIP code", "Postal code", "Postcode"],
        isRequired: true,
        acceptedValues: "At least 5 characters. Format the column as text so leading zeros aren't dropped.",
        examples: ["98101", "97201"],
      },
      {
        field: "country",
        header: "Country",
        isRequired: false,
        acceptedValues: `${countries.join(", ")}. Blank means USA.`,
        options: toOptions(countries),
        examples: ["USA", "USA"],
      },
      {
        field: "type",
        header: "Type",
        otherNames: ["Property type"],
        isRequired: true,
        acceptedValues: "single (one unit) or multi (several units).",
        options: propertyTypeLabels,
        examples: ["multi", "single"],
      },
      {
        field: "yearBuilt",
        header: "Year built",
        otherNames: ["Built", "Construction year"],
        isRequired: false,
        acceptedValues: "Four-digit year, or blank.",
        examples: ["1998", ""],
      },
      {
        field: "mlsNumber",
        header: "MLS number",
        isRequired: false,
        acceptedValues: "Up to 60 characters, or blank.",
        examples: ["", "MLS-482190"],
      },
    ],
  },
  units: {
    label: "Units",
    noun: { singular: "unit", plural: "units" },
    purpose: "Units at properties already in the portal.",
    columns: [
      propertyColumn,
      {
        field: "unitNumber",
        header: "Unit number",
        otherNames: ["Unit", "Unit name", "Space", "Space (Item)", "Apt"],
        isRequired: true,
        acceptedValues: "Up to 40 characters. Must be unique within the property.",
        examples: ["101", "102"],
      },
      {
        field: "type",
        header: "Type",
        otherNames: ["Unit type"],
        isRequired: true,
        acceptedValues: formatAllowedValues(unitTypeLabels),
        options: unitTypeLabels,
        examples: ["office", "retail"],
      },
      {
        field: "suite",
        header: "Suite",
        isRequired: false,
        acceptedValues: "Up to 40 characters, or blank.",
        examples: ["210", ""],
      },
      {
        field: "floor",
        header: "Floor",
        otherNames: ["Level"],
        isRequired: false,
        acceptedValues: "Up to 40 characters, such as 2 or Mezzanine, or blank.",
        examples: ["2", "1"],
      },
      {
        field: "beds",
        header: "Beds",
        isRequired: false,
        acceptedValues: "A whole number. Blank means 0.",
        examples: ["0", "0"],
      },
      {
        field: "baths",
        header: "Baths",
        isRequired: false,
        acceptedValues: "In increments of 0.5. Blank means 0.",
        examples: ["1", "1.5"],
      },
      { field: "rent", header: "Rent", otherNames: ["Monthly rent"], ...amountColumn },
      { field: "deposit", header: "Deposit", ...amountColumn },
      {
        field: "sizeSqft",
        header: "Size (sq ft)",
        otherNames: [
          "Size",
          "Sq Ft",
          "Area",
          "Area (sq ft)",
          "Total Sq. Ft.",
          "Square feet",
          "Square footage",
        ],
        type: "number",
        isRequired: false,
        acceptedValues: "A whole number, or blank.",
        examples: ["850", "1100"],
      },
      {
        field: "rentableSqft",
        header: "Rentable area (sq ft)",
        otherNames: ["Rentable area", "RSF", "Leasable area"],
        type: "number",
        isRequired: false,
        acceptedValues: "A whole number, or blank. Reports use this instead of size.",
        examples: ["935", ""],
      },
      {
        field: "status",
        header: "Status",
        isRequired: false,
        acceptedValues: `${formatAllowedValues(unitStatusLabels)} Blank means vacant.`,
        options: unitStatusLabels,
        examples: ["vacant", "maintenance"],
      },
    ],
  },
  leases: {
    label: "Leases",
    noun: { singular: "lease", plural: "leases" },
    purpose:
      "Companies, units, and lease dates. New companies are added automatically. Active leases occupy their units from the start date.",
    maxRows: 20_000,
    columns: [
      propertyColumn,
      {
        field: "units",
        header: "Units",
        otherNames: ["Unit", "Unit number", "Unit(s)", "Suite", "Space"],
        isRequired: true,
        acceptedValues: "Unit numbers, separated by semicolons.",
        examples: ["101", "102; 103"],
        format: formatList,
      },
      {
        field: "company",
        header: "Company",
        otherNames: ["Tenant", "Tenant name", "Tenants", "Current tenant", "Lessee", "Company name"],
        isRequired: true,
        acceptedValues: "Up to 200 characters.",
        examples: ["Brightwater Design", "Northlight Dental"],
        storedAs: "companyName",
      },
      {
        field: "from",
        header: "Start date",
        formerHeaders: ["First day"],
        otherNames: leaseStartNames,
        type: "day",
        isRequired: true,
        acceptedValues: "YYYY-MM-DD, such as 2026-01-31, or M/D/YYYY, such as 1/31/2026.",
        examples: ["2026-01-01", "2026-03-15"],
      },
      {
        field: "to",
        header: "End date",
        formerHeaders: ["Last day"],
        otherNames: leaseEndNames,
        type: "day",
        isRequired: false,
        acceptedValues: "Same format as the start date. Blank means open-ended.",
        examples: ["2028-12-31", ""],
      },
      {
        field: "state",
        header: "Status",
        isRequired: false,
        acceptedValues: "active or draft. Blank means active. Drafts don't reserve units.",
        options: { active: "Active", draft: "Draft" },
        examples: ["active", "draft"],
      },
      {
        ...createMonthlyAmountColumn("rent", "Monthly rent", ["2307.50", "4100.00"]),
        otherNames: ["Rent", "Actual rent", "Base rent", "Recurring charge amount"],
      },
      { ...createMonthlyAmountColumn("commonArea", "CAM", ["167.50", ""]), formerHeaders: ["Common areas"] },
      createMonthlyAmountColumn("utilities", "Utilities", ["25.00", ""]),
      {
        field: "dueDay",
        header: "Due date",
        isRequired: false,
        acceptedValues: "Day of the month charges are due, 1 to 31. Blank means 1.",
        examples: ["1", "1"],
      },
      {
        field: "chargedFrom",
        header: "Charge from",
        type: "day",
        isRequired: false,
        acceptedValues:
          "First date charged in this portal, in the same format as the start date. Blank means the lease start date.",
        examples: ["2026-12-01", ""],
      },
      {
        field: "openingBalance",
        header: "Opening balance",
        otherNames: ["Balance", "Balance due", "Past due", "Amount due"],
        type: "money",
        isRequired: false,
        acceptedValues: "US dollars due for earlier dates. A negative amount is a credit. Blank means 0.",
        examples: ["350.00", ""],
        format: formatDollars,
      },
      {
        field: "depositHeld",
        header: "Deposit held",
        otherNames: ["Deposit", "Deposits held", "Deposit balance", "Security deposit"],
        type: "money",
        isRequired: false,
        acceptedValues: "US dollars already held. Blank means 0.",
        examples: ["2500.00", ""],
        format: formatDollars,
      },
    ],
  },
  "opening-balances": {
    label: "Opening balances",
    noun: { singular: "balance", plural: "balances" },
    purpose:
      "Unpaid charges and credits of leases already in the portal. Each keeps its due date, so reports show how old it is.",
    maxRows: 20_000,
    columns: [
      propertyColumn,
      ...leaseColumns,
      {
        field: "description",
        header: "Charge",
        otherNames: [
          "Charge type",
          "Charge code",
          "Charge description",
          "Description",
          "Type",
          "Memo",
          "GL account name",
        ],
        isRequired: true,
        acceptedValues: "What was charged, up to 100 characters.",
        examples: ["Rent September 2026", "Overpayment"],
      },
      {
        field: "dueOn",
        header: "Due date",
        otherNames: ["Due", "Charge date", "Date", "Post date", "Transaction date", "Invoice date"],
        type: "day",
        isRequired: true,
        acceptedValues: "Today or earlier, and before the portal charges the lease by its terms.",
        examples: ["2026-09-01", "2026-10-15"],
      },
      {
        field: "amount",
        header: "Open amount",
        otherNames: ["Amount", "Amount due", "Amount receivable", "Balance", "Balance due", "Open", "Unpaid"],
        type: "money",
        isRequired: true,
        acceptedValues: "The unpaid part in US dollars. A negative amount is a credit.",
        examples: ["2500.00", "-150.00"],
        format: formatDollars,
      },
    ],
  },
  people: {
    label: "People",
    noun: { singular: "person", plural: "people" },
    purpose:
      "Each person gets an email invitation when you import the file. It's valid for 14 days and can be resent. They choose their own name and password.",
    maxRows: 2_000,
    columns: [
      {
        field: "email",
        header: "Email",
        otherNames: ["Email address", "Tenant email"],
        isRequired: true,
        acceptedValues: "Email address for the invitation. Must be unique in the portal.",
        examples: ["maya@brightwater.example", "sam@repairs.example"],
      },
      {
        field: "role",
        header: "Role",
        isRequired: true,
        acceptedValues:
          "tenant, maintenance, landlord, or admin. Landlords can invite only tenants and maintenance staff.",
        options: { tenant: "Tenant", maintenance: "Maintenance Staff", landlord: "Landlord", admin: "Admin" },
        examples: ["tenant", "maintenance"],
      },
      {
        field: "property",
        header: "Property",
        isRequired: false,
        acceptedValues:
          "For tenants, the unit's property. For maintenance staff and landlords, their properties, separated by semicolons. Maintenance staff can have “all properties.”",
        examples: ["Harborview Center", "Harborview Center; 12 Garden Lane"],
        storedAs: "properties",
        format: formatList,
      },
      {
        field: "unit",
        header: "Unit",
        isRequired: false,
        acceptedValues: "For tenants, the unit number. Otherwise blank.",
        examples: ["101", ""],
        storedAs: "units",
        format: formatList,
      },
    ],
  },
  vendors: vendorsKind,
  bills: billsKind,
  budgets: budgetsKind,
  "recovery-history": recoveryHistoryKind,
} as const satisfies Record<string, ImportKind>;

export type ImportKindName = keyof typeof importKinds;
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]];
export const getImportKind = (name: ImportKindName): ImportKind => importKinds[name];

/** Formats a count of rows: `1 unit`, `1,200 units`. */
export const formatRowCount = (kind: ImportKindName, count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? getImportKind(kind).noun.singular : getImportKind(kind).noun.plural}`;
