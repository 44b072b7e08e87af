import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { LeaseAccount } from "#domains/ledger/contract.ts";
import type { Answers, Sent } from "#web/testing/open-page.tsx";
import { account, openPayments } from "./page.ts";

/** The payment form, opened by a tenant or by another session. */
export async function openForm(responses: Answers = {}, session?: Parameters<typeof openPayments>[2]) {
  const portal = await openPayments("?tab=make-payment", responses, session);
  await screen.findByLabelText("Amount");
  return portal;
}

/** An account without open charges; `change` sets its other fields. */
export const nothingOwed = (change: Partial<LeaseAccount> = {}) => ({
  "GET /api/leases/7/account": {
    ...account,
    balanceCents: 0,
    dueNowCents: 0,
    overdueCents: 0,
    nextDue: null,
    ...change,
  },
  "GET /api/leases/7/open-charges": [],
});

export const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
export const description = () => screen.getByLabelText<HTMLInputElement>("Description");
export const type = async (field: HTMLInputElement, text: string) => {
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
};
export const goOn = () => userEvent.click(screen.getByRole("button", { name: "Continue to Payment" }));
export const begun = (sent: readonly Sent[]) => sent.filter(({ method }) => method === "POST");
export const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
