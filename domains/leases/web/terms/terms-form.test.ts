import { describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { leaseTerms, type Terms } from "../../terms.ts";
import { describeMonthChanges } from "../schedule/schedule-notes.ts";
import { terms } from "../testing/leases.ts";
import { getInitialTermsValues, toTermsInput, toTermsValues } from "./terms-values.ts";
import { formatScaledNumber, parseScaledNumber, toMonthlyAmount } from "./typed-numbers.ts";
import { addOneYear, listYearlyDates, suggestYears } from "./yearly-steps.ts";

describe("typed numbers", () => {
  test.each([
    ["3", 2, 300],
    ["3.5", 2, 350],
    ["-0.25", 2, -25],
    [".5", 2, 50],
    ["24.50", 4, 245_000],
    ["25.9921", 4, 259_921],
    [" 31 ", 0, 31],
    ["-0", 2, 0],
  ])("the typed number %s with up to %i decimal places is stored as %i", (text, places, parts) => {
    expect(parseScaledNumber(text, places)).toBe(parts);
  });

  test.each([
    ["", 2],
    ["3.125", 2],
    ["3,5", 2],
    ["1e3", 0],
    ["-", 2],
    [".", 2],
    ["12345678", 0],
  ])("%j isn't a number with up to %i decimal places", (text, places) => {
    expect(parseScaledNumber(text, places)).toBeUndefined();
  });

  test.each([
    [300, 2, 0, "3"],
    [350, 2, 0, "3.5"],
    [-25, 2, 0, "-0.25"],
    [245_000, 4, 2, "24.50"],
    [259_921, 4, 2, "25.9921"],
  ])(
    "with %i stored, %i decimal places, and at least %i of them shown, the number reads %s",
    (parts, places, least, text) => {
      expect(formatScaledNumber(parts, places, least)).toBe(text);
    },
  );

  test("a rate by area becomes a monthly amount, rounded half up", () => {
    // 24.50 x 1,850 / 12 = 3,777.083...; 0.06 x 1 / 12 = 0.005
    expect(toMonthlyAmount(245_000, 1_850)).toBe(377_708);
    expect(toMonthlyAmount(600, 1)).toBe(1);
  });
});

describe("yearly rent steps", () => {
  test("yearly rent steps fall on the same date each year, or on Feb 28 if there is no Feb 29", () => {
    expect(listYearlyDates("2028-02-29", 3, null)).toEqual(["2028-02-29", "2029-02-28", "2030-02-28"]);
    expect(addOneYear("2026-11-15")).toBe("2027-11-15");
  });

  test("yearly rent steps end with the lease", () => {
    expect(listYearlyDates("2027-05-01", 5, "2029-05-01")).toEqual([
      "2027-05-01",
      "2028-05-01",
      "2029-05-01",
    ]);
  });
});

describe("the terms form", () => {
  const everything: Terms = {
    ...terms,
    areaSquareFeet: 1_850,
    lines: [...terms.lines, { ...rentByArea(), key: 7 }],
    escalations: [
      { on: "2027-05-01", basisPoints: 325 },
      { on: "2028-05-01", monthlyCents: toCents(-1_250) },
    ],
    freeRent: [{ from: "2025-05-01", to: "2025-06-30", basisPoints: 5_050 }],
    lateFee: { charge: { basisPoints: 500 }, capCents: toCents(15_000) },
  };

  test.each([
    ["with everything", everything],
    ["with a fixed late fee", terms],
    ["without a late fee", { ...terms, lateFee: null }],
  ])("the terms form doesn't change terms %s", (_, original) => {
    expect(toTermsInput(toTermsValues(original, "2025-05-01"))).toEqual(original);
  });

  test("the terms form rejects an invalid late fee cap instead of ignoring it", () => {
    const values = getInitialTermsValues("2027-01-01", null);
    const lateFee = { kind: "amount" as const, cents: 5_000, percent: "", cap: "15o" };
    const lines = values.lines.map((line) => ({ ...line, monthlyCents: 300_000 }));
    const read = (cap: string) =>
      leaseTerms.safeParse(toTermsInput({ ...values, lines, lateFee: { ...lateFee, cap } }));
    expect(read("15o").error?.issues.map(({ path }) => path.join("."))).toEqual(["lateFee.capCents"]);
    expect(read("150").data?.lateFee?.capCents).toBe(15_000);
    expect(read("").data?.lateFee?.capCents).toBeNull();
  });
});

test.each([
  ["", null, 5],
  ["2027-05-01", null, 5],
  ["2027-05-01", "2029-04-30", 2],
  ["2030-05-01", "2029-04-30", 1],
])(
  "yearly rent steps from %j in a lease that ends on %j are suggested for %i years",
  (firstDay, lastDay, years) => {
    expect(suggestYears(firstDay, lastDay)).toBe(years);
  },
);

test.each([
  [{ kind: "amount" as const }, "lateFee.charge", "Please enter an amount above $0.00"],
  [{ kind: "percent" as const }, "lateFee.charge", "Enter a percentage from 0.01 to 100"],
  [
    { kind: "amount" as const, cents: 5_000, cap: "9999999999999" },
    "lateFee.capCents",
    "Please enter an amount from $0.01 to $100,000,000.00",
  ],
])("an invalid late fee shows its error on the field that was entered: %j", (change, path, message) => {
  const values = toTermsValues(terms, "2027-01-01");
  const lateFee = { cents: null, percent: "", cap: "", ...change };
  const { error } = leaseTerms.safeParse(toTermsInput({ ...values, lateFee }));
  expect(error?.issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[path, message]]);
});

describe("the changes in a month", () => {
  const free = [{ from: "2027-01-01", to: "2027-01-31", basisPoints: 10_000 }];
  const parking = {
    ...rentByArea(),
    key: 3,
    label: "Parking",
    from: "2027-03-15",
    to: "2027-06-30",
  };
  const appliedTerms = [
    {
      number: 1,
      from: "2027-01-01",
      to: "2027-07-31",
      terms: { ...terms, freeRent: free, lines: [parking] },
    },
    { number: 2, from: "2027-08-01", to: null, terms },
  ];
  test.each([
    ["2027-01-01", ["Free rent: all from Jan 1, 2027 to Jan 31, 2027"]],
    ["2027-02-01", ["Rent starts Feb 1, 2027"]],
    ["2027-03-01", ["Parking from Mar 15, 2027"]],
    ["2027-04-01", []],
    ["2027-05-01", ["Rent 3% increase from May 1, 2027"]],
    ["2027-06-01", ["Parking ends on Jun 30, 2027"]],
    ["2027-08-01", ["Amended effective Aug 1, 2027"]],
  ])("the changes listed for the month %s are %j", (month, notes) => {
    expect(describeMonthChanges(month, appliedTerms)).toEqual(notes);
  });
});

function rentByArea(): Terms["lines"][number] {
  return {
    key: 1,
    kind: "parking",
    label: "Yard",
    from: "2025-05-01",
    to: "2028-04-30",
    price: { rateHundredths: 245_000 },
  };
}
