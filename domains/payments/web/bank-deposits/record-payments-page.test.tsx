import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  onPhone,
  openPortal,
  problem,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import type { BankDeposit, RecordedBankDeposit } from "../../bank-deposits-contract.ts";
import { account, leaseRow, payment } from "../testing/page.ts";

resetBrowser();
beforeAll(() => import("#domains/payments/web/bank-deposits/record-payments-page.tsx"));

const otherLease = {
  ...leaseRow,
  id: 8,
  company: { id: 4, name: "Northlight Optical" },
  units: [{ id: 4, unitNumber: "102" }],
};
/** Behind the date of the user. */
const dayAtProperty = "2020-01-02";
const somethingDue = { ...account, today: dayAtProperty };
const nothingDue = {
  ...somethingDue,
  overdueCents: 0,
  overdueSince: null,
  dueCents: 0,
  dueNowCents: 0,
  dueOn: null,
  balanceCents: 0,
  suggestedCents: 0,
};
const recorded: RecordedBankDeposit = {
  id: 5,
  payments: [
    {
      id: 70,
      receiptNumber: 12,
      leaseId: 7,
      company: "Kestrel Legal Partners",
      amountCents: 255_000,
      balanceCents: 50_000,
    },
    {
      id: 71,
      receiptNumber: 13,
      leaseId: 8,
      company: "Northlight Optical",
      amountCents: 120_000,
      balanceCents: 0,
    },
  ],
};
const bankDeposit: BankDeposit = {
  id: 5,
  depositedOn: "2026-11-21",
  payments: 2,
  totalCents: 375_000,
  slipCents: 375_000,
  note: "Night drop",
  createdBy: "Avery Whitfield",
  createdAt: "2026-11-21T20:00:00Z",
};

const open = (responses: FakeResponses = {}) =>
  openPortal("/payments/record", {
    session: admin,
    responses: {
      "GET /api/leases": [leaseRow, otherLease],
      "GET /api/leases/7/account": somethingDue,
      "GET /api/leases/8/account": nothingDue,
      "POST /api/bank-deposits": () => Response.json(recorded, { status: 201 }),
      ...responses,
    },
  });
const field = <T extends HTMLElement = HTMLInputElement>(label: string, line: number) =>
  screen.findByLabelText<T>(`${label}, line ${line}`);
/** Types into the focused element, like someone who doesn't use the mouse. */
const type = (text: string) => userEvent.keyboard(text);
const hasFocus = async (label: string, line: number) =>
  waitFor(async () => expect(document.activeElement).toBe(await field(label, line)));

async function recordTwoChecks(): Promise<void> {
  await userEvent.click(await field("Tenant", 1));
  await userEvent.paste("kestrel");
  await screen.findByRole("option", { name: /Kestrel/ });
  await type("{Enter}");
  await waitFor(async () => expect((await field("Amount", 1)).value).toBe("2,550.00"));
  await type("{Tab}{Tab}");
  await userEvent.paste("1041");
  await type("{Enter}");
  await hasFocus("Tenant", 2);
  await userEvent.paste("102");
  await type("{Enter}{Tab}");
  await userEvent.paste("1200");
  await type("{Tab}");
  await userEvent.paste("88");
  await type("{Enter}");
  await hasFocus("Tenant", 3);
}
const sentBodies = (sent: { method: string; path: string; body: unknown }[]) =>
  sent
    .filter(({ method, path }) => method === "POST" && path === "/api/bank-deposits")
    .map(({ body }) => body);

describe("recording a stack of checks", () => {
  it("a line without a tenant or amount shows what is missing, and empty lines are skipped", async () => {
    const { sent } = await open();
    await userEvent.click(await screen.findByRole("button", { name: "Record Payments" }));
    expect(await screen.findByText("Please select a tenant")).toBeTruthy();
    expect(screen.getByText("Please enter an amount above $0.00")).toBeTruthy();
    expect(sentBodies(sent)).toEqual([]);
  });

  it("two checks can be recorded using only the keyboard, with proposed amounts, a running total, and receipts", async () => {
    const { sent } = await open();
    await userEvent.click(await screen.findByLabelText(/^Deposit slip/));
    await userEvent.paste("4000");
    await recordTwoChecks();
    expect(screen.getByText("Harborview Center, 102")).toBeTruthy();
    const total = screen.getByText("$3,750.00").closest("p");
    expect(total?.textContent).toBe("$3,750.00 of $4,000.00, $250.00 left");
    const slip = screen.getByLabelText(/^Deposit slip/);
    await userEvent.clear(slip);
    await userEvent.paste("3750");
    expect(total?.textContent).toBe("$3,750.00 of $3,750.00adds up");
    await userEvent.click(screen.getByRole("button", { name: "Record 2 Payments, $3,750.00" }));
    expect(await screen.findByRole("heading", { name: "2 payments recorded, $3,750.00" })).toBeTruthy();
    const today = dayAtProperty;
    const line = { onDay: today, method: "check" };
    expect(sentBodies(sent)).toEqual([
      {
        depositedOn: today,
        slipCents: 375_000,
        note: "",
        payments: [
          { ...line, leaseId: 7, amountCents: 255_000, reference: "1041" },
          { ...line, leaseId: 8, amountCents: 120_000, reference: "88" },
        ],
      },
    ]);
    expect(screen.getByText("$500.00 balance remaining")).toBeTruthy();
    expect(screen.getByText("Paid in full")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Receipt 13" }).getAttribute("href")).toBe(
      "/payments?payment=71",
    );
    const bankDepositLink = screen.getByRole("link", { name: "View Bank Deposit" });
    expect(bankDepositLink.getAttribute("href")).toBe("/payments/bank-deposits/5");
    await userEvent.click(screen.getByRole("button", { name: "Record More" }));
    expect((await field("Tenant", 1)).value).toBe("");
  });

  it("typing replaces an amount that is proposed while the field has focus", async () => {
    let respond = () => {};
    const response = new Promise((resolve) => {
      respond = () => resolve(somethingDue);
    });
    await open({ "GET /api/leases/7/account": () => response });
    await userEvent.click(await field("Tenant", 1));
    await userEvent.paste("kestrel");
    await screen.findByRole("option", { name: /Kestrel/ });
    await type("{Enter}{Tab}");
    await hasFocus("Amount", 1);
    respond();
    await waitFor(async () => expect((await field("Amount", 1)).value).toBe("2,550.00"));
    await type("12");
    expect((await field("Amount", 1)).value).toBe("12");
  });

  it("if the tenant changes, a typed amount is kept and a proposed amount is replaced", async () => {
    await open();
    await recordTwoChecks();
    await userEvent.click(await field("Tenant", 2));
    await userEvent.paste("kestrel");
    await type("{Enter}");
    await userEvent.click(await field("Tenant", 1));
    await userEvent.paste("northlight");
    await type("{Enter}");
    await waitFor(async () => expect((await field("Amount", 1)).value).toBe(""));
    expect((await field("Amount", 2)).value).toBe("1,200.00");
  });

  it("the server's errors are shown on their lines, and no payment is recorded", async () => {
    const message = "Already recorded on Nov 3, 2026 by Lena Landlord, receipt 9.";
    await open({
      "POST /api/bank-deposits": problem(400, message, {
        "payments.1.reference": message,
        slipCents: "The deposit slip says $1.00, but the payments add up to $3,750.00.",
      }),
    });
    await recordTwoChecks();
    await userEvent.click(screen.getByRole("button", { name: "Record 2 Payments, $3,750.00" }));
    expect(await screen.findByText(message)).toBeTruthy();
    const reference = await field("Reference", 2);
    expect(reference.getAttribute("aria-invalid")).toBe("true");
    expect((await field("Reference", 1)).getAttribute("aria-invalid")).toBeNull();
    expect(screen.getByText(/^The deposit slip says \$1\.00/)).toBeTruthy();
  });

  it("a draft of a bank deposit survives a reload and is removed once the deposit is recorded", async () => {
    await open();
    await recordTwoChecks();
    cleanup();
    await open();
    expect(await screen.findByText("We saved your draft.")).toBeTruthy();
    expect((await field("Tenant", 1)).value).toBe("Kestrel Legal Partners");
    await userEvent.click(screen.getByRole("button", { name: "Record 2 Payments, $3,750.00" }));
    await screen.findByRole("heading", { name: "2 payments recorded, $3,750.00" });
    cleanup();
    await open();
    expect((await field("Tenant", 1)).value).toBe("");
    expect(screen.queryByText("We saved your draft.")).toBeNull();
  });

  it("on a phone, each payment is a card with the same fields", async () => {
    onPhone();
    await open();
    const card = within(
      (await screen.findByRole("heading", { name: "Line 1" })).closest("li") ?? document.body,
    );
    for (const label of [/^Tenant/, "Amount", "Reference", "Date received", "Method"])
      expect(card.getByLabelText(label)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add Line" }));
    expect(screen.getByRole("heading", { name: "Line 2" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove line 1" }));
    expect(screen.queryByRole("heading", { name: "Line 2" })).toBeNull();
  });
});

describe("bank deposits", () => {
  const responses = {
    "GET /api/bank-deposits": [bankDeposit],
    "GET /api/bank-deposits/5": bankDeposit,
    "GET /api/payments": [
      { ...payment, id: 71, company: "Northlight Optical", amountFormatted: "$750.00", status: "moved" },
      payment,
    ],
  };

  it("a bank deposit can be opened from the list", async () => {
    await openPortal("/payments/bank-deposits", { session: admin, responses });
    const table = within(await screen.findByRole("table", { name: "Bank deposits" }));
    expect(table.getByText("2 payments")).toBeTruthy();
    await userEvent.click(table.getByRole("button", { name: /^View/ }));
    expect(location.pathname).toBe("/payments/bank-deposits/5");
  });

  it("a bank deposit lists its payments with receipts and the total, and can be printed and exported", async () => {
    await openPortal("/payments/bank-deposits/5", { session: admin, responses });
    const table = within(await screen.findByRole("table", { name: "Payments of this bank deposit" }));
    await table.findByText("Kestrel Legal Partners");
    expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "TenantReceivedMethodReferenceReceiptAmount",
      "Kestrel Legal PartnersHarborview Center, 101Oct 2, 2026Check1042No. 12$3,000.00",
      "Northlight OpticalHarborview Center, 101Oct 2, 2026Check1042No. 12Moved$750.00",
      "Total$3,750.00",
    ]);
    expect(screen.getByText("Deposit slip $3,750.00")).toBeTruthy();
    expect(screen.getByText("Recorded by Avery Whitfield on Nov 21, 2026. Night drop")).toBeTruthy();
    const csv = screen.getByRole("link", { name: "Export the payments in this bank deposit as CSV" });
    expect(csv.getAttribute("href")).toBe("/api/payments.csv?bankDepositId=5");
    expect(screen.getByRole("button", { name: "Print" })).toBeTruthy();
  });
});
