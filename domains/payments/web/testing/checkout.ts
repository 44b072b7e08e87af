import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type FakeResponses, openPortal, tenant } from "#web/testing/open-page.tsx";
import type { PaymentDetails } from "../../contract.ts";
import type { PaymentIntent } from "../../pay-contract.ts";
import { payment } from "./page.ts";

/** $2,500.00 in the sandbox, with a card fee of $87.50. */
export const intent: PaymentIntent = {
  clientSecret: "pi_1_secret_2",
  paymentIntentId: "pi_1",
  message: "",
  provider: "sandbox",
  amountCents: 250_000,
  feeCents: 8_750,
  feeBasisPoints: 350,
  billing: {
    email: "maria@portal.example",
    street: "12 Harbour Street",
    city: "Seattle",
    state: "Washington",
    zip: "98101",
  },
};

export const paid: PaymentDetails = {
  ...payment,
  description: "November rent",
  method: "card",
  amountFormatted: "$2,500.00",
  amountCents: 250_000,
  feeCents: 8_750,
  paidAt: "2026-11-02T18:00:00Z",
  paidOn: "2026-11-02",
  createdAt: "2026-11-02T18:00:00Z",
  reference: "",
  reversedOn: null,
  receipt: {
    number: 12,
    paidTime: null,
    organization: { name: "Harbour Estates", address: ["12 Harbour Street"], email: "help@portal.example" },
    lines: [{ description: "Base rent, November 2026", amountCents: 250_000 }],
    totalCents: 258_750,
    timesEmailed: 1,
  },
  refunds: [],
  bankDeposit: null,
  disputes: [],
  unappliedCents: 0,
  can: { refundCents: 0, emailReceipt: true, move: false },
};

export const recorded = { success: true, status: "succeeded", payment: paid };
export const unpaid = { success: false, status: "open", payment: null };
export const processing = { success: false, status: "processing", payment: null };

/** A server on which every card and bank payment succeeds. */
export const workingServer: FakeResponses = {
  "POST /api/create-payment-intent": intent,
  "POST /api/update-payment-method": ({ body }: { body: unknown }) =>
    (body as { method: string }).method === "card"
      ? { success: true, processingFee: 87.5, totalAmount: 2587.5 }
      : { success: true, processingFee: 0, totalAmount: 2500 },
  "POST /api/sandbox/payment-intents/pi_1/confirm": { status: "succeeded", error: null },
  "POST /api/payment-success": recorded,
  "POST /api/send-receipt": { success: true, message: "A receipt has been sent to your email." },
  "GET /api/payments/70": paid,
};

export const address = "/checkout?amount=2500&description=November%20rent&unitId=3";

/** Opens a tenant's checkout and waits for its form. */
export async function openCheckout(responses: FakeResponses = {}) {
  const portal = await openPortal(address, {
    session: tenant,
    responses: { ...workingServer, ...responses },
  });
  await screen.findByText("Test mode: no money moves");
  return portal;
}

export const clickButton = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

export async function payWith(formattedNumber: string) {
  await clickButton(`Use ${formattedNumber}`);
  await clickButton("Pay Now");
}

export const acceptedCard = "4242 4242 4242 4242";
