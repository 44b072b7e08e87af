import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { formatDay } from "#shared/format/dates.ts";
import { admin, problem, resetBrowser, tenant, unreachable } from "#web/testing/open-page.tsx";
import type { Payment, PaymentSummary } from "../../contract.ts";
import {
  clearing,
  instructions,
  leaseRow,
  openPayments,
  overdue,
  payment,
  summary,
} from "../testing/page.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/manual-payments/zelle-code.tsx"),
  ]),
);
afterEach(() => void vi.unstubAllGlobals());

const card = (name: string) => screen.findByRole("region", { name });
const history = async () => within(await screen.findByRole("table", { name: "Payment history" }));
const getCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("the summary cards", () => {
  it("PAY-08 PAY-11 PAY-14 CON-01 CON-02 CON-03 the summary shows the balance in dollars and its due date", async () => {
    await openPayments();
    const balance = within(await card("Current Balance"));
    expect(await balance.findByText("$3,050.00")).toBeTruthy();
    expect(balance.getByText("Due Nov 1, 2026")).toBeTruthy();
  });

  it("PAY-08 the overdue, due, and on-its-way amounts come before the balance, which has no date if nothing is due", async () => {
    await openPayments();
    const due = await card("Amount due");
    expect(await within(due).findByText("Overdue")).toBeTruthy();
    expect(within(due).getByRole("button", { name: "Make a Payment" }).className).toContain("bg-accent");
    expect(due.textContent).toMatch(
      /^Overdue\$2,550\.00since Nov 2, 2026Due Dec 1, 2026\$500\.00On its way\$0\.00/,
    );
  });

  it("PAY-12 once a payment on its way covers the amount due, the payment button is no longer the primary button", async () => {
    const amounts = { ...summary.amounts, onItsWayCents: 305_000 };
    await openPayments("", { "GET /api/payments/summary": { ...summary, amounts, suggestedCents: 0 } });
    const due = within(await card("Amount due"));
    expect((await due.findByText("On its way")).nextElementSibling?.textContent).toBe("$3,050.00");
    expect(due.getByRole("button", { name: "Make a Payment" }).className).not.toContain("bg-accent");
  });

  it("offline, the payment summary says when its amounts were saved", async () => {
    await openPayments("", { "GET /api/me": unreachable });
    const due = within(await card("Amount due"));
    expect(
      await due.findByText(/^Saved on this device .+ Payments can be made when you're back online\.$/),
    ).toBeTruthy();
    expect(due.getByRole("button", { name: "Make a Payment" })).toHaveProperty("disabled", true);
  });

  it.each<[Partial<PaymentSummary["amounts"]>, string, string | null]>([
    [{ balanceCents: 250_000, dueCents: 250_000, dueOn: "2026-12-01" }, "$2,500.00", "Due Dec 1, 2026"],
    [{ balanceCents: 0 }, "$0.00", null],
    [{ balanceCents: -5_000, creditCents: 5_000 }, "Credit of $50.00", null],
  ])("PAY-08 the balance shows a date only if an amount is due: %o", async (change, amount, badge) => {
    const none = { overdueCents: 0, overdueSince: null, dueCents: 0, dueOn: null };
    const amounts = { ...summary.amounts, ...none, ...change };
    await openPayments("", {
      "GET /api/payments/summary": { ...summary, currentBalance: amounts.balanceCents, amounts },
    });
    const balance = within(await card("Current Balance"));
    expect(await balance.findByText(amount)).toBeTruthy();
    expect(balance.queryByText(/^Due/)?.textContent ?? null).toBe(badge);
  });

  it("PAY-09 PAY-14 the last payment is shown with its date and description and marked Paid", async () => {
    await openPayments();
    const last = within(await card("Last Payment"));
    expect(await last.findByText("$3,000.00")).toBeTruthy();
    expect(last.getByText("Paid")).toBeTruthy();
    expect(last.getByText(/Oct 2, 2026/)).toBeTruthy();
    expect(last.getByText("October rent")).toBeTruthy();
  });

  it("the last payment and the history show the card fee that was charged", async () => {
    const fee = { feeCents: 10_500 };
    await openPayments("", {
      "GET /api/payments/summary": { ...summary, lastPayment: { ...summary.lastPayment, ...fee } },
      "GET /api/payments": [{ ...payment, ...fee }],
    });
    const last = within(await card("Last Payment"));
    expect(await last.findByText("$3,000.00")).toBeTruthy();
    // On its own line, because both don't fit next to each other on a phone.
    expect(last.getByText("+ $105.00 fee")).toBeTruthy();
    expect((await history()).getByText("+ $105.00 fee")).toBeTruthy();
  });

  it("PAY-09 without a payment, the summary marks nothing as Paid", async () => {
    await openPayments("", { "GET /api/payments/summary": { ...summary, lastPayment: null } });
    const last = within(await card("Last Payment"));
    expect(await last.findByText("No payments yet")).toBeTruthy();
    expect(last.queryByText("Paid")).toBeNull();
  });

  it("PAY-10 PAY-14 the summary shows the total of this year's payments, from January 1 through today", async () => {
    await openPayments();
    const year = within(await card("Year-to-Date"));
    expect(await year.findByText("$27,500.00")).toBeTruthy();
    const now = new Date();
    expect(year.getByText(`Jan 1, ${now.getFullYear()} – ${formatDay(now)}`)).toBeTruthy();
  });

  it("PAY-11 a payment summary that fails to load shows an error and a retry button", async () => {
    let requests = 0;
    await openPayments("", {
      "GET /api/payments/summary": () =>
        requests++ === 0 ? problem(503, "Please try again in a minute.")() : summary,
    });
    expect(await screen.findByText("Couldn't load the summary.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await within(await card("Current Balance")).findByText("$3,050.00")).toBeTruthy();
  });

  it("PAY-12 the summary links to the payment form and to the balance explanation", async () => {
    await openPayments();
    expect((await screen.findByRole("link", { name: "Why is this my balance?" })).getAttribute("href")).toBe(
      "/leases/7/balance",
    );
    expect(screen.getByRole("link", { name: "Statement" }).getAttribute("href")).toBe("/leases/7/statement");
    await userEvent.click(screen.getByRole("button", { name: "Make a Payment" }));
    expect(location.search).toBe("?tab=make-payment");
    expect(await screen.findByRole("button", { name: "Continue to Payment" })).toBeTruthy();
  });

  it("PAY-12 the payment button reads Processing... while a payment is being created", async () => {
    await openPayments("?tab=make-payment", {
      "POST /api/create-payment-intent": () => new Promise(() => {}),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
    await userEvent.click(screen.getByRole("tab", { name: "Summary" }));
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Processing..." });
    expect(button.disabled).toBe(true);
  });

  it("the summary links to the balance of each of the tenant's leases", async () => {
    const other = { ...leaseRow, id: 8, company: { id: 4, name: "Northlight Studio" } };
    await openPayments("", { "GET /api/leases": [leaseRow, other] });
    const links = await screen.findAllByRole("link", { name: "Why is this my balance?" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/leases/7/balance",
      "/leases/8/balance",
    ]);
    expect(screen.getByText("Northlight Studio, Harborview Center 101")).toBeTruthy();
  });
});

describe("payments in progress", () => {
  it("pending payments are listed separately from the history, with the pending step", async () => {
    const manualConfirmation = {
      ...clearing,
      id: 5,
      kind: "confirmation",
      method: "zelle",
      description: "Zelle of May",
    };
    await openPayments("", { "GET /api/payments/pending": [clearing, manualConfirmation] });
    const region = within(await card("Being processed"));
    const [debit, confirmation] = region.getAllByRole("listitem");
    expect(debit?.textContent).toMatch(/November rentBank debit, since Nov 20, 2026\$1,200\.00Processing/);
    expect(debit?.textContent).toContain("Up to five business days");
    expect(confirmation?.textContent).toMatch(/Zelle of MayZelle, since .*Waiting for review/);
  });

  it("up to three pending payments are listed, and the rest on request", async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ ...clearing, id: index + 1 }));
    await openPayments("", { "GET /api/payments/pending": many });
    const region = within(await card("Being processed"));
    expect(region.getAllByRole("listitem")).toHaveLength(3);
    await userEvent.click(region.getByRole("button", { name: "Show all 5" }));
    expect(region.getAllByRole("listitem")).toHaveLength(5);
    expect(region.queryByRole("button", { name: /Show all/ })).toBeNull();
  });

  it("the section for pending payments is hidden if there are none", async () => {
    await openPayments();
    await history();
    expect(screen.queryByText("Being processed")).toBeNull();
  });
});

describe("the payment history", () => {
  it("PAY-13 PAY-70 PAY-74 the payment history has the specified columns in order and shows the amount as formatted by the server", async () => {
    await openPayments();
    const table = await history();
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Date",
      "Description",
      "Method",
      "Amount",
      "Status",
      "Receipt",
    ]);
    const [, row] = table.getAllByRole("row");
    expect(getCells(row as HTMLElement)).toEqual([
      expect.stringContaining("Oct 2, 2026"),
      expect.stringContaining("October rent"),
      expect.stringContaining("Check"),
      expect.stringContaining("$3,000.00"),
      expect.stringContaining("Completed"),
      expect.stringContaining("View"),
    ]);
  });

  it("PAY-75 PAY-76 CON-03 an incomplete payment reads Pending with its date and has no receipt", async () => {
    await openPayments("", { "GET /api/payments": [overdue] });
    const [, row] = (await history()).getAllByRole("row");
    expect(row?.textContent).toContain("Pending");
    expect(row?.textContent).toContain("Nov 1, 2026");
    expect(within(row as HTMLElement).getByText("Overdue").className).toContain("text-red-text");
    expect(row?.textContent).not.toContain("Completed");
    expect(within(row as HTMLElement).queryByRole("button")).toBeNull();
  });

  it.each<[Partial<Payment>, string, string]>([
    [{ status: "refunded", refundedCents: 300_000 }, "Refunded", ""],
    [
      { status: "returned" },
      "Returned",
      "The bank returned this payment, so the charges it covered are unpaid again",
    ],
    [
      { status: "failed", problem: "The bank returned this debit: insufficient funds.", receiptNumber: null },
      "Failed",
      "The bank returned this debit: insufficient funds. Nothing was credited.",
    ],
    [{ refundedCents: 10_000 }, "Completed", "$100.00 was refunded"],
    [{ refundedCents: 50_000, feeRefundedCents: 1_750 }, "Completed", "$517.50 was refunded"],
    [{ dispute: { state: "needs_response", reason: "" } }, "Completed", "Disputed: needs a response"],
  ])("the payment history shows refunds, returns, and disputes: %o", async (change, label, note) => {
    await openPayments("", { "GET /api/payments": [{ ...payment, ...change }] });
    const [, row] = (await history()).getAllByRole("row");
    expect(within(row as HTMLElement).getByText(label)).toBeTruthy();
    expect(row?.textContent).toContain(note);
  });

  it("PAY-71 PAY-72 CON-06 the payment history loads five payments per page from the server and shows the range and total", async () => {
    const all = Array.from({ length: 12 }, (_, index) => ({
      ...payment,
      id: 100 + index,
      description: `Payment ${index + 1}`,
    }));
    const { sent } = await openPayments("", {
      "GET /api/payments": ({ path }: { path: string }) => {
        const query = new URLSearchParams(path.split("?")[1]);
        const [page, size] = [Number(query.get("page")), Number(query.get("pageSize"))];
        return Response.json(all.slice((page - 1) * size, page * size), {
          headers: { "X-Total-Count": "12" },
        });
      },
    });
    await screen.findByText("Showing 1 to 5 of 12 payments");
    expect((await history()).getAllByRole("row")).toHaveLength(6);
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Showing 6 to 10 of 12 payments")).toBeTruthy();
    expect((await history()).getByText("Payment 6")).toBeTruthy();
    expect(location.search).toBe("?page=2");
    expect(sent.map(({ path }) => path)).toContain("/api/payments?page=2&pageSize=5");
  });

  it("PAY-73 an empty payment history shows a message and no export", async () => {
    await openPayments("", { "GET /api/payments": [] });
    expect(await screen.findByText("No payment history available")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Export payments as CSV" })).toBeNull();
  });

  it("the payment history can be exported", async () => {
    await openPayments();
    const link = await screen.findByRole("link", { name: "Export payments as CSV" });
    expect(link.getAttribute("href")).toBe("/api/payments.csv");
  });

  it("ROLE-06 PAY-76 View in the payment history opens the receipt of a completed payment", async () => {
    const { sent } = await openPayments();
    await userEvent.click(await screen.findByRole("button", { name: /^View/ }));
    expect(await screen.findByRole("dialog", { name: "Receipt" })).toBeTruthy();
    expect(sent.map(({ path }) => path)).toContain("/api/payments/70");
  });

  it("the payment history shows an error if it can't be loaded", async () => {
    await openPayments("", { "GET /api/payments": problem(503, "Please try again in a minute.") });
    expect(await screen.findByText("Couldn't load the payments.")).toBeTruthy();
  });
});

describe("users who can't pay", () => {
  it.each([
    [{ ...admin, role: "maintenance" as const }, "There's nothing for you to do here"],
    [{ ...tenant, membership: "pending" as const }, "Your account is waiting for approval."],
  ])(
    "ROLE-16 PAY-01 PAY-73 users who can't pay see an empty page with the reason: %o",
    async (session, message) => {
      const { sent } = await openPayments("", { "GET /api/payments": [] }, session);
      expect(await screen.findByText("No payment history available")).toBeTruthy();
      expect(screen.getByText(new RegExp(message))).toBeTruthy();
      expect(screen.queryByText("Current Balance")).toBeNull();
      expect(screen.queryByRole("button", { name: "Make a Payment" })).toBeNull();
      expect(sent.map(({ path }) => path)).not.toContain("/api/payments/summary");
      await userEvent.click(screen.getByRole("tab", { name: "Make Payment" }));
      expect(await screen.findByText("Nothing to pay here")).toBeTruthy();
    },
  );
});

describe("other ways to pay", () => {
  const clipboard = (writeText: (text: string) => Promise<void>) =>
    vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText } } }));

  it("TST-07 PAY-99 PAY-100 CON-16 the Zelle details can be copied together or line by line", async () => {
    const copied: string[] = [];
    await openPayments();
    const otherWays = within(await screen.findByRole("group", { name: "Other ways to pay" }));
    const copyButton = await otherWays.findByRole("button", { name: "Copy Zelle Info" });
    clipboard(async (text) => void copied.push(text));
    copyButton.click();
    expect((await screen.findAllByText("Zelle Info Copied")).length).toBeGreaterThan(0);
    expect((await screen.findAllByText("Payment information copied to clipboard.")).length).toBeGreaterThan(
      0,
    );
    otherWays.getByRole("button", { name: "Copy send to" }).click();
    expect((await screen.findAllByText("Copied!")).length).toBeGreaterThan(0);
    otherWays.getByRole("button", { name: "Copy amount" }).click();
    expect(copied).toEqual([
      "Zelle to: rent@harborview.example\nName: Harborview Management\nAmount: $2,550.00",
      "rent@harborview.example",
      "$2,550.00",
    ]);
  });

  it("PAY-100 a toast says that the browser doesn't allow copying", async () => {
    await openPayments();
    const otherWays = within(await screen.findByRole("group", { name: "Other ways to pay" }));
    const button = await otherWays.findByRole("button", { name: "Copy name" });
    clipboard(() => Promise.reject(new Error("not allowed")));
    button.click();
    expect((await screen.findAllByText("Couldn't Copy")).length).toBeGreaterThan(0);
  });

  it("PAY-101 PAY-102 CON-18 the Zelle code is 100 by 100 pixels, and the accounting email is a link", async () => {
    const { sent } = await openPayments();
    const otherWays = within(await screen.findByRole("group", { name: "Other ways to pay" }));
    const code = await otherWays.findByRole("img", {
      name: "QR code to pay rent@harborview.example with Zelle",
    });
    expect([code.getAttribute("width"), code.getAttribute("height")]).toEqual(["100", "100"]);
    expect(code.querySelector("path")?.getAttribute("d")).toMatch(/^(M\d+ \d+h1v1h-1z){200,}$/);
    expect(otherWays.getByRole("link", { name: "accounting@harborview.example" }).getAttribute("href")).toBe(
      "mailto:accounting@harborview.example",
    );
    expect(sent.every(({ path }) => path.startsWith("/api/"))).toBe(true);
  });

  it("PAY-102 a message is shown if no other way to pay is set up", async () => {
    await openPayments("", {
      "GET /api/payments/instructions": { ...instructions, zelleHandle: "", accountingEmail: "" },
    });
    const otherWays = within(await screen.findByRole("group", { name: "Other ways to pay" }));
    expect(await otherWays.findByText(/No other payment options are set up\./)).toBeTruthy();
    expect(otherWays.queryByRole("button")).toBeNull();
    expect(otherWays.queryByRole("img")).toBeNull();
  });
});
