import {
  type ChargeKind,
  type ChargeLine,
  chargeKindLabels,
  leaseTerms,
  type Terms,
} from "#domains/leases/terms.ts";
import { findTermsErrors } from "#domains/leases/validate-terms.ts";
import type { OpeningBalance } from "#domains/ledger/server/entries/open-account.ts";
import { addDays, addMonths, type Day, monthStart } from "#shared/calendar.ts";
import { foldText } from "#shared/fold-text.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import type { RentRollFields } from "./rent-roll-fields.ts";

/** Returns the first date on which the lease is charged in this portal. */
export function getChargedFrom({ chargedFrom, from, today }: RentRollFields): Day {
  if (chargedFrom !== null) return chargedFrom;
  return from !== null && from > today ? from : addMonths(monthStart(today), 1);
}

/** Yields the errors in a lease's values: the field, or its path in `additions`, with the message. */
export function* findRentRollErrors(
  fields: RentRollFields,
): Generator<[field: string | readonly (string | number)[], message: string]> {
  const { company, from, to, today } = fields;
  if (company === null) {
    const hasAmounts = buildBalances(fields).length > 0 || (fields.depositHeld ?? 0) !== 0;
    if (hasAmounts) yield ["company", "This row has a balance or a deposit. Enter its tenant."];
    return;
  }
  if (from === null) return void (yield ["from", "Enter the start date of this lease."]);
  if (to !== null && to < from) return void (yield ["to", "The end date can't be before the start date"]);
  if (to !== null && to < today)
    return void (yield [
      "to",
      "This lease has ended. If the tenant is still there, leave the end date blank.",
    ]);
  if (to !== null && getChargedFrom(fields) > to)
    return void (yield [
      "chargedFrom",
      "The lease ends before its first charge date. Enter an earlier date.",
    ]);
  if (getChargedFrom(fields) < from)
    return void (yield ["chargedFrom", "Charges can't start before the lease start date."]);
  if ((fields.freeFrom === null) !== (fields.freeTo === null))
    yield ["freeTo", "Enter the first and the last day of the free rent."];
  for (const [index, addition] of fields.additions.entries()) {
    const { stepOn, stepRent, stepPercent, chargeName, chargeAmount } = addition;
    if (stepOn === null && (stepRent !== null || stepPercent !== null))
      yield [["additions", index, "stepOn"], "Enter the date of this rent step."];
    if (stepOn !== null && stepRent === null && stepPercent === null)
      yield [["additions", index, "stepRent"], "Enter the rent or the percentage for this rent step."];
    if (chargeAmount !== null && chargeName === "")
      yield [["additions", index, "chargeName"], "Enter the name of this charge."];
  }
  const rentCharges = sumRentCharges(fields);
  if (rentCharges !== null && rentCharges !== getMonthlyRent(fields))
    yield ["chargeAmount", "The rent charges don't add up to the monthly rent. Correct one of them."];
  if (!hasAges(fields) && (fields.balance ?? 0) < 0 && (fields.prepaid ?? 0) !== 0)
    yield ["prepaid", "The balance is already a credit. Leave the balance or the prepayments blank."];
  const agedCents = sumAges(fields);
  const prepaidCents = Math.abs(fields.prepaid ?? 0);
  if (
    hasAges(fields) &&
    fields.balance !== null &&
    ![agedCents, agedCents - prepaidCents].includes(fields.balance)
  )
    yield ["balance", "The balance isn't the sum of the amounts by age. Correct one of them."];
  const terms = buildTerms(fields);
  if (terms === null) return;
  const result = leaseTerms.safeParse(terms);
  if (!result.success) {
    const [issue] = result.error.issues;
    // The error of a deposit that isn't valid is already on its own column.
    if (issue?.path[0] !== "depositCents")
      yield [
        issue?.path[0] === "areaSquareFeet" ? "area" : "rent",
        issue?.message ?? "These terms aren't valid.",
      ];
  } else
    for (const [path, message] of Object.entries(findTermsErrors(result.data, { from, to })))
      yield [
        path.includes("escalations") ? "stepOn" : path.includes("freeRent") ? "freeFrom" : "rent",
        message,
      ];
}

/** Returns the terms of the lease, starting with its first charge. Null for a vacant suite or a lease without charges. */
export function buildTerms(fields: RentRollFields): Terms | null {
  const { from, company, area, dueDay, graceDays, depositHeld, lateFee } = fields;
  if (company === null || from === null) return null;
  const lines = buildLines(fields, from);
  if (lines.length === 0) return null;
  const { freeFrom, freeTo } = fields;
  const hasFreeRent = freeFrom !== null && freeTo !== null && freeTo >= getChargedFrom(fields);
  return {
    areaSquareFeet: area ?? 0,
    dueDay,
    graceDays: graceDays ?? 5,
    depositCents: toCents(depositHeld ?? 0),
    lines,
    escalations: buildSteps(fields),
    freeRent: hasFreeRent ? [{ from: freeFrom, to: freeTo, basisPoints: 10_000 }] : [],
    lateFee: lateFee === null ? null : { charge: lateFee, capCents: null },
  };
}

function buildLines(fields: RentRollFields, from: Day): ChargeLine[] {
  const { rentPerSquareFoot } = fields;
  const rentCents = getMonthlyRent(fields);
  const prices: { kind: ChargeKind; label?: string; price: ChargeLine["price"] }[] = [];
  const add = (kind: ChargeKind, cents: number | null, label?: string) => {
    if (cents !== null && cents > 0)
      prices.push({
        kind,
        ...(label === undefined ? {} : { label }),
        price: { monthlyCents: toCents(cents) },
      });
  };
  if (rentCents === null && rentPerSquareFoot !== null && rentPerSquareFoot > 0)
    prices.push({ kind: "rent", price: { rateHundredths: rentPerSquareFoot } });
  else add("rent", rentCents);
  add("common-area", fields.commonArea);
  add("utilities", fields.utilities);
  add("parking", fields.parking);
  add("storage", fields.storage);
  add("other", fields.other);
  for (const { chargeName, chargeAmount } of fields.additions) {
    const kind = findChargeKind(chargeName);
    // The rent is the sum of its charges.
    if (kind !== "rent") add(kind, chargeAmount, chargeName);
  }
  return prices.map(({ kind, label, price }, index) => ({
    key: index + 1,
    kind,
    label: label ?? (kind === "rent" ? "Base rent" : chargeKindLabels[kind]),
    from,
    to: null,
    price,
  }));
}

/** Returns the monthly rent, or one twelfth of the annual rent. */
function getMonthlyRent(fields: RentRollFields): number | null {
  if (fields.rent !== null) return fields.rent;
  if (fields.annualRent !== null) return multiply(fields.annualRent, 1, 12);
  return sumRentCharges(fields);
}

/** Returns the sum of the charges that are rent. Null if there are none. */
function sumRentCharges({ additions }: RentRollFields): number | null {
  const amounts = additions.flatMap(({ chargeName, chargeAmount }) =>
    chargeAmount !== null && findChargeKind(chargeName) === "rent" ? [chargeAmount] : [],
  );
  return amounts.length === 0 ? null : amounts.reduce((sum, cents) => sum + cents, 0);
}

/** Returns the monthly rent, even if it's priced per square foot. */
export const getRent = (fields: RentRollFields): Cents =>
  toCents(getMonthlyRent(fields) ?? multiply(fields.rentPerSquareFoot ?? 0, fields.area ?? 0, 1200));

const chargeWords: readonly [RegExp, ChargeKind][] = [
  [/\b(?:cam|common area|nnn|opex|operating)\b/, "common-area"],
  [/\b(?:utilit|water|electric|gas|sewer)/, "utilities"],
  [/\bparking\b/, "parking"],
  [/\bstorage\b/, "storage"],
  [/\brent\b|^rnt|^base\b/, "rent"],
];

const findChargeKind = (name: string): ChargeKind =>
  chargeWords.find(([words]) => words.test(foldText(name)))?.[1] ?? "other";

/**
 * Returns the rent steps after the date of the check. The rent in the file includes earlier ones. A step to a new rent is
 * stored as the change from the previous rent.
 */
function buildSteps(fields: RentRollFields): Terms["escalations"] {
  let rent = getRent(fields);
  return fields.additions
    .flatMap(({ stepOn, stepRent, stepPercent }) =>
      stepOn === null || stepOn <= fields.today ? [] : [{ on: stepOn, stepRent, stepPercent }],
    )
    .sort((a, b) => (a.on < b.on ? -1 : 1))
    .flatMap(({ on, stepRent, stepPercent }): Terms["escalations"] => {
      if (stepRent === null) {
        rent = multiply(rent, 10_000 + (stepPercent ?? 0), 10_000);
        return stepPercent === null || stepPercent === 0 ? [] : [{ on, basisPoints: stepPercent }];
      }
      const monthlyCents = toCents(stepRent - rent);
      rent = stepRent;
      return monthlyCents === 0 ? [] : [{ on, monthlyCents }];
    });
}

const multiply = (value: number, factor: number, divisor: number): Cents =>
  roundHalfUp({ numerator: BigInt(value) * BigInt(factor), denominator: BigInt(divisor) });

const sumAges = ({ days30, days60, days90, over90 }: RentRollFields): number =>
  [days30, days60, days90, over90].reduce<number>((sum, cents) => sum + (cents ?? 0), 0);

/** The ages of unpaid amounts in days. */
const ages = { days30: [0, 30], days60: [31, 60], days90: [61, 90], over90: [91, 121] } as const;

const hasAges = (fields: RentRollFields): boolean =>
  Object.keys(ages).some((field) => fields[field as keyof typeof ages] !== null);

/** Returns the unpaid amounts with due dates that match their ages, and the credit. */
export function buildBalances(fields: RentRollFields): OpeningBalance[] {
  const { today, dueDay, balance, prepaid } = fields;
  const aged = Object.entries(ages).flatMap(([field, range]) => {
    const cents = fields[field as keyof typeof ages];
    return cents === null ? [] : [{ amountCents: cents, dueOn: findDueDate(today, range, dueDay) }];
  });
  const all = [
    ...aged,
    ...(hasAges(fields) || balance === null
      ? []
      : [{ amountCents: balance, dueOn: addDays(getChargedFrom(fields), -1) }]),
    ...(prepaid === null ? [] : [{ amountCents: toCents(-Math.abs(prepaid)), dueOn: today }]),
  ];
  return all.filter(({ amountCents }) => amountCents !== 0);
}

/** Returns the latest date in a range of ages on which rent was due, or else the latest date in the range. */
function findDueDate(
  today: Day,
  [youngest, oldest]: readonly [youngest: number, oldest: number],
  dueDay: number,
): Day {
  for (let age = youngest; age <= oldest; age += 1) {
    const day = addDays(today, -age);
    if (Number(day.slice(8)) === dueDay) return day;
  }
  return addDays(today, -youngest);
}
