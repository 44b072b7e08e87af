import { screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { type FakeResponses, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { clickButton, processing, recorded, unpaid, workingServer } from "../testing/checkout.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([import("./payment-success-page.tsx"), import("#web/ui/feedback/toast-viewport.tsx")]),
);

const details = { amount: 100, description: "Test", unitId: 3 };
const readSaved = () => localStorage.getItem("paymentDetails");

function open(query: string, responses: FakeResponses = {}) {
  localStorage.setItem("paymentDetails", JSON.stringify(details));
  return openPortal(`/payment-success${query}`, {
    session: tenant,
    responses: { ...workingServer, ...responses },
  });
}
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the page a provider returns to", () => {
  it("TST-07 PAY-84 PAY-87 PAY-91 PAY-93 PAY-95 the success page records the payment and shows its receipt", async () => {
    let resolveResponse: (value: unknown) => void = () => {};
    const response = new Promise((resolve) => {
      resolveResponse = resolve;
    });
    const { sent } = await open("?payment_intent=pi_1&redirect_status=succeeded", {
      "POST /api/payment-success": () => response,
    });
    await heading("Processing Payment...");
    resolveResponse(recorded);
    await heading("Payment Successful");
    await screen.findByRole("region", { name: "Receipt No. 12" });
    expect(sent.find(({ path }) => path === "/api/payment-success")?.body).toEqual({
      paymentIntentId: "pi_1",
      ...details,
    });
    expect(readSaved()).toBeNull();
    await screen.findByText("Receipt Sent");
    expect(sent.filter(({ path }) => path === "/api/send-receipt")).toHaveLength(1);
  });

  it("PAY-85 the success page links to the payments", async () => {
    await open("?payment_intent=pi_1");
    await heading("Payment Successful");
    await clickButton("Return to Payments");
    await waitFor(() => expect(location.pathname).toBe("/payments"));
  });

  it("PAY-84 PAY-86 PAY-89 PAY-91 if a payment can't be recorded, the success page shows an error with the support address and a retry button", async () => {
    const server = await open("?payment_intent=pi_1", { "POST /api/payment-success": problem(503, "No.") });
    await heading("Payment Issue");
    await screen.findByText("Error Recording Payment");
    screen.getByText(/Contact support at help@portal\.example\.$/);
    expect(
      screen.getAllByText("Your payment may have been processed, but we couldn't record it in our system.")
        .length,
    ).toBeGreaterThan(0);
    expect(readSaved()).toBeNull();
    server.responses["POST /api/payment-success"] = recorded;
    await clickButton("Try again");
    await heading("Payment Successful");
    expect(server.sent.filter(({ path }) => path === "/api/payment-success").map(({ body }) => body)).toEqual(
      [
        { paymentIntentId: "pi_1", ...details },
        { paymentIntentId: "pi_1", ...details },
      ],
    );
  });

  it("PAY-88 PAY-90 PAY-91 PAY-92 a success page URL without a payment shows Payment Issue", async () => {
    const { sent } = await open("");
    await heading("Payment Issue");
    await screen.findByText("Payment Information Missing");
    screen.getByText("We couldn't find your payment information.");
    expect(readSaved()).toBeNull();
    expect(sent.filter(({ path }) => path === "/api/payment-success")).toEqual([]);
  });

  it("PAY-92 the success page records the payment even without saved details", async () => {
    const { sent } = await openPortal("/payment-success?payment_intent=pi_1", {
      session: tenant,
      responses: workingServer,
    });
    await heading("Payment Successful");
    expect(sent.find(({ path }) => path === "/api/payment-success")?.body).toEqual({
      paymentIntentId: "pi_1",
    });
  });

  it("the success page says that a bank debit is in progress", async () => {
    await open("?payment_intent=pi_1", { "POST /api/payment-success": processing });
    await heading("Payment Being Processed");
    expect(
      screen.getByText(
        "Bank payments take up to five business days. You'll find yours under “Being processed”.",
      ),
    ).toBeTruthy();
  });

  it("PAY-84 the success page shows Payment Issue if the payment wasn't completed", async () => {
    await open("?payment_intent=pi_1", { "POST /api/payment-success": unpaid });
    await heading("Payment Issue");
    expect(screen.getByText("Your payment didn't go through. You can try again from Payments.")).toBeTruthy();
  });

  it("NAV-07 a signed-out user is asked to sign in on the success page, which has no sidebar, and the saved details are kept", async () => {
    localStorage.setItem("paymentDetails", JSON.stringify(details));
    const { sent } = await openPortal(
      "/payment-success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret",
      { responses: workingServer },
    );
    await heading("Sign in to see your payment");
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
    expect(screen.getByRole("button", { name: "Sign In" })).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    expect(readSaved()).not.toBeNull();
  });
});
