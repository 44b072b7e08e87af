import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { LeaseAccount } from "#domains/ledger/contract.ts";
import { type Answers, cleanBrowser, openPortal, tenant } from "#web/testing/open-page.tsx";
import { amount, begun, goOn, nothingOwed, openForm, tabs, type } from "./testing/form.ts";
import { intent, openPayments } from "./testing/page.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/pay-online.tsx"),
  ]),
);

describe("the details of a payment", () => {
  const details = async (responses: Answers = {}) => {
    const portal = await openForm(responses);
    await type(amount(), "2500");
    await goOn();
    await screen.findByRole("region", { name: "Payment Information" });
    return portal;
  };

  it("PAY-32 CON-03 show method, amount, description and the current day", async () => {
    await details();
    const card = within(screen.getByRole("region", { name: "Payment Information" }));
    const today = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
    const facts = [
      ["Method", "Credit Card/Online Payment"],
      ["Amount", "$2,500.00"],
      ["Description", "Monthly Rent Payment"],
      ["Date", today.format(new Date())],
    ] as const;
    for (const [name, value] of facts)
      expect(card.getByText(name).nextElementSibling?.textContent).toBe(value);
  });

  const covered = () =>
    within(screen.getByRole("region", { name: "What it covers" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);

  it("PAY-16 list the charges chosen in the form, without an estimate", async () => {
    await openForm();
    await goOn();
    await screen.findByRole("region", { name: "Payment Information" });
    expect(covered()).toEqual(["Base rent, November 2026$2,500.00", "Late fee$50.00"]);
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
        "Credit for later$50.00",
      ],
    ],
  ])(
    "PAY-16 list the charges that another amount covers in order, and the remaining credit: %s",
    async (typed, lines) => {
      await openForm();
      await type(amount(), typed);
      await goOn();
      await screen.findByRole("region", { name: "Payment Information" });
      expect(covered()).toEqual(lines);
      expect(screen.queryByText("Estimated breakdown")).toBeNull();
    },
  );

  it.each<Partial<LeaseAccount>>([
    { nextDue: { on: "2027-01-01", cents: 12_000 } },
    { creditCents: 5_000, balanceCents: -5_000 },
  ])("PAY-16 estimate nothing for a credit: %o", async (change) => {
    await openForm(nothingOwed(change));
    await type(amount(), "120");
    await goOn();
    await screen.findByRole("region", { name: "Payment Information" });
    expect(covered()).toEqual(["Credit for later$120.00"]);
    expect(screen.queryByText("Estimated breakdown")).toBeNull();
  });

  it("PAY-16 CON-12 estimate the breakdown if no charges are known, by the shares of the settings, adding up to the amount", async () => {
    await details(nothingOwed());
    const estimate = within(await screen.findByRole("region", { name: "Estimated breakdown" }));
    const parts = {
      "Base rent (92.3%)": "$2,307.50",
      "Common-area fees (6.7%)": "$167.50",
      "Utilities (1%)": "$25.00",
    };
    for (const [name, value] of Object.entries(parts))
      expect(estimate.getByText(name).nextElementSibling?.textContent).toBe(value);
  });

  it("ROLE-05 PAY-29 PAY-31 offer to pay online, processed securely by a provider, or to confirm a manual payment", async () => {
    await details();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay Online/ }).checked).toBe(true);
    expect(
      screen.getByText("Your online payment is processed securely by a card payment provider."),
    ).toBeTruthy();
    expect(await screen.findByText("Online payment is not set up")).toBeTruthy();
    await userEvent.click(screen.getByRole("radio", { name: /^Confirm Manual Payment/ }));
    expect(screen.queryByText("Online payment is not set up")).toBeNull();
    expect(screen.queryByText(/processed securely/)).toBeNull();
    const aids = within(screen.getByRole("region", { name: "Other ways to pay" }));
    expect(await aids.findByText("$2,500.00")).toBeTruthy();
  });

  it("PAY-04 PAY-30 Back returns to the form with its entries, and the tab remains", async () => {
    await details();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Amount")).value).toBe("2500");
    expect(location.search).toBe("?tab=make-payment");
    await userEvent.click(screen.getByRole("tab", { name: "Payment Details" }));
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
  });

  it("PAY-33 PAY-34 after a reload the page shows that it is loading, and continues with the same payment", async () => {
    const paying = {
      amountCents: 250_000,
      description: "November rent",
      leaseId: 7,
      unitId: 3,
      chargeIds: [11],
      covers: [{ chargeId: 11, description: "Base rent, November 2026", amountCents: 250_000 }],
    };
    let response = (_: unknown) => {};
    const { sent } = await openPortal("/payments?tab=payment-details", {
      session: tenant,
      state: { paying },
      responses: { "POST /api/create-payment-intent": () => new Promise((resolve) => (response = resolve)) },
    });
    expect(await screen.findByText("Payment information is loading...")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Payment Information" })).toBeNull();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({
      amount: 2500,
      description: "November rent",
      chargeIds: [11],
    });
    response(intent);
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
    expect(screen.queryByText("Payment information is loading...")).toBeNull();
    expect(covered()).toEqual(["Base rent, November 2026$2,500.00"]);
  });

  it("PAY-02 without a payment in progress their address leads to the form", async () => {
    const { sent } = await openPayments("?tab=payment-details");
    expect(await screen.findByLabelText("Amount")).toBeTruthy();
    expect(tabs()).toEqual(["Summary", "Make Payment"]);
    expect(begun(sent)).toEqual([]);
  });
});
