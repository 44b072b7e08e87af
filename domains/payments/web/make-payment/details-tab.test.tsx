import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { LeaseAccount } from "#domains/ledger/contract.ts";
import { type FakeResponses, openPortal, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import {
  amount,
  continueToPayment,
  noCharges,
  openForm,
  paymentRequests,
  tabs,
  type,
} from "../testing/form.ts";
import { instructions, intent, openPayments } from "../testing/page.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/checkout/pay-online.tsx"),
  ]),
);

describe("the payment details", () => {
  const details = async (responses: FakeResponses = {}) => {
    const portal = await openForm(responses);
    await type(amount(), "2500");
    await continueToPayment();
    await screen.findByRole("region", { name: "Payment Information" });
    return portal;
  };

  it("PAY-32 CON-03 the payment details show the method, amount, description, and date at the property", async () => {
    await details();
    const card = within(screen.getByRole("region", { name: "Payment Information" }));
    const fields = [
      ["Method", "Credit Card/Online Payment"],
      ["Amount", "$2,500.00"],
      ["Description", "Monthly Rent Payment"],
      ["Date", "Nov 21, 2026"],
    ] as const;
    for (const [name, value] of fields)
      expect(card.getByText(name).nextElementSibling?.textContent).toBe(value);
  });

  const coveredCharges = () =>
    within(screen.getByRole("region", { name: "Applied to" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);

  it("PAY-16 the payment details list the charges selected in the form, without an estimate", async () => {
    await openForm();
    await continueToPayment();
    await screen.findByRole("region", { name: "Payment Information" });
    expect(coveredCharges()).toEqual(["Base rent, November 2026$2,500.00", "Late fee$50.00"]);
    expect(screen.queryByText("Estimated breakdown")).toBeNull();
  });

  it.each([
    ["2520", ["Base rent, November 2026$2,500.00", "Water, December 2026$20.00"]],
    [
      "3100",
      [
        "Base rent, November 2026$2,500.00",
        "Water, December 2026$500.00",
        "Late fee$50.00",
        "Unapplied credit$50.00",
      ],
    ],
  ])(
    "PAY-16 the payment details list the charges that a typed amount is applied to in order, and the remaining credit: %s",
    async (typed, lines) => {
      await openForm();
      await type(amount(), typed);
      await continueToPayment();
      await screen.findByRole("region", { name: "Payment Information" });
      expect(coveredCharges()).toEqual(lines);
      expect(screen.queryByText("Estimated breakdown")).toBeNull();
    },
  );

  it.each<Partial<LeaseAccount>>([
    { nextDue: { on: "2027-01-01", cents: 12_000 } },
    { creditCents: 5_000, balanceCents: -5_000 },
  ])(
    "PAY-16 the details of a payment that becomes credit show no estimated breakdown: %o",
    async (change) => {
      await openForm(noCharges(change));
      await type(amount(), "120");
      await continueToPayment();
      await screen.findByRole("region", { name: "Payment Information" });
      expect(coveredCharges()).toEqual(["Unapplied credit$120.00"]);
      expect(screen.queryByText("Estimated breakdown")).toBeNull();
    },
  );

  it("PAY-18 if no charges are left, the payment details say next to the total that the payment becomes a credit", async () => {
    const note = "There are no charges to pay. This payment will be added as a credit.";
    await details(noCharges());
    expect(within(screen.getByRole("region", { name: "Total" })).getByText(note)).toBeTruthy();
  });

  it("PAY-16 CON-12 without known charges, the breakdown is estimated from the shares in the settings and adds up to the amount", async () => {
    await details(noCharges());
    const estimate = within(await screen.findByRole("region", { name: "Estimated breakdown" }));
    const parts = {
      "Base rent (92.3%)": "$2,307.50",
      "Common-area fees (6.7%)": "$167.50",
      "Utilities (1%)": "$25.00",
    };
    for (const [name, value] of Object.entries(parts))
      expect(estimate.getByText(name).nextElementSibling?.textContent).toBe(value);
  });

  it("PAY-16 CON-12 the breakdown isn't estimated until the shares are set", async () => {
    const shares = { rentSharePermille: 1000, commonAreaSharePermille: 0, utilitiesSharePermille: 0 };
    await details({ ...noCharges(), "GET /api/payments/instructions": { ...instructions, shares } });
    await screen.findByRole("region", { name: "Payment Information" });
    expect(screen.queryByText("Estimated breakdown")).toBeNull();
  });

  it("ROLE-05 PAY-29 PAY-31 the payment details offer online payment, processed securely by a provider, or confirming a manual payment", async () => {
    await details();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay Online/ }).checked).toBe(true);
    expect(
      screen.getByText("Your online payment is processed securely by a card payment provider."),
    ).toBeTruthy();
    expect(await screen.findByText("Online payment isn't set up")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: /^Confirm Manual Payment/ }));
    expect(screen.queryByText("Online payment isn't set up")).toBeNull();
    expect(screen.queryByText(/processed securely/)).toBeNull();
    const otherWays = within(screen.getByRole("group", { name: "Other ways to pay" }));
    expect(await otherWays.findByText("$2,500.00")).toBeTruthy();
    // Directly below the choice, and above the form.
    const isAbove = (first: Node, second: Node) =>
      Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);
    const group = screen.getByRole("group", { name: "Other ways to pay" });
    expect(screen.getByRole("region", { name: "How to pay" }).contains(group)).toBe(true);
    expect(isAbove(screen.getByRole("radio", { name: /^Confirm Manual/ }), group)).toBe(true);
    expect(isAbove(group, await screen.findByLabelText(/Payment Method/))).toBe(true);
  });

  it("PAY-04 PAY-30 Back returns to the form with its entries, and the details tab remains", async () => {
    await details();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Amount")).value).toBe("2500");
    expect(location.search).toBe("?tab=make-payment");
    await userEvent.click(screen.getByRole("tab", { name: "Payment Details" }));
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
  });

  it("the payment details open at the top, however far the form was scrolled", async () => {
    await openForm();
    await type(amount(), "2500");
    const scroll = vi.spyOn(window, "scrollTo");
    await continueToPayment();
    await screen.findByRole("region", { name: "Payment Information" });
    expect(scroll).toHaveBeenCalledWith(0, 0);
  });

  it("PAY-33 PAY-34 after a reload, the payment page shows a loading state and continues with the same payment", async () => {
    const savedPayment = {
      amountCents: 250_000,
      description: "November rent",
      leaseId: 7,
      unitId: 3,
      chargeIds: [11],
      coveredCharges: [{ chargeId: 11, description: "Base rent, November 2026", amountCents: 250_000 }],
    };
    let response = (_: unknown) => {};
    const { sent } = await openPortal("/payments?tab=payment-details", {
      session: tenant,
      state: { paying: savedPayment },
      responses: { "POST /api/create-payment-intent": () => new Promise((resolve) => (response = resolve)) },
    });
    expect(await screen.findByText("Payment information is loading...")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Payment Information" })).toBeNull();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({
      amount: 2500,
      description: "November rent",
      chargeIds: [11],
    });
    response(intent);
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
    expect(screen.queryByText("Payment information is loading...")).toBeNull();
    expect(coveredCharges()).toEqual(["Base rent, November 2026$2,500.00"]);
  });

  it("PAY-02 without a payment in progress, the URL of the details opens the form", async () => {
    const { sent } = await openPayments("?tab=payment-details");
    expect(await screen.findByLabelText("Amount")).toBeTruthy();
    expect(tabs()).toEqual(["Summary", "Make Payment"]);
    expect(paymentRequests(sent)).toEqual([]);
  });
});
