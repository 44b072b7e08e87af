import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxPaymentCents, minPaymentCents } from "./amount.ts";
import { calculateFee, splitReceived } from "./fee.ts";
import { calculateFeeToRefund, splitRefund } from "./refund-fee.ts";

const someRate = fc.integer({ min: 0, max: 350 });
const someAmount = fc.integer({ min: minPaymentCents, max: maxPaymentCents });

describe("the card fee (PAY-47, CON-10)", () => {
  test.each([
    [250_000, 8_750],
    [100, 4],
    // 1.75 cents and 3.5 cents: half a cent rounds up.
    [50, 2],
    [5_000_000, 175_000],
    [14, 0],
    [15, 1],
  ])("a 3.5% fee on %i cents is %i cents", (base, fee) => {
    expect(calculateFee(base, "card", 350)).toBe(fee);
  });

  test.each(["us_bank_account", "bank_transfer", "zelle", "check", "anything"])(
    "payments by %s have no fee",
    (method) => {
      expect(calculateFee(250_000, method, 350)).toBe(0);
      expect(splitReceived(250_000, method, 350)).toEqual({ amountCents: 250_000, feeCents: 0 });
    },
  );

  test("the card fee can be calculated from the received amount for any amount and rate", () => {
    fc.assert(
      fc.property(someAmount, someRate, (amountCents, rate) => {
        const feeCents = calculateFee(amountCents, "card", rate);
        expect(splitReceived(amountCents + feeCents, "card", rate)).toEqual({ amountCents, feeCents });
      }),
      { numRuns: 10_000 },
    );
  });

  test("principal and fee add up to the received amount, even if a different amount was agreed on", () => {
    fc.assert(
      fc.property(someAmount, someRate, (received, rate) => {
        const { amountCents, feeCents } = splitReceived(received, "card", rate);
        expect(amountCents + feeCents).toBe(received);
        // Never more than the fee on the principal, except for the cent that no principal yields.
        expect(feeCents - calculateFee(amountCents, "card", rate)).toBeGreaterThanOrEqual(0);
        expect(feeCents - calculateFee(amountCents, "card", rate)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("a refund with its share of the fee", () => {
  const parts = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 10_000 })), { maxLength: 12 });

  test("partial refunds add up to the cent and never exceed the payment, no matter who sets the amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 20_000 }), someRate, parts, (amountCents, rate, requests) => {
        const payment = { amountCents, feeCents: calculateFee(amountCents, "card", rate) };
        const refunded = { amountCents: 0, feeCents: 0 };
        for (const [isAtProvider, requested] of requests) {
          const left = amountCents - refunded.amountCents;
          if (left === 0) break;
          // In the provider's dashboard, principal and fee are one amount.
          const cents = Math.min(
            requested,
            isAtProvider ? left + payment.feeCents - refunded.feeCents : left,
          );
          const requestedHere = {
            amountCents: cents,
            feeCents: calculateFeeToRefund(payment, refunded, cents),
          };
          const part = isAtProvider ? splitRefund(payment, refunded, cents) : requestedHere;
          expect(part.amountCents + part.feeCents).toBe(
            isAtProvider ? cents : cents + requestedHere.feeCents,
          );
          expect(part.amountCents).toBeGreaterThan(0);
          refunded.amountCents += part.amountCents;
          refunded.feeCents += part.feeCents;
          expect(refunded.amountCents).toBeLessThanOrEqual(amountCents);
          expect(refunded.feeCents).toBeLessThanOrEqual(payment.feeCents);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
