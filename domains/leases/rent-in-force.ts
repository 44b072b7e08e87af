import { type Day, maxDay, minDay } from "#shared/calendar.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { calculateMonthlyPrice } from "./schedule.ts";
import type { ChargeLine, Escalation, Price, Terms } from "./terms.ts";

/**
 * Returns the terms with the rent in force on `day`: rent steps up to that day become part of the rent's price,
 * and later steps stay. From `day` on, full months cost the same. One exception: if a rate per square foot had a
 * step by a monthly amount, its price becomes a monthly amount, to which later percentages then apply.
 */
export function withRentInForce(terms: Terms, day: Day): Terms {
  if (!terms.escalations.some(({ on }) => on <= day)) return terms;
  return {
    ...terms,
    lines: terms.lines.map((line) => (line.kind === "rent" ? toLineInForce(terms, line, day) : line)),
    escalations: terms.escalations.filter(({ on }) => on > day),
  };
}

/** Returns the rent at its price on `day`, or on its end date if that is earlier, from the last step that changed it. */
function toLineInForce(terms: Terms, line: ChargeLine, day: Day): ChargeLine {
  const pricedOn = line.to === null ? day : minDay(line.to, day);
  const takenSteps = terms.escalations.filter(({ on }) => on > line.from && on <= pricedOn);
  if (takenSteps.length === 0) return line;
  return {
    ...line,
    from: takenSteps.map(({ on }) => on).reduce(maxDay),
    price: getPriceInForce({ ...terms, escalations: takenSteps }, line, pricedOn),
  };
}

function getPriceInForce(terms: Terms, line: ChargeLine, day: Day): Price {
  const isRate = "rateHundredths" in line.price && terms.escalations.every(isPercentStep);
  return isRate
    ? { rateHundredths: getRateInForce(terms, line, day) }
    : { monthlyCents: getMonthlyCents(terms, line, day) };
}

const isPercentStep = (step: Escalation): boolean => "basisPoints" in step;

const getMonthlyCents = (terms: Terms, line: ChargeLine, day: Day): Cents =>
  toCents(roundHalfUp(calculateMonthlyPrice(terms, line, day)));

/** Returns the rate in hundredths of a cent: the monthly price of 1,200 square feet, which has no fraction. */
const getRateInForce = (terms: Terms, line: ChargeLine, day: Day): number =>
  getMonthlyCents({ ...terms, areaSquareFeet: 1_200 }, line, day);
