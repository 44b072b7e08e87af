import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";
import { address, goodCard, goodServer, openCheckout, payWith, press } from "./testing/paying.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("./checkout-page.tsx"),
    import("./sandbox-form.tsx"),
    import("#domains/accounts/web/login-page.tsx"),
  ]),
);

const kept = () => JSON.parse(localStorage.getItem("paymentDetails") ?? "null");

describe("checkout", () => {
  it("PAY-77 PAY-79 PAY-80 PAY-82 PAY-83 shows and stores the details in the address, and creates the payment", async () => {
    const { sent } = await openPortal("/checkout?amount=100&description=Test&unitId=3", {
      session: tenant,
      responses: goodServer,
    });
    await screen.findByRole("button", { name: "Pay Now" });
    expect(screen.getByText("Test").nextElementSibling?.textContent).toBe("$100.00");
    expect(kept()).toEqual({ amount: 100, description: "Test", unitId: 3 });
    expect(sent.find(({ path }) => path === "/api/create-payment-intent")?.body).toEqual({
      amount: 100,
      description: "Test",
      unitId: 3,
    });
  });

  it("PAY-79 Cancel goes back to the payments", async () => {
    await openCheckout();
    await press("Cancel");
    await waitFor(() => expect(location.pathname).toBe("/payments"));
    expect(kept()).toBeNull();
  });

  it("PAY-78 PAY-83 without parameters it is a Rent Payment of 0, and asks for the amount", async () => {
    const { sent } = await openPortal("/checkout", { session: tenant, responses: goodServer });
    const field = await screen.findByLabelText("Amount");
    expect(screen.getByText("Rent Payment").nextElementSibling?.textContent).toBe("$0.00");
    expect(kept()).toEqual({ amount: 0, description: "Rent Payment", unitId: null });
    await press("Continue to Payment");
    screen.getByText("Amount must be a valid number");
    await userEvent.type(field, "0.49");
    screen.getByText("Amount must be at least $0.50");
    expect(sent.filter(({ path }) => path === "/api/create-payment-intent")).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "1,250");
    await press("Continue to Payment");
    await screen.findByRole("button", { name: "Pay Now" });
    expect(sent.find(({ path }) => path === "/api/create-payment-intent")?.body).toMatchObject({
      amount: 1250,
      description: "Rent Payment",
    });
  });

  it.each(["-5", "1e309", "12.345", "<b>"])("asks for the amount if the address has %s", async (amount) => {
    await openPortal(`/checkout?amount=${encodeURIComponent(amount)}`, {
      session: tenant,
      responses: goodServer,
    });
    expect(await screen.findByLabelText("Amount")).toBeTruthy();
  });

  it("PAY-81 a payment that cannot be created leads to the payments, with an explanation", async () => {
    await openPortal(address, {
      session: tenant,
      responses: { ...goodServer, "POST /api/create-payment-intent": problem(500, "No.") },
    });
    await screen.findByText("There was an error setting up the payment. Please try again.");
    expect(location.pathname).toBe("/payments");
  });

  it("NAV-06 PAY-83 signed out it has no sidebar, asks to sign in, and is shown again afterwards", async () => {
    const { sent } = await openPortal(address, {
      responses: { ...goodServer, "POST /api/login": tenant },
    });
    await screen.findByText("Please sign in to pay. You will return to this page afterwards.");
    expect(screen.getByText("November rent")).toBeTruthy();
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    await press("Sign In");
    await userEvent.type(await screen.findByLabelText("Email"), tenant.email);
    await userEvent.type(screen.getByLabelText("Password"), "secret one");
    await press("Sign In");
    await screen.findByRole("button", { name: "Pay Now" });
    expect(location.pathname + location.search).toBe(address);
  });

  it("says that online payment is not set up, and links to the payments", async () => {
    await openPortal(address, {
      session: tenant,
      responses: {
        ...goodServer,
        "POST /api/create-payment-intent": {
          ...(goodServer["POST /api/create-payment-intent"] as object),
          provider: null,
          message: "Online payment is not set up.",
        },
      },
    });
    await screen.findByText("Online payment is not set up");
    await press("Back to Payments");
    await waitFor(() => expect(location.pathname).toBe("/payments"));
  });

  it("removes the stored details after the payment", async () => {
    await openCheckout();
    expect(kept()).not.toBeNull();
    await payWith(goodCard);
    await screen.findByText("Payment received");
    expect(kept()).toBeNull();
  });
});
