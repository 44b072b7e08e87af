import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentMax, paymentMin } from "./amount.ts";
import { feeOf, splitReceived } from "./fee.ts";
import { feeToGiveBack, splitPart } from "./refund-fee.ts";

const someRate = fc.integer({ min: 0, max: 350 });
const someAmount = fc.integer({ min: paymentMin, max: paymentMax });

describe("the fee of a card (PAY-47, CON-10)", () => {
  test.each([
    [250_000, 8_750],
    [100, 4],
    // 1.75 cents and 3.5 cents: half a cent rounds up.
    [50, 2],
    [5_000_000, 175_000],
    [14, 0],
    [15, 1],
  ])("of 3.5 % on %i cents is %i cents", (base, fee) => {
    expect(feeOf(base, "card", 350)).toBe(fee);
  });

  test.each(["us_bank_account", "bank_transfer", "zelle", "check", "anything"])(
    "is none for %s",
    (method) => {
      expect(feeOf(250_000, method, 350)).toBe(0);
      expect(splitReceived(250_000, method, 350)).toEqual({ amountCents: 250_000, feeCents: 0 });
    },
  );

  test("can be computed back from the amount received, whatever the amount and the rate", () => {
    fc.assert(
      fc.property(someAmount, someRate, (amountCents, rate) => {
        const feeCents = feeOf(amountCents, "card", rate);
        expect(splitReceived(amountCents + feeCents, "card", rate)).toEqual({ amountCents, feeCents });
      }),
      { numRuns: 10_000 },
    );
  });

  test("and the principal add up to the amount received, even when another amount was agreed on", () => {
    fc.assert(
      fc.property(someAmount, someRate, (received, rate) => {
        const { amountCents, feeCents } = splitReceived(received, "card", rate);
        expect(amountCents + feeCents).toBe(received);
        // No more than the fee on the principal, except for the cent that no principal yields.
        expect(feeCents - feeOf(amountCents, "card", rate)).toBeGreaterThanOrEqual(0);
        expect(feeCents - feeOf(amountCents, "card", rate)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("a refund with its part of the fee", () => {
  const parts = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 10_000 })), { maxLength: 12 });

  test("adds up to the cent, whoever sets the amount, and never exceeds the payment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 20_000 }), someRate, parts, (amountCents, rate, wished) => {
        const paid = { amountCents, feeCents: feeOf(amountCents, "card", rate) };
        const given = { amountCents: 0, feeCents: 0 };
        for (const [isElsewhere, wish] of wished) {
          const left = amountCents - given.amountCents;
          if (left === 0) break;
          // In the provider's own account, principal and fee are one amount.
          const cents = Math.min(wish, isElsewhere ? left + paid.feeCents - given.feeCents : left);
          const byUs = { amountCents: cents, feeCents: feeToGiveBack(paid, given, cents) };
          const part = isElsewhere ? splitPart(paid, given, cents) : byUs;
          expect(part.amountCents + part.feeCents).toBe(isElsewhere ? cents : cents + byUs.feeCents);
          expect(part.amountCents).toBeGreaterThan(0);
          given.amountCents += part.amountCents;
          given.feeCents += part.feeCents;
          expect(given.amountCents).toBeLessThanOrEqual(amountCents);
          expect(given.feeCents).toBeLessThanOrEqual(paid.feeCents);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
