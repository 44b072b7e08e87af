import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  type FakeResponses,
  openPortal,
  publicConfig,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";
import { address, clickButton, intent, workingServer } from "../testing/checkout.ts";

resetBrowser();
beforeAll(() => Promise.all([import("./checkout-page.tsx"), import("./stripe-form.tsx")]));

type Listener = (event: unknown) => void;

/** Stripe.js is loaded only once, so all tests share this. */
let createStripe: (key: string) => unknown;

/** The part of Stripe.js that the form calls. `sent` records the calls. */
function fakeStripe(confirm: () => unknown) {
  const sent: { call: string; options: unknown }[] = [];
  const listeners = new Map<string, Listener>();
  const element = {
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    off: () => {},
    mount: (place: HTMLElement) => {
      place.textContent = "The provider's own fields";
      queueMicrotask(() => act(() => listeners.get("ready")?.(element)));
    },
    update: (options: unknown) => sent.push({ call: "update field", options }),
    unmount: () => {},
    destroy: () => {},
  };
  const elements = {
    create: (type: string, options: unknown) => {
      sent.push({ call: `create ${type}`, options });
      return element;
    },
    getElement: () => null,
    update: (options: unknown) => sent.push({ call: "update", options }),
    fetchUpdates: async () => sent.push({ call: "fetchUpdates", options: null }),
    on: () => {},
    off: () => {},
  };
  const keys: string[] = [];
  createStripe = (key) => ({
    keys: keys.push(key),
    elements: (options: unknown) => {
      sent.push({ call: "elements", options });
      return elements;
    },
    createToken: () => {},
    createPaymentMethod: () => {},
    confirmCardPayment: () => {},
    confirmPayment: async (options: { elements: unknown; confirmParams: unknown; redirect: string }) => {
      const { elements: _, ...rest } = options;
      sent.push({ call: "confirmPayment", options: rest });
      return confirm();
    },
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  });
  vi.stubGlobal("Stripe", (key: string) => createStripe(key));
  return {
    keys,
    sent,
    callsTo: (call: string) => sent.filter((item) => item.call === call).map(({ options }) => options),
    choose: (type: string) => act(() => listeners.get("change")?.({ value: { type } })),
  };
}

const config = {
  ...publicConfig,
  cardProvider: { kind: "stripe", publishableKey: "pk_test_1" },
};

async function open(
  confirm: () => unknown = () => ({ paymentIntent: { status: "succeeded" } }),
  responses: FakeResponses = {},
) {
  const stripe = fakeStripe(confirm);
  const server = await openPortal(address, {
    session: tenant,
    responses: {
      ...workingServer,
      "GET /api/config": config,
      "POST /api/create-payment-intent": { ...intent, provider: "stripe" },
      ...responses,
    },
  });
  await screen.findByText("The provider's own fields");
  await waitFor(() => expect(screen.queryByText("Loading the card form")).toBeNull());
  return { ...server, stripe };
}

describe("paying with Stripe", () => {
  it("PAY-35 PAY-53 PAY-54 PAY-41 PAY-42 PAY-43 the form mounts Stripe's fields with the configured key and confirms payments only through Stripe", async () => {
    const { stripe, sent } = await open();
    expect(stripe.keys).toEqual(["pk_test_1"]);
    expect(stripe.callsTo("elements")).toEqual([
      expect.objectContaining({
        clientSecret: "pi_1_secret_2",
        appearance: expect.objectContaining({ theme: "stripe" }),
      }),
    ]);
    expect(stripe.callsTo("create payment")).toEqual([
      expect.objectContaining({ fields: { billingDetails: { email: "never", address: "never" } } }),
    ]);
    await clickButton("Pay Now");
    await screen.findByText("Payment received");
    expect(stripe.callsTo("confirmPayment")).toEqual([
      {
        redirect: "if_required",
        confirmParams: {
          return_url: `${location.origin}/payment-success`,
          payment_method_data: {
            billing_details: {
              email: "maria@portal.example",
              address: {
                line1: "12 Harbour Street",
                line2: "",
                city: "Seattle",
                state: "Washington",
                postal_code: "98101",
                country: "US",
              },
            },
          },
        },
      },
    ]);
    const posts = sent.filter(({ method }) => method === "POST").map(({ path }) => path);
    expect(posts).toEqual(["/api/create-payment-intent", "/api/payment-success", "/api/send-receipt"]);
  });

  it("PAY-44 PAY-47 a change of method is reported to the server, and Stripe fetches the amount before confirming", async () => {
    const { stripe, sent } = await open(() => ({ paymentIntent: { status: "processing" } }));
    stripe.choose("us_bank_account");
    await waitFor(() => expect(screen.getByText("Total").nextElementSibling?.textContent).toBe("$2,500.00"));
    expect(sent.filter(({ path }) => path === "/api/update-payment-method").map(({ body }) => body)).toEqual([
      { paymentIntentId: "pi_1", method: "us_bank_account" },
    ]);
    await userEvent.click(await screen.findByRole("button", { name: "Pay Now" }));
    await screen.findByText("Your bank payment is processing");
    const calls = stripe.sent.map(({ call }) => call);
    expect(calls.indexOf("fetchUpdates")).toBeLessThan(calls.indexOf("confirmPayment"));
    expect(calls).toContain("fetchUpdates");
  });

  it("PAY-38 PAY-51 PAY-55 a declined card shows Stripe's message", async () => {
    await open(() => ({ error: { type: "card_error", message: "Your card has insufficient funds." } }));
    await clickButton("Pay Now");
    expect((await screen.findByRole("alert")).textContent).toBe("Your card has insufficient funds.");
    expect(await screen.findByText("Payment Failed")).toBeTruthy();
  });

  it("incomplete card fields are reported only in the form", async () => {
    await open(() => ({ error: { type: "validation_error", message: "Your card number is incomplete." } }));
    await clickButton("Pay Now");
    expect((await screen.findByRole("alert")).textContent).toBe("Your card number is incomplete.");
    expect(screen.queryByText("Payment Failed")).toBeNull();
  });

  it.each([
    [
      "a connection error at Stripe",
      () => ({ error: { type: "api_connection_error", message: "We can't connect." } }),
      "We can't connect.",
    ],
    ["an exception", () => Promise.reject(new Error("boom")), "An error occurred during payment processing."],
  ])("PAY-39 PAY-52 PAY-55 %s is shown as an unknown error", async (_, confirm, inline) => {
    await open(confirm, { "POST /api/payment-success": { success: false, status: "open", payment: null } });
    await clickButton("Pay Now");
    expect((await screen.findByRole("alert")).textContent).toBe(inline);
    expect(
      await screen.findByText("There was an error processing your payment. Please try again."),
    ).toBeTruthy();
  });

  it("Stripe's form follows the portal's theme, even when it changes", async () => {
    const { stripe } = await open();
    act(() => document.documentElement.classList.add("dark"));
    await waitFor(() =>
      expect(stripe.callsTo("update")).toContainEqual(
        expect.objectContaining({ appearance: expect.objectContaining({ theme: "night" }) }),
      ),
    );
    document.documentElement.classList.remove("dark");
  });

  it("Stripe's form says that it couldn't be loaded and offers a retry", async () => {
    await openPortal(address, {
      session: tenant,
      responses: {
        ...workingServer,
        "GET /api/config": () => new Response("", { status: 503 }),
        "POST /api/create-payment-intent": { ...intent, provider: "stripe" },
      },
    });
    expect(
      await screen.findByText("The card form couldn't be loaded. Check your connection and try again."),
    ).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
