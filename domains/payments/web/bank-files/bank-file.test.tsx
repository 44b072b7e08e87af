import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { PaymentMatch } from "../../payment-matches-contract.ts";

resetBrowser();
beforeAll(async () => {
  await import("#domains/payments/web/bank-deposits/record-payments-page.tsx");
  await import("#domains/payments/web/bank-files/read-bank-file.ts");
});

const noMatch: PaymentMatch = { lease: null, why: "No tenant has this name or unit", candidates: [] };
const lease = { id: 7, company: "Northlight", property: "Harborview Center", units: ["204"], dueCents: 0 };
const line = { state: "new", receiptNumber: null, reason: null };
const recorded = { state: "recorded", receiptNumber: 12, reason: null };
const setAside = { state: "set-aside", receiptNumber: null, reason: "Refund of a fee" };

const ofx = readFileSync("domains/payments/web/bank-files/samples/bank_statement_v102.ofx", "utf8");

async function openFile(text: string, responses: FakeResponses) {
  const opened = await openPortal("/payments/record", {
    session: admin,
    responses: {
      "POST /api/payment-matches": [noMatch],
      "POST /api/bank-lines/recorded": [null],
      "POST /api/bank-lines/restore": { success: true },
      "POST /api/bank-lines/set-aside": { success: true },
      ...responses,
    },
  });
  await userEvent.upload(await screen.findByLabelText("Open Bank File"), new File([text], "january.ofx"), {
    applyAccept: false,
  });
  return opened;
}
const field = (label: string, number: number) =>
  screen.findByLabelText<HTMLInputElement>(`${label}, line ${number}`);

it("a bank file fills the grid except for recorded and set-aside lines, and the page explains how the file was read", async () => {
  const { sent } = await openFile(ofx, {
    "POST /api/bank-lines/checks": {
      accountEnding: "6789",
      otherAccount: null,
      lines: [recorded, line, setAside],
    },
  });
  expect(
    await screen.findByText(
      "Added 1 payment from january.ofx, account ending in 6789. 2 lines aren't payments received: “BRIGHT JANITORIAL INV 5531 -$1,275.40” and “CITY WATER DEPT ACCT 77-1402 -$412.18”. 1 was already recorded, receipt 12.",
    ),
  ).toBeTruthy();
  expect((await field("Amount", 1)).value).toBe("6,250.00");
  expect((await field("Date received", 1)).value).toBe("2026-01-02");
  expect((await field("Method", 1)).value).toBe("bank_transfer");
  const check = sent.find(({ path }) => path === "/api/bank-lines/checks");
  expect(check?.body).toEqual({
    accountNumber: "021000099/000123456789",
    lineIds: [
      '["DD20260102A","2026-01-02",833333]',
      '["DD20260102B","2026-01-02",625000]',
      '["WR20260106D","2026-01-06",340000]',
    ],
  });
});

it("a set-aside bank line can be restored, and a line can be set aside with a reason", async () => {
  const { sent } = await openFile(ofx, {
    "POST /api/bank-lines/checks": {
      accountEnding: "6789",
      otherAccount: null,
      lines: [recorded, line, setAside],
    },
    "POST /api/payment-matches": [{ ...noMatch, lease }],
    "POST /api/bank-deposits": () => Response.json({ id: 5, payments: [] }, { status: 201 }),
  });
  await userEvent.click(await screen.findByText("1 set aside"));
  await userEvent.click(screen.getByText("Restore"));
  expect((await field("Amount", 2)).value).toBe("3,400.00");
  await userEvent.click(screen.getByRole("button", { name: "Set aside line 1" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set Aside Line" }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Sale of a desk");
  await userEvent.click(dialog.getByRole("button", { name: "Set Aside" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await field("Amount", 1)).value).toBe("3,400.00");
  expect(sent.find(({ path }) => path === "/api/bank-lines/set-aside")?.body).toEqual({
    accountNumber: "021000099/000123456789",
    lineId: '["DD20260102B","2026-01-02",625000]',
    reason: "Sale of a desk",
  });
  // Submitting the dialog doesn't record the payments.
  expect(sent.some(({ path }) => path === "/api/bank-deposits")).toBe(false);
});

it("a file from a different account than the last file is added only after confirmation", async () => {
  const { sent } = await openFile(ofx, {
    "POST /api/bank-lines/checks": { accountEnding: "6789", otherAccount: "1111", lines: [line, line, line] },
  });
  const question = within(await screen.findByRole("alertdialog", { name: "Different Account" }));
  expect(question.getByText(/from the account ending in 6789\. Your last .+ ending in 1111\./)).toBeTruthy();
  expect(sent.some(({ path }) => path === "/api/payment-matches")).toBe(false);
  await userEvent.click(question.getByRole("button", { name: "Add Payments" }));
  expect((await field("Amount", 1)).value).toBe("8,333.33");
});

it("because a CSV file doesn't name its account, the user must enter it before the file is added", async () => {
  const csv = readFileSync("domains/payments/web/bank-files/samples/csv_bofa_checking.csv", "utf8");
  const { sent } = await openFile(csv, {
    "POST /api/bank-lines/checks": { accountEnding: "6789", otherAccount: null, lines: [line, line, line] },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Bank Account" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add Payments" }));
  expect(await dialog.findByText("Please enter four digits")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Last four digits/), "6789");
  await userEvent.click(dialog.getByRole("button", { name: "Add Payments" }));
  expect((await field("Amount", 1)).value).toBe("8,333.33");
  const check = sent.find(({ path }) => path === "/api/bank-lines/checks");
  expect(check?.body).toMatchObject({ accountNumber: "6789" });
});

it("a bank file that can't be read changes nothing, and the page says why", async () => {
  const { sent } = await openFile("Dear landlord", {});
  expect(await screen.findByText(/^We can't read this file\. Download it from your bank/)).toBeTruthy();
  expect(sent.some(({ path }) => path.startsWith("/api/bank-lines"))).toBe(false);
});

const match = {
  kind: "payment",
  id: 41,
  description: "recorded on Jan 2, 2026 by Lena Landlord, receipt 12",
};
const checked = { accountEnding: "6789", otherAccount: null, lines: [recorded, line, setAside] };

it("a bank line that seems to be recorded already is marked as such and linked to its payment", async () => {
  const { sent } = await openFile(ofx, {
    "POST /api/bank-lines/checks": checked,
    "POST /api/payment-matches": [{ ...noMatch, lease, why: "Name matches" }],
    "POST /api/bank-lines/recorded": [match],
    "POST /api/bank-lines/links": { success: true },
  });
  expect(await screen.findByText(`Already ${match.description}.`)).toBeTruthy();
  expect(screen.getByText(/^“.+”$/)).toBeTruthy();
  expect(sent.find(({ path }) => path === "/api/bank-lines/recorded")?.body).toEqual({
    lines: [{ leaseId: 7, amountCents: 625_000, onDay: "2026-01-02" }],
  });
  await userEvent.click(screen.getByRole("button", { name: "Link to This Payment" }));
  await waitFor(() => expect(screen.queryByText(/^Already/)).toBeNull());
  expect((await field("Amount", 1)).value).toBe("");
  expect(sent.find(({ path }) => path === "/api/bank-lines/links")?.body).toMatchObject({
    onDay: "2026-01-02",
    kind: "payment",
    id: 41,
  });
});

it("a bank line is recorded as a different payment if the user says so", async () => {
  const { sent } = await openFile(ofx, {
    "POST /api/bank-lines/checks": checked,
    "POST /api/payment-matches": [{ ...noMatch, lease }],
    "POST /api/bank-lines/recorded": [match],
    "POST /api/bank-deposits": () => Response.json({ id: 5, payments: [] }, { status: 201 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Different Payment" }));
  expect(screen.queryByText(/^Already/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Record 1 Payment/ }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === "/api/bank-deposits")?.body).toMatchObject({
      payments: [{ leaseId: 7, isDifferentPayment: true }],
    }),
  );
});
