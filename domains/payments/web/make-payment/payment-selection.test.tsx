import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { amount, continueToPayment, openForm, paymentRequests } from "../testing/form.ts";
import { account, charges, clearing } from "../testing/page.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/checkout/pay-online.tsx"),
  ]),
);

describe("the amount due and payments on their way", () => {
  it("PAY-18 the payment form excludes payments on their way and explains the remaining amount", async () => {
    const [rent, water, lateFee] = charges;
    const { sent } = await openForm({
      "GET /api/leases/7/account": { ...account, onItsWayCents: 70_000 },
      "GET /api/leases/7/open-charges": [{ ...rent, onItsWayCents: 70_000 }, water, lateFee],
      "GET /api/payments/pending": [{ ...clearing, amountCents: 70_000, amountFormatted: "$700.00" }],
    });
    expect(amount().value).toBe("1850.00");
    expect(screen.getByText(/less \$700.00 on its way/)).toBeTruthy();
    expect(await screen.findByText("$700.00 is already processing")).toBeTruthy();
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 1850 }));
  });

  it("PAY-18 the payment form proposes no amount if payments on their way cover the next amount due", async () => {
    await openForm({
      "GET /api/leases/7/account": { ...account, onItsWayCents: 305_000 },
      "GET /api/leases/7/open-charges": charges.map((charge) => ({
        ...charge,
        onItsWayCents: charge.openCents,
      })),
    });
    expect(amount().value).toBe("");
    expect(screen.queryByRole("radio", { name: /Pay full amount due/ })).toBeNull();
  });

  it("PAY-18 charges that a payment on its way covers are marked and can't be selected", async () => {
    const [rent, water, lateFee] = charges;
    const { sent } = await openForm({
      "GET /api/leases/7/account": { ...account, onItsWayCents: 250_000 },
      "GET /api/leases/7/open-charges": [{ ...rent, onItsWayCents: 250_000 }, water, lateFee],
      "GET /api/payments/pending": [{ ...clearing, amountCents: 250_000 }],
    });
    expect(amount().value).toBe("50.00");
    await userEvent.click(screen.getByRole("radio", { name: /^Pay selected charges/ }));
    expect(screen.getByText("On its way")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Base rent/ }).disabled).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: /^Water/ }));
    await continueToPayment();
    await waitFor(() =>
      expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 500, chargeIds: [12] }),
    );
  });

  it("PAY-18 a payment on its way for a later charge doesn't reduce the amount due", async () => {
    const [rent, water, lateFee] = charges;
    await openForm({
      "GET /api/leases/7/account": { ...account, onItsWayCents: 50_000 },
      "GET /api/leases/7/open-charges": [rent, { ...water, onItsWayCents: 50_000 }, lateFee],
    });
    expect(amount().value).toBe("2550.00");
    expect(screen.queryByText(/less \$500\.00 on its way/)).toBeNull();
  });

  it("PAY-18 the payment form doesn't offer early payment of charges that a payment on its way covers", async () => {
    await openForm({
      "GET /api/leases/7/account": {
        ...account,
        overdueCents: 0,
        overdueSince: null,
        dueNowCents: 0,
        onItsWayCents: 50_000,
        nextDue: { on: "2026-12-01", cents: 50_000 },
      },
      "GET /api/leases/7/open-charges": [{ ...charges[1], onItsWayCents: 50_000 }],
      "GET /api/payments/pending": [{ ...clearing, amountCents: 50_000 }],
    });
    expect(await screen.findByText("$500.00 is already processing")).toBeTruthy();
    expect(
      screen.getByText(
        "Payments on their way cover your charges. Another payment will be added as a credit.",
      ),
    ).toBeTruthy();
    expect(screen.queryByText("What to pay")).toBeNull();
    expect(amount().value).toBe("");
    expect(screen.queryByText(/left out/)).toBeNull();
  });
});
