import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import {
  acceptedCard,
  address,
  clickButton,
  openCheckout,
  payWith,
  workingServer,
} from "../testing/checkout.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("./checkout-page.tsx"),
    import("./sandbox-form.tsx"),
    import("#domains/accounts/web/sign-in/login-page.tsx"),
  ]),
);

const readSaved = () => JSON.parse(localStorage.getItem("paymentDetails") ?? "null");

describe("checkout", () => {
  it("PAY-77 PAY-79 PAY-80 PAY-82 PAY-83 checkout shows and saves the details from the URL and creates the payment", async () => {
    const { sent } = await openPortal("/checkout?amount=100&description=Test&unitId=3", {
      session: tenant,
      responses: workingServer,
    });
    await screen.findByRole("button", { name: "Pay Now" });
    expect(screen.getByText("Test").nextElementSibling?.textContent).toBe("$100.00");
    expect(readSaved()).toEqual({ amount: 100, description: "Test", unitId: 3 });
    expect(sent.find(({ path }) => path === "/api/create-payment-intent")?.body).toEqual({
      amount: 100,
      description: "Test",
      unitId: 3,
    });
  });

  it("PAY-79 Cancel in checkout returns to the payments page", async () => {
    await openCheckout();
    await clickButton("Cancel");
    await waitFor(() => expect(location.pathname).toBe("/payments"));
    expect(readSaved()).toBeNull();
  });

  it("PAY-78 PAY-83 without URL parameters, checkout shows a Rent Payment of 0 and asks for the amount", async () => {
    const { sent } = await openPortal("/checkout", { session: tenant, responses: workingServer });
    const field = await screen.findByLabelText("Amount");
    expect(screen.getByText("Rent Payment").nextElementSibling?.textContent).toBe("$0.00");
    expect(readSaved()).toEqual({ amount: 0, description: "Rent Payment", unitId: null });
    await clickButton("Continue to Payment");
    screen.getByText("Amount must be a valid number");
    await userEvent.type(field, "0.49");
    screen.getByText("Amount must be at least $0.50");
    expect(sent.filter(({ path }) => path === "/api/create-payment-intent")).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "1,250");
    await clickButton("Continue to Payment");
    await screen.findByRole("button", { name: "Pay Now" });
    expect(sent.find(({ path }) => path === "/api/create-payment-intent")?.body).toMatchObject({
      amount: 1250,
      description: "Rent Payment",
    });
  });

  it.each(["-5", "1e309", "12.345", "<b>"])(
    "checkout asks for the amount if the URL has %s",
    async (amount) => {
      await openPortal(`/checkout?amount=${encodeURIComponent(amount)}`, {
        session: tenant,
        responses: workingServer,
      });
      expect(await screen.findByLabelText("Amount")).toBeTruthy();
    },
  );

  it("PAY-81 if a payment can't be created, checkout returns to the payments page with an explanation", async () => {
    await openPortal(address, {
      session: tenant,
      responses: { ...workingServer, "POST /api/create-payment-intent": problem(500, "No.") },
    });
    await screen.findByText("There was an error setting up the payment. Please try again.");
    expect(location.pathname).toBe("/payments");
  });

  it("NAV-06 PAY-83 a signed-out user sees checkout without a sidebar, is asked to sign in, and then returns to checkout", async () => {
    const { sent } = await openPortal(address, {
      responses: { ...workingServer, "POST /api/login": tenant },
    });
    await screen.findByText("Sign in to pay. We'll bring you back here afterward.");
    expect(screen.getByText("November rent")).toBeTruthy();
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    await clickButton("Sign In");
    await userEvent.type(await screen.findByLabelText("Email"), tenant.email);
    await userEvent.type(screen.getByLabelText("Password"), "secret one");
    await clickButton("Sign In");
    await screen.findByRole("button", { name: "Pay Now" });
    expect(location.pathname + location.search).toBe(address);
  });

  it("checkout says that online payment isn't set up and links to the payments page", async () => {
    await openPortal(address, {
      session: tenant,
      responses: {
        ...workingServer,
        "POST /api/create-payment-intent": {
          ...(workingServer["POST /api/create-payment-intent"] as object),
          provider: null,
          message: "Online payment isn't set up.",
        },
      },
    });
    await screen.findByText("Online payment isn't set up");
    await clickButton("Back to Payments");
    await waitFor(() => expect(location.pathname).toBe("/payments"));
  });

  it("checkout removes the saved details after the payment", async () => {
    await openCheckout();
    expect(readSaved()).not.toBeNull();
    await payWith(acceptedCard);
    await screen.findByText("Payment received");
    expect(readSaved()).toBeNull();
  });
});
