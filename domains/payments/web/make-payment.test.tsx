import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, cleanBrowser, openPortal, problem, type Sent, tenant } from "#web/testing/open-page.tsx";
import { account, charges, clearing, intent, leaseRow, openPayments } from "./testing/page.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/pay-online.tsx"),
  ]),
);

type Answers = Parameters<typeof openPayments>[1];
const open = async (responses: Answers = {}, session?: Parameters<typeof openPayments>[2]) => {
  const portal = await openPayments("?tab=make-payment", responses, session);
  await screen.findByLabelText("Amount");
  return portal;
};
const nothingOwed = {
  "GET /api/leases/7/account": { ...account, balanceCents: 0, dueNowCents: 0, overdueCents: 0 },
  "GET /api/leases/7/open-charges": [],
};

const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
const description = () => screen.getByLabelText<HTMLInputElement>("Description");
const type = async (field: HTMLInputElement, text: string) => {
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
};
const goOn = () => userEvent.click(screen.getByRole("button", { name: "Continue to Payment" }));
const begun = (sent: readonly Sent[]) => sent.filter(({ method }) => method === "POST");
const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

describe("the form of a payment", () => {
  it("PAY-17 PAY-18 PAY-20 PAY-22 CON-11 CON-14 is filled with what is due, and says what the least is", async () => {
    await open();
    expect(amount().value).toBe("2550.00");
    expect(amount().step).toBe("0.01");
    expect(description().value).toBe("Monthly Rent Payment");
    expect(screen.getByText("Minimum payment amount: $0.50")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Continue to Payment" })).toBeTruthy();
  });

  it("PAY-18 CON-11 is filled with 2500.00 where nothing is due, and offers no choice of charges", async () => {
    await open(nothingOwed);
    expect(amount().value).toBe("2500.00");
    expect(screen.queryByText("What to pay")).toBeNull();
  });

  it.each([
    ["", "Amount must be a valid number"],
    ["abc", "Amount must be a valid number"],
    ["1.005", "Amount must be a valid number"],
    ["0.49", "Amount must be at least $0.50"],
    ["0", "Amount must be at least $0.50"],
    ["-5", "Amount must be at least $0.50"],
    ["50000.01", "Amount must be at most $50,000.00"],
  ])("PAY-19 PAY-21 CON-09 refuses the amount %j before anything is sent", async (text, message) => {
    const { sent } = await open();
    await type(amount(), text);
    await goOn();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(amount());
    expect(begun(sent)).toEqual([]);
  });

  it.each(["0.50", "50000"])("PAY-21 CON-09 takes the amount %s", async (text) => {
    const { sent } = await open();
    await type(amount(), text);
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ amount: Number(text), chargeIds: [] });
  });

  it("PAY-23 refuses a description of two characters, and takes one of three", async () => {
    const { sent } = await open();
    await type(description(), "ab ");
    await goOn();
    expect(await screen.findByText("Description must be at least 3 characters")).toBeTruthy();
    expect(begun(sent)).toEqual([]);
    await userEvent.type(description(), "c");
    expect(screen.queryByText("Description must be at least 3 characters")).toBeNull();
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
  });

  it("PAY-04 Cancel leads back to the summary", async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(location.search).toBe("");
    expect(await screen.findByRole("button", { name: "Make a Payment" })).toBeTruthy();
  });
});

describe("what is paid", () => {
  it("all that is due names the charges that are due, late fees too, and none that comes later", async () => {
    const { sent } = await open();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay all that is due/ }).checked).toBe(true);
    expect(screen.getByText("2 charges, due since Nov 1, 2026")).toBeTruthy();
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ amount: 2550, chargeIds: [11, 14] });
  });

  it("PAY-18 what is due next as long as nothing is due", async () => {
    const { sent } = await open({
      "GET /api/leases/7/account": { ...account, dueNowCents: 0, overdueCents: 0 },
      "GET /api/leases/7/open-charges": [
        ...charges.filter(({ id }) => id === 12),
        { ...charges[1], id: 15, dueOn: "2026-12-05", openCents: 100 },
      ],
    });
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay what is due next/ }).checked).toBe(true);
    expect(screen.getByText("1 charge, due Dec 1, 2026")).toBeTruthy();
    expect(amount().value).toBe("500.00");
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ amount: 500, chargeIds: [12] });
  });

  it("selected charges sum up as they are chosen, and are paid first", async () => {
    const { sent } = await open();
    await userEvent.click(screen.getByRole("radio", { name: /^Pay selected charges/ }));
    expect(amount().value).toBe("0.00");
    await goOn();
    expect(await screen.findByText("Please select at least one charge")).toBeTruthy();
    expect(begun(sent)).toEqual([]);
    const list = within(screen.getByRole("group", { name: "Charges to pay" }));
    expect(list.getByText("Due Dec 1, 2026, not due yet")).toBeTruthy();
    await userEvent.click(list.getByRole("checkbox", { name: "Water, December 2026" }));
    await userEvent.click(list.getByRole("checkbox", { name: "Late fee" }));
    expect(amount().value).toBe("550.00");
    await userEvent.click(list.getByRole("checkbox", { name: "Late fee" }));
    expect(amount().value).toBe("500.00");
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ amount: 500, chargeIds: [12] });
  });

  it("another amount is chosen by typing it", async () => {
    const { sent } = await open();
    await type(amount(), "100.10");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Pay something else/ }).checked).toBe(true);
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ amount: 100.1, chargeIds: [] });
  });

  it("what is on its way already is named, so that it is not paid again", async () => {
    await open({ "GET /api/payments/under-way": [clearing, { ...clearing, id: 5, leaseId: 8 }] });
    expect(await screen.findByText("$1,200.00 is on its way already")).toBeTruthy();
  });

  it("of several leases one is chosen, with what is owed on it", async () => {
    const other = {
      ...leaseRow,
      id: 8,
      company: { id: 4, name: "Northlight Studio" },
      units: [{ id: 9, unitNumber: "301" }],
      from: "2026-01-01",
    };
    const { sent } = await open({
      "GET /api/leases": [other, { ...leaseRow, id: 6, state: "draft" }, leaseRow],
      "GET /api/leases/8/account": { ...account, dueNowCents: 40_000 },
      "GET /api/leases/8/open-charges": [],
    });
    const choice = screen.getByLabelText<HTMLSelectElement>("Pay for");
    expect([...choice.options].map(({ text }) => text)).toEqual([
      "Kestrel Legal Partners, Harborview Center 101",
      "Northlight Studio, Harborview Center 301",
    ]);
    await userEvent.selectOptions(choice, "Northlight Studio, Harborview Center 301");
    await waitFor(() => expect(amount().value).toBe("400.00"));
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ leaseId: 8, unitId: 9, amount: 400 });
  });

  it("says so where there is no lease to pay for", async () => {
    await openPayments("?tab=make-payment", { "GET /api/leases": [] });
    expect(await screen.findByText("You have no lease to pay for")).toBeTruthy();
  });

  it("a landlord finds the lease by typing, and is asked for one before anything is sent", async () => {
    const { sent } = await open({}, { ...admin, role: "landlord" });
    await goOn();
    expect(await screen.findByText("Please choose the lease that is paid for")).toBeTruthy();
    expect(begun(sent)).toEqual([]);
    await userEvent.type(screen.getByRole("combobox", { name: "Pay for" }), "kestrel");
    await userEvent.click(await screen.findByRole("option", { name: /Kestrel Legal Partners/ }));
    await waitFor(() => expect(amount().value).toBe("2550.00"));
    expect(sent.map(({ path }) => path)).toContain("/api/leases?limit=20&q=kestrel");
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]?.body).toMatchObject({ leaseId: 7, unitId: 3, userId: 1 });
  });

  it("a link opens the form for its lease", async () => {
    await openPayments("?tab=make-payment&lease=7", {}, { ...admin, role: "landlord" });
    await waitFor(() => expect(amount().value).toBe("2550.00"));
  });
});

describe("beginning a payment", () => {
  it("PAY-24 PAY-28 PAY-82 API-23 sends dollars as a number and what they are for, and keeps it on the machine", async () => {
    const { sent } = await open();
    await type(description(), "  November rent ");
    await goOn();
    await waitFor(() => expect(begun(sent)).toHaveLength(1));
    expect(begun(sent)[0]).toMatchObject({
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

  it("PAY-02 PAY-03 PAY-25 the tab of the details is there only once there is a client secret", async () => {
    await open();
    expect(tabs()).toEqual(["Summary", "Make Payment"]);
    await goOn();
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
    expect(tabs()).toEqual(["Summary", "Make Payment", "Payment Details"]);
    expect(screen.getByRole("tab", { name: "Payment Details" }).getAttribute("aria-selected")).toBe("true");
    expect(location.search).toBe("?tab=payment-details");
  });

  const failures: [unknown, string][] = [
    [
      problem(409, "This lease is a draft. Activate it before it is paid for."),
      "This lease is a draft. Activate it before it is paid for.",
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
    "PAY-26 PAY-27 a failure says so, and the form stays as it was",
    async (response, message) => {
      await open({ "POST /api/create-payment-intent": response });
      await type(amount(), "12.34");
      await goOn();
      expect((await screen.findAllByText("Payment Error")).length).toBeGreaterThan(0);
      expect(screen.getAllByText(message).length).toBeGreaterThan(0);
      expect(tabs()).toEqual(["Summary", "Make Payment"]);
      expect(amount().value).toBe("12.34");
    },
  );

  it("PAY-26 what the server says about a field stands beneath it", async () => {
    await open({
      "POST /api/create-payment-intent": problem(400, "Please check the amount.", {
        amount: "Amount must be at most $100.00",
      }),
    });
    await goOn();
    expect(await screen.findByText("Amount must be at most $100.00")).toBeTruthy();
    expect(amount().getAttribute("aria-invalid")).toBe("true");
  });

  it("sends once, however often it is pressed", async () => {
    const { sent } = await open({ "POST /api/create-payment-intent": () => new Promise(() => {}) });
    await goOn();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Processing..." });
    await userEvent.click(button);
    expect(button.disabled).toBe(true);
    expect(begun(sent)).toHaveLength(1);
  });
});

describe("the details of a payment", () => {
  const details = async (responses: Answers = {}) => {
    const portal = await open(responses);
    await type(amount(), "2500");
    await goOn();
    await screen.findByRole("region", { name: "Payment Information" });
    return portal;
  };

  it("PAY-32 CON-03 name the method, the amount, what for and today's day", async () => {
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

  it("PAY-16 CON-12 estimate what it is made of, by the shares of the settings, adding up to the amount", async () => {
    await details();
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

  it("PAY-04 PAY-30 Back leads to the form with what was entered, and the tab remains", async () => {
    await details();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Amount")).value).toBe("2500");
    expect(location.search).toBe("?tab=make-payment");
    await userEvent.click(screen.getByRole("tab", { name: "Payment Details" }));
    expect(await screen.findByRole("region", { name: "Payment Information" })).toBeTruthy();
  });

  it("PAY-33 PAY-34 the page loaded anew goes on with the same payment, and says that it is loading", async () => {
    const paying = {
      amountCents: 250_000,
      description: "November rent",
      leaseId: 7,
      unitId: 3,
      chargeIds: [11],
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
  });

  it("PAY-02 without a payment that was begun their address leads to the form", async () => {
    const { sent } = await openPayments("?tab=payment-details");
    expect(await screen.findByLabelText("Amount")).toBeTruthy();
    expect(tabs()).toEqual(["Summary", "Make Payment"]);
    expect(begun(sent)).toEqual([]);
  });
});
