import { countries } from "#domains/properties/countries.ts";
import { propertyTypeLabels } from "#domains/properties/property-types.ts";
import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import { unitTypeLabels } from "#domains/properties/unit-types.ts";
import { formatCents, toCents } from "#shared/format/money.ts";

/** One column of a file. */
export interface ImportColumn {
  /** The field of the form whose rules apply to the value. */
  field: string;
  /** The heading in the template; matched regardless of letter case, spaces and punctuation. */
  header: string;
  isRequired: boolean;
  /** The allowed values, as the page explains them. */
  rule: string;
  /** The allowed values with their labels; either is accepted, in any letter case. */
  options?: Readonly<Record<string, string>>;
  /** The values in the two example rows of the template. */
  examples: readonly [string, string];
  /** How a stored value is shown again, when it is stored in another form. */
  show?: (value: unknown) => string;
  /** The name under which the value is stored, when it differs from `field`. */
  kept?: string;
}

export interface ImportKind {
  label: string;
  /** The kind of record a row becomes: `unit`, `units`. */
  noun: { one: string; many: string };
  /** What the page says about it. */
  purpose: string;
  /** The most rows a file may have; 100,000 unless given. */
  rowsMax?: number;
  columns: readonly ImportColumn[];
}

const allowed = (options: Readonly<Record<string, string>>) => `${Object.keys(options).join(", ")}.`;
const asDollars = (cents: unknown) => formatCents(toCents(Number(cents)));
const asList = (values: unknown) => (Array.isArray(values) ? values.join("; ") : String(values));
const sameName = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));

// Columns that several kinds of files share.
const building = {
  field: "property",
  header: "Property",
  isRequired: true,
  rule: "The name of the building, or its number as in the address of its page.",
  examples: ["Harborview Center", "Harborview Center"],
  kept: "properties",
  show: asList,
} as const;
const amount = {
  isRequired: false,
  rule: "US dollars, such as 2500 or 2,500.00, up to 100,000,000.00. Empty is 0.",
  examples: ["2500.00", "3150.00"],
  show: asDollars,
} as const;

const monthly = (field: string, header: string, examples: readonly [string, string]) => ({
  field,
  header,
  isRequired: false,
  rule: "US dollars a month, such as 2,500.00. Empty or 0: not charged.",
  examples,
  show: asDollars,
});

export const importKinds = {
  properties: {
    label: "Properties",
    noun: { one: "property", many: "properties" },
    purpose: "Your buildings. A single-unit property gets its unit 1 by itself.",
    columns: [
      {
        field: "name",
        header: "Name",
        isRequired: true,
        rule: "Up to 200 characters. Units and leases name their building by it.",
        examples: ["Harborview Center", "12 Garden Lane"],
      },
      {
        field: "address",
        header: "Address",
        isRequired: true,
        rule: "Street and number.",
        examples: ["1200 Harbor Way", "12 Garden Lane"],
      },
      { field: "city", header: "City", isRequired: true, rule: "Any.", examples: ["Seattle", "Portland"] },
      {
        field: "state",
        header: "State",
        isRequired: true,
        rule: "In the USA a state, DC or a territory, such as WA, Washington or PR; elsewhere free text.",
        examples: ["WA", "OR"],
      },
      {
        field: "zip",
        header: "ZIP",
        isRequired: true,
        rule: "At least 5 characters. A spreadsheet may drop a leading 0: keep the column as text.",
        examples: ["98101", "97201"],
      },
      {
        field: "country",
        header: "Country",
        isRequired: false,
        rule: `${countries.join(", ")}. Empty is USA.`,
        options: sameName(countries),
        examples: ["USA", "USA"],
      },
      {
        field: "type",
        header: "Type",
        isRequired: true,
        rule: "single for one unit, multi for several.",
        options: propertyTypeLabels,
        examples: ["multi", "single"],
      },
      {
        field: "yearBuilt",
        header: "Year built",
        isRequired: false,
        rule: "A year of 4 digits, or empty.",
        examples: ["1998", ""],
      },
      {
        field: "mlsNumber",
        header: "MLS number",
        isRequired: false,
        rule: "Up to 60 characters, or empty.",
        examples: ["", "MLS-482190"],
      },
    ],
  },
  units: {
    label: "Units",
    noun: { one: "unit", many: "units" },
    purpose: "The units of buildings that are in the portal already.",
    columns: [
      building,
      {
        field: "unitNumber",
        header: "Unit number",
        isRequired: true,
        rule: "Up to 40 characters, once in a building.",
        examples: ["101", "102"],
      },
      {
        field: "type",
        header: "Type",
        isRequired: true,
        rule: allowed(unitTypeLabels),
        options: unitTypeLabels,
        examples: ["office", "retail"],
      },
      {
        field: "suite",
        header: "Suite",
        isRequired: false,
        rule: "Up to 40 characters, or empty.",
        examples: ["210", ""],
      },
      {
        field: "floor",
        header: "Floor",
        isRequired: false,
        rule: "Up to 40 characters, such as 2 or Mezzanine, or empty.",
        examples: ["2", "1"],
      },
      {
        field: "beds",
        header: "Beds",
        isRequired: false,
        rule: "A whole number. Empty is 0.",
        examples: ["0", "0"],
      },
      {
        field: "baths",
        header: "Baths",
        isRequired: false,
        rule: "In steps of 0.5. Empty is 0.",
        examples: ["1", "1.5"],
      },
      { field: "rent", header: "Rent", ...amount },
      { field: "deposit", header: "Deposit", ...amount },
      {
        field: "sizeSqft",
        header: "Size (sq ft)",
        isRequired: false,
        rule: "A whole number, or empty.",
        examples: ["850", "1100"],
      },
      {
        field: "rentableSqft",
        header: "Rentable area (sq ft)",
        isRequired: false,
        rule: "A whole number, or empty. Reports count it instead of the size.",
        examples: ["935", ""],
      },
      {
        field: "status",
        header: "Status",
        isRequired: false,
        rule: `${allowed(unitStatusLabels)} Empty is vacant.`,
        options: unitStatusLabels,
        examples: ["vacant", "maintenance"],
      },
    ],
  },
  leases: {
    label: "Leases",
    noun: { one: "lease", many: "leases" },
    purpose:
      "Who leases which units, and when. A company that is not there yet is added; an active lease occupies its units from its first day.",
    rowsMax: 20_000,
    columns: [
      building,
      {
        field: "units",
        header: "Units",
        isRequired: true,
        rule: "The numbers of the units, separated by semicolons.",
        examples: ["101", "102; 103"],
        show: asList,
      },
      {
        field: "company",
        header: "Company",
        isRequired: true,
        rule: "Up to 200 characters.",
        examples: ["Brightwater Design", "Northlight Dental"],
        kept: "companyName",
      },
      {
        field: "from",
        header: "First day",
        isRequired: true,
        rule: "Year-month-day, such as 2026-01-31, or 1/31/2026 as spreadsheets write it.",
        examples: ["2026-01-01", "2026-03-15"],
      },
      {
        field: "to",
        header: "Last day",
        isRequired: false,
        rule: "Written like the first day. Empty is open-ended.",
        examples: ["2028-12-31", ""],
      },
      {
        field: "state",
        header: "State",
        isRequired: false,
        rule: "active or draft. Empty is active; a draft holds no units yet.",
        options: { active: "Active", draft: "Draft" },
        examples: ["active", "draft"],
      },
      monthly("rent", "Monthly rent", ["2307.50", "4100.00"]),
      monthly("commonArea", "Common areas", ["167.50", ""]),
      monthly("utilities", "Utilities", ["25.00", ""]),
      {
        field: "dueDay",
        header: "Due day",
        isRequired: false,
        rule: "The day of the month on which charges are due, 1 to 31. Empty is 1.",
        examples: ["1", "1"],
      },
      {
        field: "chargedFrom",
        header: "Charged from",
        isRequired: false,
        rule: "The first day this portal charges for, written like the first day. Empty is the first day of the lease.",
        examples: ["2026-12-01", ""],
      },
      {
        field: "openingBalance",
        header: "Opening balance",
        isRequired: false,
        rule: "US dollars owed for the days before; below 0 is credit. Empty is 0.",
        examples: ["350.00", ""],
        show: asDollars,
      },
      {
        field: "depositHeld",
        header: "Deposit held",
        isRequired: false,
        rule: "US dollars that are held already. Empty is 0.",
        examples: ["2500.00", ""],
        show: asDollars,
      },
    ],
  },
  people: {
    label: "People",
    noun: { one: "person", many: "people" },
    purpose:
      "Each gets an invitation by email when the file is imported; it is good for 48 hours and can be sent again. They choose their name and password themselves.",
    rowsMax: 2_000,
    columns: [
      {
        field: "email",
        header: "Email",
        isRequired: true,
        rule: "The address the invitation goes to, once in the portal.",
        examples: ["maya@brightwater.example", "sam@repairs.example"],
      },
      {
        field: "role",
        header: "Role",
        isRequired: true,
        rule: "tenant, maintenance, landlord or admin. Landlords invite tenants and maintenance staff only.",
        options: { tenant: "Tenant", maintenance: "Maintenance Staff", landlord: "Landlord", admin: "Admin" },
        examples: ["tenant", "maintenance"],
      },
      {
        field: "property",
        header: "Property",
        isRequired: false,
        rule: "Of a tenant the building of the unit. Of staff and landlords their buildings, separated by semicolons; staff may have all buildings.",
        examples: ["Harborview Center", "Harborview Center; 12 Garden Lane"],
        kept: "properties",
        show: asList,
      },
      {
        field: "unit",
        header: "Unit",
        isRequired: false,
        rule: "Of a tenant the number of the unit; otherwise empty.",
        examples: ["101", ""],
        kept: "units",
        show: asList,
      },
    ],
  },
} as const satisfies Record<string, ImportKind>;

export type KindName = keyof typeof importKinds;
export const kindNames = Object.keys(importKinds) as [KindName, ...KindName[]];
export const kindOf = (name: KindName): ImportKind => importKinds[name];

/** `1 unit`, `1,200 units`. */
export const countOf = (kind: KindName, count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? kindOf(kind).noun.one : kindOf(kind).noun.many}`;
