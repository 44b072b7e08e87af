import { expect, test } from "vitest";
import { getSuggestedCharges, sumPayable } from "./suggested-payment.ts";

const charge = (dueOn: string, openCents: number, onItsWayCents = 0) => ({ dueOn, openCents, onItsWayCents });
const today = "2026-11-21";

test.each([
  ["nothing without charges", [], 0],
  [
    "the charges due by today",
    [charge("2026-11-01", 300), charge(today, 50), charge("2026-12-01", 400)],
    350,
  ],
  ["the rest of a charge that is partly on its way", [charge("2026-11-01", 300, 100)], 200],
  [
    "everything due, even if a payment for a later month is on its way",
    [charge("2026-11-01", 300), charge("2026-12-01", 200, 200)],
    300,
  ],
  [
    "the next charges if what is due is on its way",
    [charge("2026-11-01", 300, 300), charge("2026-12-01", 400), charge("2027-01-01", 400)],
    400,
  ],
  ["nothing if everything is on its way", [charge("2026-12-01", 400, 400)], 0],
])("PAY-18 the suggested payment is %s", (_, charges, cents) => {
  expect(sumPayable(getSuggestedCharges(charges, today))).toBe(cents);
});
