import { expect } from "vitest";
import type { createPaymentIntent, paymentSuccess } from "#domains/payments/pay-contract.ts";
import { type confirmInSandbox, sandboxAccounts, sandboxCards } from "#domains/payments/sandbox-contract.ts";
import {
  deliverSandboxEvent,
  settleInSandbox,
} from "#domains/payments/server/online-payments/sandbox-jobs.ts";
import type { Services } from "#server/http/context.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import type { TestPortal } from "../portal.ts";
import { removeJobs } from "./sandbox-jobs.ts";

/* Sandbox payments as made by the pages. */

export type StartedPayment = ResponseOf<typeof createPaymentIntent>;

export interface PaymentFixtures {
  portal: TestPortal;
  building: TestBuilding;
}

/** Starts a portal in demo mode, where the sandbox is the card provider. */
export const startPaymentFixtures = (): Promise<PaymentFixtures> => startBuilding({ DEMO: "1" });

export const rentPayment = { amount: 2500, description: "Monthly Rent Payment" };

/** `POST /api/create-payment-intent`, expecting success. */
export async function startPayment(
  { portal }: Pick<PaymentFixtures, "portal">,
  cookie: string,
  body: Record<string, unknown> = rentPayment,
  headers: Record<string, string> = {},
): Promise<StartedPayment> {
  const response = await portal.call("POST", "/api/create-payment-intent", { cookie, body, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<StartedPayment>();
}

type Means = { card: keyof typeof sandboxCards } | { bank: keyof typeof sandboxAccounts };

/** The body the page sends to the sandbox. */
export const confirmationBody = (clientSecret: string, means: Means) => ({
  clientSecret,
  ...("card" in means
    ? { method: "card", cardNumber: sandboxCards[means.card], expiration: "12/49", cvc: "123" }
    : { method: "us_bank_account", accountNumber: sandboxAccounts[means.bank] }),
});

export async function confirmPayment(
  { portal }: Pick<PaymentFixtures, "portal">,
  cookie: string,
  { paymentIntentId, clientSecret }: StartedPayment,
  means: Means,
): Promise<ResponseOf<typeof confirmInSandbox>> {
  const response = await portal.call("POST", `/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
    cookie,
    body: confirmationBody(clientSecret, means),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** `POST /api/payment-success`, expecting success. */
export async function recordPayment(
  { portal }: Pick<PaymentFixtures, "portal">,
  cookie: string,
  { paymentIntentId }: Pick<StartedPayment, "paymentIntentId">,
): Promise<ResponseOf<typeof paymentSuccess>> {
  const response = await portal.call("POST", "/api/payment-success", { cookie, body: { paymentIntentId } });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Delivers the sandbox's pending events and returns how many there were. */
export async function deliverEvents(services: Services): Promise<number> {
  const events = await removeJobs(services, "deliver-sandbox-event");
  for (const event of events) await deliverSandboxEvent(services, event);
  return events.length;
}

/** Runs the bank's pending debits. */
export async function settlePending(services: Services): Promise<void> {
  for (const cleared of await removeJobs(services, "settle-in-sandbox"))
    await settleInSandbox(services, cleared);
}
