import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { LeaseAccount } from "#domains/ledger/contract.ts";
import type { FakeResponses, SentRequest } from "#web/testing/open-page.tsx";
import { account, openPayments } from "./page.ts";

/** Opens the payment form as a tenant or in another session. */
export async function openForm(responses: FakeResponses = {}, session?: Parameters<typeof openPayments>[2]) {
  const portal = await openPayments("?tab=make-payment", responses, session);
  await screen.findByLabelText("Amount");
  return portal;
}

/** An account without unpaid charges. `change` sets other fields. */
export const noCharges = (change: Partial<LeaseAccount> = {}) => ({
  "GET /api/leases/7/account": {
    ...account,
    balanceCents: 0,
    dueNowCents: 0,
    overdueCents: 0,
    overdueSince: null,
    dueCents: 0,
    dueOn: null,
    nextDue: null,
    suggestedCents: 0,
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
export const continueToPayment = () =>
  userEvent.click(screen.getByRole("button", { name: "Continue to Payment" }));
export const paymentRequests = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === "POST");
export const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
