import * as z from "zod/mini";
import { companyName, maxLeaseUnits } from "#domains/leases/lease-fields.ts";
import { cents } from "#domains/leases/terms.ts";
import { unitFields } from "#domains/properties/unit-fields.ts";
import { centsFromDollars } from "#domains/properties/unit-input.ts";
import { foldText } from "#shared/fold-text.ts";
import { day, text } from "#shared/http/fields.ts";
import { propertyName, splitList } from "../row-kinds/row-kind.ts";

const amountMessage = "Please enter an amount in US dollars";
const amount = z.nullable(cents(amountMessage, 0));
const signedAmount = z.nullable(cents(amountMessage, -10_000_000_000));
const date = z.nullable(day("Please enter a valid date"));
const number = (message: string, max: number) =>
  z.nullable(z.int(message).check(z.minimum(0, message), z.maximum(max, message)));
const daysMessage = "Grace days must be 0 to 60";
const dueDayMessage = "Due date must be a day of the month from 1 to 31";

/** A rent step or another charge, in the lease's own row or in a row below it. */
const addition = z.object({
  stepOn: date,
  stepRent: amount,
  /** In hundredths of a percent. */
  stepPercent: number("Please enter a percentage from 0 to 100", 10_000),
  chargeName: text(0, "Please enter a name", 100),
  chargeAmount: amount,
});

/** The values of a lease in a rent roll, before they become its terms. */
export const rentRollFields = z.object({
  /** The date of the check, on which the ages of balances are based. */
  today: z.string(),
  property: propertyName,
  address: text(0, "Please enter the address", 300),
  city: text(0, "Please enter the city", 100),
  state: text(0, "Please enter the state", 100),
  zip: text(0, "Please enter the ZIP code", 20),
  units: z
    .array(unitFields.unitNumber)
    .check(
      z.minLength(1, "Please enter at least one suite"),
      z.maxLength(maxLeaseUnits, `Enter up to ${maxLeaseUnits} suites`),
    ),
  type: unitFields.type,
  area: number("Please enter the area in whole square feet", 100_000_000),
  company: z.nullable(companyName),
  from: date,
  to: date,
  rent: amount,
  annualRent: amount,
  /** In hundredths of a cent. */
  rentPerSquareFoot: number("Please enter a rate per square foot", 100_000_000),
  commonArea: amount,
  utilities: amount,
  parking: amount,
  storage: amount,
  other: amount,
  additions: z.array(addition).check(z.maxLength(100, "A lease can have up to 100 rows")),
  freeFrom: date,
  freeTo: date,
  lateFee: z.nullable(
    z.union(
      [
        z.object({ cents: cents("") }),
        z.object({ basisPoints: z.int().check(z.minimum(1), z.maximum(10_000)) }),
      ],
      {
        error: "Enter an amount such as $75, or a percentage such as 5%",
      },
    ),
  ),
  graceDays: z._default(number(daysMessage, 60), 5),
  dueDay: z.int(dueDayMessage).check(z.minimum(1, dueDayMessage), z.maximum(31, dueDayMessage)),
  chargedFrom: date,
  depositHeld: amount,
  balance: signedAmount,
  days30: signedAmount,
  days60: signedAmount,
  days90: signedAmount,
  over90: signedAmount,
  prepaid: signedAmount,
});
export type RentRollFields = z.infer<typeof rentRollFields>;

type Values = Readonly<Record<string, string>>;

const vacantNames = ["", "vacant", "vacant unit", "vacant suite", "vacant space", "available", "unoccupied"];

/** Whether the tenant's name says that the suite is vacant, such as `** VACANT **`, `(vacant)`, or `-`. */
const isVacant = (company: string): boolean =>
  vacantNames.includes(
    foldText(company)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );

/** Converts the values of a lease's rows to the input of `rentRollFields`. */
export function toRentRollInput(values: Values, rowsBelow: readonly Values[], today: string): unknown {
  const read = (field: string) => values[field] ?? "";
  const readCents = (field: string) => (read(field) === "" ? null : centsFromDollars(read(field)));
  const readDate = (field: string) => (read(field) === "" ? null : read(field));
  const readNumber = (field: string, factor = 1) => (read(field) === "" ? null : scale(read(field), factor));
  const company = read("company");
  return {
    today,
    property: read("property"),
    address: read("address"),
    city: read("city"),
    state: read("state"),
    zip: read("zip"),
    units: splitList(read("units"), /[;,&|\n]/),
    type: read("type") === "" ? "office" : read("type"),
    area: readNumber("area"),
    company: isVacant(company) ? null : company,
    from: readDate("from"),
    to: readDate("to"),
    rentPerSquareFoot: readNumber("rentPerSquareFoot", 10_000),
    additions: [values, ...rowsBelow].map(toAdditionInput),
    freeFrom: readDate("freeFrom"),
    freeTo: readDate("freeTo"),
    lateFee: readLateFee(read("lateFee")),
    graceDays: readNumber("graceDays") ?? 5,
    dueDay: readNumber("dueDay") ?? 1,
    chargedFrom: readDate("chargedFrom"),
    ...Object.fromEntries(
      ["rent", "annualRent", "commonArea", "utilities", "parking", "storage", "other", "depositHeld"]
        .concat(["balance", "days30", "days60", "days90", "over90", "prepaid"])
        .map((field) => [field, readCents(field)]),
    ),
  };
}

function toAdditionInput(values: Values): Record<string, unknown> {
  const { stepOn = "", stepRent = "", stepPercent = "", chargeName = "", chargeAmount = "" } = values;
  return {
    stepOn: stepOn === "" ? null : stepOn,
    stepRent: stepRent === "" ? null : centsFromDollars(stepRent),
    stepPercent: stepPercent === "" ? null : scale(stepPercent, 100),
    chargeName,
    chargeAmount: chargeAmount === "" ? null : centsFromDollars(chargeAmount),
  };
}

/** `24.50` times 10,000 is 245000. NaN if it isn't a number, or has more decimals. */
function scale(text: string, factor: number): number {
  const [, whole, decimals = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const places = String(factor).length - 1;
  const digits = decimals.replace(/0+$/, "");
  return whole === undefined || digits.length > places
    ? Number.NaN
    : Number(`${whole}${digits.padEnd(places, "0")}`);
}

function readLateFee(text: string): unknown {
  const percent = /^([\d.]+)\s?%$/.exec(text.trim())?.[1];
  if (percent !== undefined) return { basisPoints: scale(percent, 100) };
  const amountCents = centsFromDollars(text);
  return text === "" || amountCents === 0 ? null : { cents: amountCents };
}
