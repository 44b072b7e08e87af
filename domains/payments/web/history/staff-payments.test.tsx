import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { admin, type FakeResponses, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { account, byCard, clearing, openPayments, overdue, payment, summary } from "../testing/page.ts";

resetBrowser();
beforeAll(() => import("#domains/payments/web/payments-page.tsx"));
afterEach(() => void vi.unstubAllGlobals());

const refund = {
  id: 1,
  amountCents: 50_000,
  feeCents: 1_750,
  reason: "Paid by mistake",
  problem: "",
  madeAt: "2026-11-20T12:00:00Z",
  // A late evening at the property.
  refundedOn: "2026-11-19",
  who: "Lena Landlord",
};

const open = (query = "", responses: FakeResponses = {}) =>
  openPayments(
    query,
    {
      "GET /api/payments": [payment, overdue],
      "GET /api/payments/70": byCard,
      "GET /api/buildings": [
        { id: 1, name: "Harborview Center", address: "1 Way", image: null },
        { id: 2, name: "Hill House", address: "2 Way", image: null },
      ],
      ...responses,
    },
    admin,
  );
const table = async () => within(await screen.findByRole("table", { name: "Payments" }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

async function write(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
}

describe("the summary of all leases", () => {
  const figure = async (name: string) => within(await screen.findByRole("region", { name }));

  it("PAY-08 the summary shows overdue, due, and on-its-way amounts first, then the coming amount, the credit, and the balance", async () => {
    const amounts = {
      overdueCents: 1_149_238,
      overdueSince: "2026-10-01",
      dueCents: 4_489_100,
      dueOn: "2026-12-01",
      dueNowCents: 1_149_238,
      onItsWayCents: 250_000,
      comingCents: 100_000,
      creditCents: 50_000,
      balanceCents: 5_688_338,
    };
    await open("", {
      "GET /api/payments/summary": { ...summary, currentBalance: 5_688_338, amounts },
    });
    const due = await screen.findByRole("region", { name: "Amount due" });
    const overdue = await within(due).findByRole("link", { name: /^Overdue/ });
    expect(overdue.getAttribute("href")).toBe("/reports/aged?overdue=yes");
    expect(due.textContent).toBe(
      [
        "Overdue$11,492.38since Oct 2, 2026",
        "Due Dec 1, 2026$44,891.00",
        "On its way$2,500.00",
        "Coming$1,000.00due later",
        "Credit$500.00not applied yet",
      ].join(""),
    );
    const balance = await figure("Current Balance");
    expect(balance.getByText("$56,883.38")).toBeTruthy();
    expect(balance.getByText("Due Oct 1, 2026")).toBeTruthy();
    expect((await figure("Last Payment")).getByText("Paid")).toBeTruthy();
    expect((await figure("Year-to-Date")).getByText("$27,500.00")).toBeTruthy();
  });
});

describe("the tab for recording a payment", () => {
  it("staff can take or record a payment for a lease in the tab", async () => {
    await open("?tab=make-payment&lease=7");
    expect(await screen.findByRole("heading", { name: "Payment for a Lease" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Make Payment" })).toBeNull();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("2550.00"));
    await userEvent.click(screen.getByRole("button", { name: "Record Payment" }));
    expect(
      await (await dialog("Record Payment, Kestrel Legal Partners, 101")).findByLabelText(/^Date received/),
    ).toBeTruthy();
  });

  it("if no lease is specified, the tab for recording a payment asks for one first and focuses its field", async () => {
    await open("?tab=make-payment");
    await userEvent.click(await screen.findByRole("button", { name: "Record Payment" }));
    const lease = (await dialog("Record Payment")).getByRole("combobox", { name: "Lease" });
    await waitFor(() => expect(document.activeElement).toBe(lease));
  });
});

describe("the payments for all leases", () => {
  it("PAY-70 payments are listed with their payers, and the exported file uses the same filters", async () => {
    await open("?method=check&q=kestrel");
    const [, first, second] = (await table()).getAllByRole("row");
    for (const words of [
      "Oct 2, 2026",
      "Kestrel Legal Partners",
      "Harborview Center, 101",
      "1042",
      "Check",
      "$3,000.00",
      "Completed",
    ])
      expect(first?.textContent).toContain(words);
    expect(second?.textContent).toContain("PendingOverdue");
    expect(screen.getByRole("link", { name: /Export/ }).getAttribute("href")).toBe(
      "/api/payments.csv?q=kestrel&method=check",
    );
  });

  it("PAY-70 PAY-71 the specified columns come first and in order, with 5 rows per page, and the selected number of rows is remembered", async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ ...payment, id: index + 1 }));
    await open("", { "GET /api/payments": many });
    const rows = (await table()).getAllByRole("row");
    expect(
      within(rows[0] as HTMLElement)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(["Date", "Description", "Method", "Amount", "Status", "Receipt", "Company"]);
    expect(rows).toHaveLength(1 + 5);
    await userEvent.click(screen.getByRole("radio", { name: "25" }));
    await waitFor(async () => expect((await table()).getAllByRole("row")).toHaveLength(1 + 12));
    expect(location.search).toBe("");
  });

  it("staff can export the selected payments and email receipts if all of them have a payer [NAV-33]", async () => {
    await open();
    await userEvent.click(await screen.findByLabelText(/^Select .*: October rent$/));
    const bar = within(await screen.findByRole("region", { name: "Selected payments" }));
    expect(bar.getByRole("link").getAttribute("href")).toBe("/api/payments.csv?ids=70");
    await userEvent.click(bar.getByRole("button", { name: "Email Receipts" }));
    await screen.findByRole("alertdialog", { name: "Email 1 receipt?" });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(screen.getByLabelText("Select all on this page"));
    expect(bar.queryByRole("button", { name: "Email Receipts" })).toBeNull();
  });

  it("staff can download the receipts of the selected payments, and a message says that charges have none [NAV-33]", async () => {
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.getAttribute("href") ?? "");
    });
    await open("", { "GET /api/payments": [payment, { ...payment, id: 71, receiptNumber: 3 }, overdue] });
    await userEvent.click((await screen.findAllByLabelText(/^Select .*: October rent$/))[0] as HTMLElement);
    const bar = within(await screen.findByRole("region", { name: "Selected payments" }));
    await userEvent.click(bar.getByRole("button", { name: "Download Receipts" }));
    expect(downloads).toEqual(["/api/payments/receipts.pdf?ids=70"]);
    await userEvent.click(screen.getByLabelText("Select all on this page"));
    await userEvent.click(bar.getByRole("button", { name: "Download Receipts" }));
    const question = await screen.findByRole("alertdialog", { name: "Download 2 receipts?" });
    expect(question.textContent).toContain("1 selected row has no receipt. Only received payments have one.");
    await userEvent.click(within(question).getByRole("button", { name: "Download Receipts" }));
    expect(downloads[1]).toBe("/api/payments/receipts.pdf?ids=70%2C71");
  });

  it("the staff payments page has no text meant for tenants and doesn't list a reported payment as processing too", async () => {
    const reported = {
      ...clearing,
      id: 5,
      kind: "confirmation",
      method: "zelle",
      description: "Zelle of May",
    };
    await open("", { "GET /api/payments/pending": [clearing, reported] });
    const pending = within(await screen.findByRole("region", { name: "Being processed" }));
    expect(pending.getAllByRole("listitem")).toHaveLength(1);
    expect(document.body.textContent).not.toMatch(/pay again|Make a Payment/);
    expect(screen.queryByRole("button", { name: "Make a Payment" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "More Actions" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Bank deposits" }));
    expect(location.pathname).toBe("/payments/bank-deposits");
  });

  it("API-33 changing a payment filter sends it to the server, saves it in the URL, and returns to the first page", async () => {
    const { sent } = await open("?q=rent");
    await table();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Status" }), "overdue");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Property" }), "2");
    expect(location.search).toBe("?q=rent&status=overdue&propertyId=2");
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain(
        "/api/payments?q=rent&status=overdue&propertyId=2&page=1&pageSize=5",
      ),
    );
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(location.search).toBe("");
  });

  it("PAY-94 each payment is listed with the card that was used", async () => {
    await open("?payment=70");
    expect(await (await dialog("Payment")).findByText("Visa ending in 4242")).toBeTruthy();
  });

  it("the payment list shows a message if no payments match", async () => {
    await open("?status=returned", { "GET /api/payments": [] });
    expect(await screen.findByText("No payments match")).toBeTruthy();
  });

  it("an overdue charge in the payment list links to its lease", async () => {
    await open();
    await userEvent.click((await table()).getByRole("button", { name: /^Lease/ }));
    expect(location.pathname).toBe("/leases/7");
  });

  it("staff record a received payment in one form that names the company, property, and unit", async () => {
    const { sent } = await open("", { "POST /api/leases/7/payments": { entryId: 9, account } });
    await userEvent.click(await screen.findByRole("button", { name: "Record Payment" }));
    const form = await dialog(/^Record Payment/);
    await write(form.getByLabelText("Amount"), "2500");
    await userEvent.click(form.getByRole("button", { name: "Record Payment" }));
    expect(form.getByText("Please select a lease")).toBeTruthy();
    await userEvent.click(form.getByRole("combobox", { name: "Lease" }));
    await userEvent.click(await screen.findByRole("option", { name: /Kestrel/ }));
    const record = await form.findByRole("button", { name: "Record $2,500.00 for Kestrel Legal Partners" });
    expect(screen.getByRole("dialog", { name: "Record Payment, Kestrel Legal Partners, 101" })).toBeTruthy();
    expect(form.getByText(/^Harborview Center\./)).toBeTruthy();
    expect(await form.findByText("$550.00")).toBeTruthy();
    await userEvent.click(record);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.find(({ path }) => path === "/api/leases/7/payments")?.body).toEqual({
      amountCents: 250_000,
      onDay: "2026-11-21",
      method: "check",
      reference: "",
      note: "",
      chargeIds: [],
    });
  });
});

describe("one payment, for staff", () => {
  it("PAY-47 a refund includes a share of the fee, which the dialog shows beforehand", async () => {
    const { sent } = await open("?payment=70", {
      "POST /api/payments/70/refunds": { ...byCard, refunds: [{ ...refund, state: "pending" }] },
    });
    await userEvent.click(await (await dialog("Payment")).findByRole("button", { name: "Refund" }));
    const form = await dialog(/^Refund, Kestrel Legal Partners/);
    const amount = form.getByLabelText<HTMLInputElement>(/^Amount/);
    expect(amount.value).toBe("1,000.00");
    expect(form.getByText("$1,035.00")).toBeTruthy();
    await write(amount, "2000");
    await userEvent.click(form.getByRole("button", { name: /^Refund/ }));
    expect(form.getByText("You can refund up to $1,000.00 of this payment.")).toBeTruthy();
    expect(form.getByText("Please enter a reason (at least 3 characters)")).toBeTruthy();
    await write(amount, "500");
    await write(form.getByLabelText(/^Reason/), "Paid by mistake");
    expect(form.getByText("$17.50")).toBeTruthy();
    expect(form.getByText("$517.50")).toBeTruthy();
    await userEvent.click(form.getByRole("button", { name: /^Refund/ }));
    const request = await waitFor(() => {
      const call = sent.find(({ method }) => method === "POST");
      if (call === undefined) throw new Error("Nothing was sent.");
      return call;
    });
    expect(request).toMatchObject({
      path: "/api/payments/70/refunds",
      body: { amountCents: 50_000, reason: "Paid by mistake" },
    });
    expect(await screen.findAllByText("Refund Recorded")).not.toEqual([]);
  });

  it("if the provider declines a refund, the form stays open and shows the reason", async () => {
    await open("?payment=70", {
      "POST /api/payments/70/refunds": problem(409, "The card was closed."),
    });
    await userEvent.click(await (await dialog("Payment")).findByRole("button", { name: "Refund" }));
    const form = await dialog(/^Refund, Kestrel Legal Partners/);
    await write(form.getByLabelText(/^Reason/), "Paid by mistake");
    await userEvent.click(form.getByRole("button", { name: /^Refund/ }));
    expect(await form.findByText("The card was closed.")).toBeTruthy();
  });

  it("after a server error, which might hide a successful refund, the refund is retried with the same key", async () => {
    const responses = [
      problem(503, "Please try again."),
      problem(409, "The card was closed."),
      () => Response.json(byCard),
    ];
    const { sent } = await open("?payment=70", {
      "POST /api/payments/70/refunds": () => responses.shift()?.(),
    });
    await userEvent.click(await (await dialog("Payment")).findByRole("button", { name: "Refund" }));
    const form = await dialog(/^Refund, Kestrel Legal Partners/);
    await write(form.getByLabelText(/^Reason/), "Paid by mistake");
    const keys = () =>
      sent
        .filter(({ method }) => method === "POST")
        .map(({ init }) => new Headers(init.headers).get("Idempotency-Key"));
    for (const message of ["Please try again.", "The card was closed."]) {
      await userEvent.click(form.getByRole("button", { name: /^Refund/ }));
      expect(await form.findByText(message)).toBeTruthy();
    }
    await userEvent.click(form.getByRole("button", { name: /^Refund/ }));
    await waitFor(() => expect(keys()).toHaveLength(3));
    const [firstKey, secondKey, thirdKey] = keys();
    expect(secondKey).toBe(firstKey);
    expect(thirdKey).not.toBe(secondKey);
  });

  it("a payment's page lists its refunds, including failed ones, and its disputes", async () => {
    await open("?payment=70", {
      "GET /api/payments/70": {
        ...byCard,
        refunds: [
          { ...refund, state: "requested", refundedOn: null },
          { ...refund, id: 2, state: "failed", problem: "The bank declined it." },
          { ...refund, id: 3, state: "done" },
        ],
        disputes: [
          {
            id: 3,
            amountCents: 103_500,
            state: "needs_response",
            reason: "fraudulent",
            respondBy: "2026-11-28T12:00:00Z",
            openedAt: "2026-11-20T12:00:00Z",
          },
        ],
        can: { refundCents: 0, emailReceipt: true, move: false },
      },
    });
    const paymentDialog = await dialog("Payment");
    expect(await paymentDialog.findByText("Disputed: needs a response")).toBeTruthy();
    expect(
      paymentDialog.getByText(/\$1,035\.00, reason: fraudulent\. Respond by Nov 28, 2026 .*\./),
    ).toBeTruthy();
    expect(paymentDialog.getAllByText(/\$517\.50 was refunded on Nov 19, 2026\./)).toHaveLength(1);
    const [requested, failed] = within(paymentDialog.getByRole("region", { name: "Refunded" })).getAllByRole(
      "listitem",
    );
    expect(requested?.textContent).toMatch(
      /Lena Landlord\$500\.00plus \$17\.50 of the feeWaiting on provider$/,
    );
    expect(failed?.textContent).toMatch(/The bank declined it\..*Failed$/);
    expect(paymentDialog.queryByRole("button", { name: "Refund" })).toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(location.search).toBe("");
  });

  it.each([
    [100_000, "It comes from the credit that isn't applied to charges, so no charges become unpaid."],
    [40_000, "$600.00 of the charges this payment covered becomes unpaid again."],
  ])(
    "the refund dialog says which charges become unpaid: %i cents unapplied",
    async (unappliedCents, sentence) => {
      await open("?payment=70", { "GET /api/payments/70": { ...byCard, unappliedCents } });
      await userEvent.click(await (await dialog("Payment")).findByRole("button", { name: "Refund" }));
      expect((await dialog(/^Refund/)).getByText((text) => text.endsWith(sentence))).toBeTruthy();
    },
  );

  it("a payment can be reversed as returned by the bank or entered by mistake", async () => {
    const { sent } = await open("?payment=70", {
      "GET /api/payments/70": { ...byCard, can: { ...byCard.can, move: true } },
      [`GET /api/leases/${byCard.leaseId}/account`]: account,
      [`POST /api/leases/${byCard.leaseId}/reversals`]: { entryId: 90, account },
    });
    await userEvent.click(await (await dialog("Payment")).findByRole("button", { name: "Reverse" }));
    const form = await dialog(/^Reverse Entry/);
    await userEvent.selectOptions(
      form.getByLabelText(/^Why are you reversing it/),
      "It was entered by mistake",
    );
    await write(form.getByLabelText(/^Reason/), "Typed twice");
    await userEvent.click(form.getByRole("button", { name: /^Reverse/ }));
    expect(await screen.findByText("Entry Reversed")).toBeTruthy();
    expect(sent.find(({ path }) => path.endsWith("/reversals"))?.body).toMatchObject({
      entryId: 70,
      cause: "mistake",
      reason: "Typed twice",
    });
  });
});
