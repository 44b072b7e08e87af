import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { payment } from "#domains/payments/web/testing/page.ts";
import { admin, resetBrowser, type SentRequest } from "#web/testing/open-page.tsx";
import { openDashboard } from "../testing/dashboard.ts";

resetBrowser();

it("payments that the bank returned are among the tasks, with the reason and the ledger", async () => {
  const returned = { ...payment, company: "Harbor Lane Coffee", leaseId: 7 };
  await openDashboard(admin, {
    "GET /api/work-orders": [],
    "GET /api/users": [],
    "GET /api/recovery-questions": [],
    "GET /api/manual-payment-confirmations": [],
    "GET /api/payments": ({ path }: SentRequest) =>
      path.includes("returned=unpaid")
        ? [
            {
              ...returned,
              id: 1,
              status: "failed",
              method: "us_bank_account",
              problem: "Insufficient funds.",
            },
            { ...returned, id: 2, status: "returned", method: "other" },
          ]
        : [],
  });
  const card = within(await screen.findByRole("region", { name: "Needs you" }));
  const debit = await card.findByRole("link", { name: "Harbor Lane Coffee's bank debit was returned" });
  expect(debit.getAttribute("href")).toBe("/leases/7?tab=ledger");
  expect(card.getByText(/Insufficient funds\.$/)).toBeTruthy();
  expect(card.getByRole("link", { name: "Harbor Lane Coffee's payment was returned" })).toBeTruthy();
  expect(card.getByText(/The charges it covered are unpaid again$/)).toBeTruthy();
  expect(card.getAllByText("View Ledger")).toHaveLength(2);
});
