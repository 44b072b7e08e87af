import { expect } from "vitest";
import type { createPaymentIntent, paymentSuccess } from "#domains/payments/pay-contract.ts";
import { type confirmInSandbox, sandboxAccounts, sandboxCards } from "#domains/payments/sandbox-contract.ts";
import { deliverSandboxEvent, settleInSandbox } from "#domains/payments/server/sandbox-jobs.ts";
import type { Services } from "#server/http/context.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "./building.ts";
import type { TestPortal } from "./portal.ts";
import { takeJobs } from "./sandbox-jobs.ts";

/*
 * Paying with the sandbox, as the pages do it.
 */

export type Begun = ResponseOf<typeof createPaymentIntent>;

export interface PayingPeople {
  portal: TestPortal;
  building: TestBuilding;
}

/** A building of the demo mode, where the sandbox is the provider. */
export const startPaying = (): Promise<PayingPeople> => startBuilding({ DEMO: "1" });

export const rent = { amount: 2500, description: "Monthly Rent Payment" };

/** `POST /api/create-payment-intent`, where it has to succeed. */
export async function begin(
  { portal }: Pick<PayingPeople, "portal">,
  cookie: string,
  body: Record<string, unknown> = rent,
  headers: Record<string, string> = {},
): Promise<Begun> {
  const response = await portal.call("POST", "/api/create-payment-intent", { cookie, body, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Begun>();
}

type Means = { card: keyof typeof sandboxCards } | { bank: keyof typeof sandboxAccounts };

/** What the page sends to the sandbox. */
export const confirmation = (clientSecret: string, means: Means) => ({
  clientSecret,
  ...("card" in means
    ? { method: "card", cardNumber: sandboxCards[means.card], expiry: "12/49", cvc: "123" }
    : { method: "us_bank_account", accountNumber: sandboxAccounts[means.bank] }),
});

export async function confirm(
  { portal }: Pick<PayingPeople, "portal">,
  cookie: string,
  { paymentIntentId, clientSecret }: Begun,
  means: Means,
): Promise<ResponseOf<typeof confirmInSandbox>> {
  const response = await portal.call("POST", `/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
    cookie,
    body: confirmation(clientSecret, means),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** `POST /api/payment-success`, where it has to be answered. */
export async function record(
  { portal }: Pick<PayingPeople, "portal">,
  cookie: string,
  { paymentIntentId }: Pick<Begun, "paymentIntentId">,
): Promise<ResponseOf<typeof paymentSuccess>> {
  const response = await portal.call("POST", "/api/payment-success", { cookie, body: { paymentIntentId } });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Delivers what the sandbox has to tell; gives how many events that were. */
export async function deliverEvents(services: Services): Promise<number> {
  const events = await takeJobs(services, "deliver-sandbox-event");
  for (const event of events) await deliverSandboxEvent(services, event);
  return events.length;
}

/** The bank makes up its mind. */
export async function settleAll(services: Services): Promise<void> {
  for (const settled of await takeJobs(services, "settle-in-sandbox"))
    await settleInSandbox(services, settled);
}
