import { unitTypeLabels } from "#domains/properties/unit-types.ts";
import type { ImportColumn, ImportKind } from "./import-kind.ts";
import { formatDollars } from "./shared-columns.ts";

const dollars = "US dollars, such as 2,500.00, or blank.";
const dateFormat = "A date, or blank.";

function formatLateFee(fee: unknown): string {
  const { cents, basisPoints } = fee as { cents?: number; basisPoints?: number };
  return cents === undefined ? `${(basisPoints ?? 0) / 100}%` : formatDollars(cents);
}

const text = (field: string, header: string, otherNames: string[], acceptedValues: string, example = "") => ({
  field,
  header,
  otherNames,
  acceptedValues,
  isRequired: false,
  examples: [example, ""] as const,
});
const money = (
  field: string,
  header: string,
  otherNames: string[],
  { acceptedValues = dollars, example = "" } = {},
): ImportColumn => ({
  ...text(field, header, otherNames, acceptedValues, example),
  type: "money",
  format: formatDollars,
});
const date = (
  field: string,
  header: string,
  otherNames: string[],
  acceptedValues = dateFormat,
  example = "",
) => ({
  ...text(field, header, otherNames, acceptedValues, example),
  type: "day" as const,
});

/** The columns of a rent roll. Rows below a lease without a suite or tenant add rent steps and charges to it. */
const columns: readonly ImportColumn[] = [
  text(
    "property",
    "Property",
    ["Property name", "Building", "Building name", "Prop"],
    "The property's name. Blank means the property above or in the heading.",
    "Harborview Center",
  ),
  text(
    "address",
    "Address",
    ["Street", "Property address", "Property street address 1"],
    "Required once for each property that isn't in the portal yet.",
    "1200 Harbor Way",
  ),
  text("city", "City", ["Property city"], "Required with an address.", "Seattle"),
  text("state", "State", ["Property state"], "Required with an address.", "WA"),
  text("zip", "ZIP", ["Property ZIP", "ZIP code", "Postal code"], "Required with an address.", "98101"),
  {
    ...text(
      "units",
      "Suite",
      [
        "Unit",
        "Unit(s)",
        "Units",
        "Unit number",
        "Space",
        "Space (Item)",
        "Suite number",
        "Suite/Unit",
        "Suite no.",
        "Unit no.",
        "Suite #",
        "Unit #",
      ],
      "Unit numbers, separated by commas. New units are created.",
      "101",
    ),
    isRequired: true,
    examples: ["101", "102"],
    format: (values: unknown) => (Array.isArray(values) ? values.join("; ") : String(values)),
  },
  {
    ...text("type", "Unit type", ["Type", "Use"], "Blank means office.", "office"),
    options: unitTypeLabels,
  },
  {
    ...text(
      "area",
      "Area (sq ft)",
      ["Area", "Sq Ft", "Sqft", "Square feet", "Rentable area", "RSF", "Total Sq. Ft.", "Leased area", "GLA"],
      "A whole number, or blank.",
      "1250",
    ),
    type: "number",
  },
  {
    ...text(
      "company",
      "Tenant",
      ["Company", "Tenant name", "Tenants", "Current tenant", "Lessee", "Lease", "Name", "Occupant"],
      "The company. Blank or VACANT means the suite is vacant.",
      "Brightwater Design",
    ),
    storedAs: "companyName",
    examples: ["Brightwater Design", "VACANT"],
  },
  date(
    "from",
    "Start date",
    ["Lease start", "Lease from", "Lease start date", "Commencement", "Commencement date", "Actual move in"],
    "The first day of the lease. Required for a tenant.",
    "2024-01-01",
  ),
  date(
    "to",
    "End date",
    [
      "Lease end",
      "Lease to",
      "Lease end date",
      "Expiration",
      "Expiration date",
      "Lease expiration date",
      "Lease expiration",
    ],
    "The last day of the lease. Blank means open-ended.",
    "2028-12-31",
  ),
  money(
    "rent",
    "Monthly rent",
    [
      "Rent",
      "Base rent",
      "Actual rent",
      "Current rent",
      "Monthly base rent",
      "Contract rent",
      "Rent monthly",
    ],
    {
      example: "2500.00",
    },
  ),
  money("annualRent", "Annual rent", ["Yearly rent", "Annual base rent", "Annual", "Rent annual"], {
    acceptedValues: "US dollars per year, used if the monthly rent is blank.",
  }),
  {
    ...text(
      "rentPerSquareFoot",
      "Rent per sq ft",
      ["Rent/SF", "Annual rent/area", "Annual rent/SF", "$/SF", "Rate/SF", "Rent PSF", "Annual $/Sq.Ft."],
      "US dollars per square foot per year, used if the monthly and annual rent are blank.",
    ),
    type: "number",
    format: (hundredths) => `$${Number(hundredths) / 10_000}`,
  },
  money(
    "commonArea",
    "CAM",
    ["CAM charges", "Monthly CAM", "CAM monthly", "CAM estimate", "Common areas", "NNN", "Recoveries"],
    {
      acceptedValues: "US dollars per month, or blank.",
      example: "167.50",
    },
  ),
  money("utilities", "Utilities", [], { acceptedValues: "US dollars per month, or blank." }),
  money("parking", "Parking", [], { acceptedValues: "US dollars per month, or blank." }),
  money("storage", "Storage", [], { acceptedValues: "US dollars per month, or blank." }),
  money("other", "Other charges", ["Misc", "Other", "Other monthly charges"], {
    acceptedValues: "US dollars per month, or blank.",
  }),
  text(
    "chargeName",
    "Charge",
    ["Charge type", "Charge code", "Charge description"],
    "The name of an additional charge. Rent and CAM are recognized.",
  ),
  money("chargeAmount", "Charge amount", ["Amount", "Monthly amount", "Monthly charge"], {
    acceptedValues: "US dollars per month.",
  }),
  date("stepOn", "Rent step date", [
    "Next increase",
    "Step date",
    "Increase date",
    "Escalation date",
    "Rent step",
  ]),
  money(
    "stepRent",
    "Rent after step",
    [
      "Next amount",
      "Step rent",
      "Step amount",
      "Increase amount",
      "New rent",
      "Increased rent",
      "Future rent",
    ],
    {
      acceptedValues: "The new monthly rent, starting on the step date.",
    },
  ),
  {
    ...text(
      "stepPercent",
      "Rent step (%)",
      ["Increase %", "Escalation %", "Step %"],
      "The increase in percent, if the new rent is blank.",
    ),
    type: "percent",
  },
  date("freeFrom", "Free rent from", ["Abatement start", "Free rent start", "Concession start"]),
  date("freeTo", "Free rent to", ["Abatement end", "Free rent end", "Concession end"]),
  {
    ...text(
      "lateFee",
      "Late fee",
      ["Late charge"],
      "An amount such as $75, or a percentage such as 5%, or blank.",
    ),
    format: formatLateFee,
  },
  {
    ...text("graceDays", "Grace days", ["Grace period"], "A number of days. Blank means 5."),
    type: "number",
  },
  {
    ...text("dueDay", "Due date", [], "Day of the month, 1 to 31. Blank means 1."),
    type: "number",
  },
  date(
    "chargedFrom",
    "Charge from",
    [],
    "First date charged in this portal. Blank means the first day of next month, or the start date if it's later.",
  ),
  money("depositHeld", "Deposit held", [
    "Deposit",
    "Security deposit",
    "Security dep",
    "Sec deposit",
    "Sec dep",
    "Deposits held",
    "Deposit balance",
    "Security deposits",
  ]),
  money(
    "balance",
    "Balance",
    ["Balance due", "Past due", "Amount due", "Total balance", "Opening balance", "Current balance"],
    {
      acceptedValues: "The amount due, used if there are no amounts by age. A negative amount is a credit.",
    },
  ),
  money("days30", "0-30 days", ["0-30", "1-30 days", "1-30", "Current", "0 - 30 days"], {
    acceptedValues: "The amount due for up to 30 days.",
  }),
  money("days60", "31-60 days", ["31-60", "31 - 60 days"], {
    acceptedValues: "The amount due for 31 to 60 days.",
  }),
  money("days90", "61-90 days", ["61-90", "61 - 90 days"], {
    acceptedValues: "The amount due for 61 to 90 days.",
  }),
  money("over90", "Over 90 days", ["90+", "91+", "Over 90", "90+ days", "> 90 days"], {
    acceptedValues: "The amount due for more than 90 days.",
  }),
  money("prepaid", "Prepayments", ["Prepaid", "Prepayment", "Credits"], {
    acceptedValues: "The tenant's credit, as a positive or negative amount.",
  }),
];

export const rentRollKind = {
  label: "Rent roll",
  noun: { singular: "row", plural: "rows" },
  purpose:
    "Everything in one pass: properties, suites, companies, and leases with their charges, rent steps, deposits, and balances by age.",
  maxRows: 20_000,
  fieldsOfRowsBelow: ["stepOn", "stepRent", "stepPercent", "chargeName", "chargeAmount"],
  addressFields: ["address", "city", "state", "zip"],
  columns,
} as const satisfies ImportKind;
