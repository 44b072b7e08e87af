import type { Page } from "@playwright/test";

/**
 * Replaces https://js.stripe.com with the part of Stripe.js that the portal uses. Its fields are in the page
 * itself. It sends the entered number, and the arguments of `confirmPayment`, to https://api.stripe.com.
 */
const stripeJs = `
window.Stripe = (key) => {
  let listeners = {}, secret;
  const element = {
    on: (event, listener) => { listeners[event] = listener; },
    off: () => {}, update: () => {}, unmount: () => {}, destroy: () => {},
    mount(node) {
      node.innerHTML = '<label>Stripe card number <input id="stripe-number"></label>' +
        '<button type="button" id="stripe-bank">Stripe bank account</button>';
      node.querySelector("#stripe-bank").onclick = () => listeners.change({ value: { type: "us_bank_account" } });
      setTimeout(() => listeners.ready(element));
    },
  };
  const elements = {
    create: () => element, getElement: () => null, update: () => {}, on: () => {}, off: () => {},
    fetchUpdates: async () => {},
  };
  const pass = () => {};
  return {
    elements: ({ clientSecret }) => { secret = clientSecret; return elements; },
    createToken: pass, createPaymentMethod: pass, confirmCardPayment: pass, _registerWrapper: pass, registerAppInfo: pass,
    async confirmPayment({ confirmParams, redirect }) {
      const id = secret.split("_secret")[0];
      const number = document.getElementById("stripe-number").value;
      const response = await fetch("https://api.stripe.com/v1/payment_intents/" + id + "/confirm", {
        method: "POST", body: JSON.stringify({ key, secret, number, redirect, confirmParams }),
      });
      return response.json();
    },
  };
};`;

export interface Confirmation {
  key: string;
  secret: string;
  number: string;
  redirect: string;
  confirmParams: { return_url: string; payment_method_data: { billing_details: Record<string, unknown> } };
}

/** Replaces Stripe's script in this page. `confirm` returns the result of a payment. */
export async function fakeStripe(
  page: Page,
  confirm: (id: string, confirmation: Confirmation) => unknown,
): Promise<void> {
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: stripeJs }),
  );
  await page.route("https://api.stripe.com/**", (route) => {
    const request = route.request();
    const id = new URL(request.url()).pathname.split("/")[3] ?? "";
    return route.fulfill({
      headers: { "access-control-allow-origin": "*" },
      json: confirm(id, request.postDataJSON() as Confirmation),
    });
  });
}
