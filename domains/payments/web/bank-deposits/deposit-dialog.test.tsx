import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { admin, resetBrowser } from "#web/testing/open-page.tsx";
import { openPayments, payment } from "../testing/page.ts";

resetBrowser();
beforeAll(() => import("#domains/payments/web/payments-page.tsx"));

it("staff can add selected checks to a bank deposit if all of them can be deposited", async () => {
  const check = { ...payment, canDeposit: true };
  const { sent } = await openPayments(
    "?deposited=no",
    {
      "GET /api/payments": [check, { ...payment, id: 71, description: "A card payment" }],
      "POST /api/bank-deposits/recorded-payments": {
        id: 9,
        depositedOn: "2026-11-20",
        payments: 1,
        totalCents: 300_000,
        slipCents: null,
        note: "Slip 114",
        createdBy: "Ada Admin",
        createdAt: "2026-11-20T18:00:00Z",
      },
    },
    admin,
  );
  await userEvent.click(await screen.findByLabelText("Select all on this page"));
  expect(sent.some((request) => request.path.includes("deposited=no"))).toBe(true);
  const bar = within(await screen.findByRole("region", { name: "Selected payments" }));
  expect(bar.queryByRole("button", { name: "Add to Bank Deposit" })).toBeNull();
  await userEvent.click(screen.getByLabelText(/^Select .*: A card payment$/));
  await userEvent.click(bar.getByRole("button", { name: "Add to Bank Deposit" }));
  const form = within(await screen.findByRole("dialog", { name: "New Bank Deposit" }));
  expect(form.getByText(/^1 payment, \$3,000\.00 in total\./)).toBeTruthy();
  await userEvent.type(form.getByLabelText(/^Note/), "Slip 114");
  await userEvent.click(form.getByRole("button", { name: "Deposit $3,000.00" }));
  await waitFor(() => expect(location.pathname).toBe("/payments/bank-deposits/9"));
  expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
    paymentIds: [70],
    note: "Slip 114",
  });
});
