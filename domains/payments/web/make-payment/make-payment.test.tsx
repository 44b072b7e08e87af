import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, problem, resetBrowser, unreachable } from "#web/testing/open-page.tsx";
import {
  amount,
  continueToPayment,
  description,
  noCharges,
  openForm,
  paymentRequests,
  tabs,
  type,
} from "../testing/form.ts";
import { account, charges, clearing, leaseRow, openPayments } from "../testing/page.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/checkout/pay-online.tsx"),
  ]),
);

describe("the form for making a payment", () => {
  it("PAY-17 PAY-18 PAY-20 PAY-22 CON-11 CON-14 the payment form proposes the amount due and shows the minimum", async () => {
    await openForm();
    expect(amount().value).toBe("2550.00");
    expect(amount().step).toBe("0.01");
    expect(description().value).toBe("Monthly Rent Payment");
    expect(screen.getByText("Minimum payment amount: $0.50")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Continue to Payment" })).toBeTruthy();
  });

  it("PAY-18 CON-11 if no charges are known, the payment form proposes 2500.00 and offers no charges to select", async () => {
    await openForm(noCharges());
    expect(amount().value).toBe("2500.00");
    expect(screen.queryByText("What to pay")).toBeNull();
    expect(screen.getByText("Nothing is due")).toBeTruthy();
    expect(screen.getByText("A payment now will be added as a credit.")).toBeTruthy();
  });

  it("PAY-18 the payment form proposes no amount if the account can't be loaded", async () => {
    await openForm({
      "GET /api/leases/7/account": unreachable,
      "GET /api/leases/7/open-charges": unreachable,
      "GET /api/payments/pending": [clearing],
    });
    expect(await screen.findByText("$1,200.00 is already processing")).toBeTruthy();
    expect(amount().value).toBe("");
    expect(screen.queryByText(/left out/)).toBeNull();
  });

  it("PAY-18 before the due date, the payment form shows the date until which nothing is due and proposes the next charge", async () => {
    await openForm({
      "GET /api/leases/7/account": {
        ...account,
        overdueCents: 0,
        overdueSince: null,
        dueNowCents: 0,
        nextDue: { on: "2026-12-01", cents: 50_000 },
      },
      "GET /api/leases/7/open-charges": charges.slice(1, 2),
    });
    expect(amount().value).toBe("500.00");
    expect(screen.getByText("Nothing is due until Dec 1, 2026")).toBeTruthy();
    expect(screen.getByRole("radio", { name: /Pay next charge/ })).toBeTruthy();
  });

  it("PAY-18 if nothing is due, the payment form proposes the next scheduled charge and says that the payment becomes a credit", async () => {
    const { sent } = await openForm(noCharges({ nextDue: { on: "2027-01-01", cents: 300_000 } }));
    expect(amount().value).toBe("3000.00");
    expect(screen.getByText("Nothing is due until Jan 1, 2027")).toBeTruthy();
    expect(
      screen.getByText(
        "A payment now becomes a credit toward the next charge of $3,000.00, due Jan 1, 2027.",
      ),
    ).toBeTruthy();
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 3000, chargeIds: [] });
  });

  it("PAY-18 the payment form shows what remains of the next charge after a credit", async () => {
    await openForm(
      noCharges({
        balanceCents: -100_010,
        creditCents: 100_010,
        onItsWayCents: 30_033,
        nextDue: { on: "2027-01-01", cents: 149_990 },
      }),
    );
    expect(amount().value).toBe("1199.57");
    expect(
      screen.getByText(
        "Your $1,000.10 credit leaves $1,499.90 of the next charge of $2,500.00, due Jan 1, 2027. A payment now becomes a credit toward it.",
      ),
    ).toBeTruthy();
  });

  it("PAY-18 the payment form proposes no amount if a credit covers the next charge", async () => {
    const { sent } = await openForm(
      noCharges({
        balanceCents: -400_000,
        creditCents: 400_000,
        nextDue: { on: "2027-01-01", cents: 0 },
      }),
    );
    expect(amount().value).toBe("");
    expect(
      screen.getByText(
        "Your $4,000.00 credit covers the next charge, due Jan 1, 2027. A payment now will be added to that credit.",
      ),
    ).toBeTruthy();
    await continueToPayment();
    expect(await screen.findByText("Amount must be a valid number")).toBeTruthy();
    expect(paymentRequests(sent)).toEqual([]);
  });

  it("PAY-18 CON-11 for staff, the payment form is empty until they select a lease", async () => {
    await openForm({}, { ...admin, role: "landlord" });
    expect(amount().value).toBe("");
    expect(description().value).toBe("");
    await type(amount(), "12.5");
    await userEvent.type(screen.getByRole("combobox", { name: "Lease" }), "kestrel");
    await userEvent.click(await screen.findByRole("option", { name: /Kestrel Legal Partners/ }));
    await waitFor(() => expect(description().value).toBe("Monthly Rent Payment"));
    expect(amount().value).toBe("12.5");
  });

  it.each([
    ["", "Amount must be a valid number"],
    ["abc", "Amount must be a valid number"],
    ["1.005", "Amount must be a valid number"],
    ["0.49", "Amount must be at least $0.50"],
    ["0", "Amount must be at least $0.50"],
    ["-5", "Amount must be at least $0.50"],
    ["50000.01", "Amount can be up to $50,000.00"],
  ])(
    "PAY-19 PAY-21 CON-09 the payment form rejects the amount %j before anything is sent",
    async (text, message) => {
      const { sent } = await openForm();
      await type(amount(), text);
      await continueToPayment();
      expect(await screen.findByText(message)).toBeTruthy();
      expect(document.activeElement).toBe(amount());
      expect(paymentRequests(sent)).toEqual([]);
    },
  );

  it.each(["0.50", "50000"])("PAY-21 CON-09 the payment form accepts the amount %s", async (text) => {
    const { sent } = await openForm();
    await type(amount(), text);
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: Number(text), chargeIds: [] });
  });

  it("PAY-23 the payment form rejects a description of two characters and accepts one of three", async () => {
    const { sent } = await openForm();
    await type(description(), "ab ");
    await continueToPayment();
    expect(await screen.findByText("Description must be at least 3 characters")).toBeTruthy();
    expect(paymentRequests(sent)).toEqual([]);
    await userEvent.type(description(), "c");
    expect(screen.queryByText("Description must be at least 3 characters")).toBeNull();
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
  });

  it("PAY-04 Cancel in the payment form returns to the summary", async () => {
    await openForm();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(location.search).toBe("");
    expect(await screen.findByRole("button", { name: "Make a Payment" })).toBeTruthy();
  });
});

describe("selecting charges", () => {
  it("“Pay full amount due” sends the due charges including late fees but no later charges", async () => {
    const { sent } = await openForm();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay full amount due/ }).checked).toBe(true);
    expect(screen.getByText("2 charges, due since Nov 1, 2026")).toBeTruthy();
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 2550, chargeIds: [11, 14] });
  });

  it("PAY-18 “Pay next charge” is offered if nothing is due", async () => {
    const { sent } = await openForm({
      "GET /api/leases/7/account": { ...account, dueNowCents: 0, overdueCents: 0 },
      "GET /api/leases/7/open-charges": [
        ...charges.filter(({ id }) => id === 12),
        { ...charges[1], id: 15, dueOn: "2026-12-05", openCents: 100 },
      ],
    });
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay next charge/ }).checked).toBe(true);
    expect(screen.getByText("1 charge, due Dec 1, 2026")).toBeTruthy();
    expect(amount().value).toBe("500.00");
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 500, chargeIds: [12] });
  });

  it("selected charges are added up and paid first", async () => {
    const { sent } = await openForm();
    await userEvent.click(screen.getByRole("radio", { name: /^Pay selected charges/ }));
    expect(amount().value).toBe("0.00");
    await continueToPayment();
    expect(await screen.findByText("Please select at least one charge")).toBeTruthy();
    expect(paymentRequests(sent)).toEqual([]);
    const list = within(screen.getByRole("group", { name: "Charges to pay" }));
    expect(list.getByText("Due Dec 1, 2026, not due yet")).toBeTruthy();
    expect(list.getByText("Due Nov 1, 2026, overdue")).toBeTruthy();
    await userEvent.click(list.getByRole("checkbox", { name: "Water, December 2026" }));
    // A single charge describes the payment.
    expect(description().value).toBe("Water, December 2026");
    await userEvent.click(list.getByRole("checkbox", { name: "Late fee" }));
    expect(amount().value).toBe("550.00");
    expect(description().value).toBe("Monthly Rent Payment");
    await userEvent.click(list.getByRole("checkbox", { name: "Late fee" }));
    expect(amount().value).toBe("500.00");
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 500, chargeIds: [12] });
  });

  it("each option for the amount has a name, the amount, and a hint as its description", async () => {
    await openForm();
    expect(screen.getByRole("radio", { name: "Pay full amount due $2,550.00" })).toBeTruthy();
    expect(
      screen.getByRole("radio", {
        name: "Pay selected charges",
        description: "Choose which charges to pay.",
      }),
    ).toBeTruthy();
    expect(screen.getByRole("radio", { name: "Pay another amount" })).toBeTruthy();
  });

  it("typing an amount selects “Pay another amount”", async () => {
    const { sent } = await openForm();
    await type(amount(), "100.10");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay another amount/ }).checked).toBe(true);
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ amount: 100.1, chargeIds: [] });
  });

  it("the payment form shows payments in progress to prevent duplicate payments", async () => {
    await openForm({ "GET /api/payments/pending": [clearing, { ...clearing, id: 5, leaseId: 8 }] });
    expect(await screen.findByText("$1,200.00 is already processing")).toBeTruthy();
  });

  it("a tenant with several leases selects one and sees its charges", async () => {
    const otherLease = {
      ...leaseRow,
      id: 8,
      company: { id: 4, name: "Northlight Studio" },
      units: [{ id: 9, unitNumber: "301" }],
      from: "2026-01-01",
    };
    const { sent } = await openForm({
      "GET /api/leases": [otherLease, { ...leaseRow, id: 6, state: "draft" }, leaseRow],
      "GET /api/leases/8/account": { ...account, suggestedCents: 40_000 },
      "GET /api/leases/8/open-charges": [],
    });
    const choice = screen.getByLabelText<HTMLSelectElement>("Pay for");
    expect([...choice.options].map(({ text }) => text)).toEqual([
      "Kestrel Legal Partners, Harborview Center 101",
      "Northlight Studio, Harborview Center 301",
    ]);
    await userEvent.selectOptions(choice, "Northlight Studio, Harborview Center 301");
    await waitFor(() => expect(amount().value).toBe("400.00"));
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ leaseId: 8, unitId: 9, amount: 400 });
  });

  it("selecting another lease clears the amount typed for the previous lease", async () => {
    const otherLease = {
      ...leaseRow,
      id: 8,
      company: { id: 4, name: "Northlight Studio" },
      from: "2026-01-01",
    };
    const nextDue = { on: "2026-12-01", cents: 40_000 };
    const { "GET /api/leases/7/account": otherAccount } = noCharges({ nextDue });
    await openForm({
      "GET /api/leases": [leaseRow, otherLease],
      "GET /api/leases/8/account": otherAccount,
      "GET /api/leases/8/open-charges": [],
    });
    await type(amount(), "100.10");
    await userEvent.selectOptions(screen.getByLabelText("Pay for"), "8");
    await waitFor(() => expect(amount().value).toBe("400.00"));
  });

  it("the payment form shows a message if there is no lease to pay for", async () => {
    await openPayments("?tab=make-payment", { "GET /api/leases": [] });
    expect(await screen.findByText("You don't have a lease to pay for")).toBeTruthy();
  });

  it("a landlord searches for a lease and must select one before anything is sent", async () => {
    const { sent } = await openForm({}, { ...admin, role: "landlord" });
    await continueToPayment();
    expect(await screen.findByText("Please select a lease")).toBeTruthy();
    expect(paymentRequests(sent)).toEqual([]);
    await userEvent.type(screen.getByRole("combobox", { name: "Lease" }), "kestrel");
    await userEvent.click(await screen.findByRole("option", { name: /Kestrel Legal Partners/ }));
    await waitFor(() => expect(amount().value).toBe("2550.00"));
    expect(sent.map(({ path }) => path)).toContain("/api/leases?limit=100&q=kestrel");
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]?.body).toMatchObject({ leaseId: 7, unitId: 3, userId: 1 });
  });

  it("a link opens the payment form with its lease selected", async () => {
    await openPayments("?tab=make-payment&lease=7", {}, { ...admin, role: "landlord" });
    await waitFor(() => expect(amount().value).toBe("2550.00"));
  });
});

describe("starting a payment", () => {
  it("PAY-24 PAY-28 PAY-82 API-23 starting a payment sends the amount in dollars with the description and saves both on the device", async () => {
    const { sent } = await openForm();
    await type(description(), "  November rent ");
    await continueToPayment();
    await waitFor(() => expect(paymentRequests(sent)).toHaveLength(1));
    expect(paymentRequests(sent)[0]).toMatchObject({
      path: "/api/create-payment-intent",
      body: {
        amount: 2550,
        description: "November rent",
        unitId: 3,
        userId: 2,
        leaseId: 7,
        chargeIds: [11, 14],
      },
    });
    expect(JSON.parse(localStorage.getItem("paymentDetails") ?? "")).toEqual({
      amount: 2550,
      description: "November rent",
      unitId: 3,
    });
  });

  it("PAY-02 PAY-03 PAY-25 the details tab appears only with a client secret", async () => {
    await openForm();
    expect(tabs()).toEqual(["Summary", "Make Payment"]);
    await continueToPayment();
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
    expect(tabs()).toEqual(["Summary", "Make Payment", "Payment Details"]);
    expect(screen.getByRole("tab", { name: "Payment Details" }).getAttribute("aria-selected")).toBe("true");
    expect(location.search).toBe("?tab=payment-details");
  });

  const failures: [unknown, string][] = [
    [
      problem(409, "This lease is a draft. Activate it before taking payments."),
      "This lease is a draft. Activate it before taking payments.",
    ],
    [
      () => new Response(null, { status: 502 }),
      "There was a problem initiating your payment. Please try again.",
    ],
    [
      () => Promise.reject(new TypeError("Failed to fetch")),
      "There was a problem initiating your payment. Please try again.",
    ],
    [{ message: "" }, "Failed to get client secret from server"],
    [{}, "Failed to get client secret from server"],
    [{ message: "Payments are paused until noon." }, "Payments are paused until noon."],
  ];
  it.each(failures)(
    "PAY-26 PAY-27 if starting a payment fails, a message is shown and the form keeps its entries",
    async (response, message) => {
      await openForm({ "POST /api/create-payment-intent": response });
      await type(amount(), "12.34");
      await continueToPayment();
      expect((await screen.findAllByText("Payment Error")).length).toBeGreaterThan(0);
      expect(screen.getAllByText(message).length).toBeGreaterThan(0);
      expect(tabs()).toEqual(["Summary", "Make Payment"]);
      expect(amount().value).toBe("12.34");
    },
  );

  it("PAY-26 a server error about a field of the payment form is shown below the field", async () => {
    await openForm({
      "POST /api/create-payment-intent": problem(400, "Please check the amount.", {
        amount: "Amount can be up to $100.00",
      }),
    });
    await continueToPayment();
    expect(await screen.findByText("Amount can be up to $100.00")).toBeTruthy();
    expect(amount().getAttribute("aria-invalid")).toBe("true");
  });

  it("the payment form sends only one request, no matter how often the button is clicked", async () => {
    const { sent } = await openForm({ "POST /api/create-payment-intent": () => new Promise(() => {}) });
    await continueToPayment();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Processing..." });
    await userEvent.click(button);
    expect(button.disabled).toBe(true);
    expect(paymentRequests(sent)).toHaveLength(1);
  });
});
