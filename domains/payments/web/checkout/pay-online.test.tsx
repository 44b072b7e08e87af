import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type FakeResponses,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";
import {
  acceptedCard,
  clickButton,
  intent,
  openCheckout,
  paid,
  payWith,
  processing,
  recorded,
  unpaid,
  workingServer,
} from "../testing/checkout.ts";
import { openPayments } from "../testing/page.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("./checkout-page.tsx"),
    import("../payments-page.tsx"),
    import("./sandbox-form.tsx"),
    import("#web/ui/feedback/toast-viewport.tsx"),
  ]),
);

const confirmPath = "POST /api/sandbox/payment-intents/pi_1/confirm";
const outcome = (status: string, message?: string) => ({
  status,
  error: message === undefined ? null : { message },
});
const state = () => document.querySelector("[data-state]")?.getAttribute("data-state");
const findCalls = (sent: SentRequest[], path: string) =>
  sent.filter((request) => `${request.method} ${request.path}` === path);
const findBodies = (sent: SentRequest[], path: string) => findCalls(sent, path).map(({ body }) => body);
/** A response that the test controls. */
function deferred() {
  let resolve: (value: unknown) => void = () => {};
  const response = new Promise((fulfil) => {
    resolve = fulfil;
  });
  return { response: () => response, resolve };
}

describe("paying in the sandbox", () => {
  it("PAY-35 PAY-36 PAY-37 the card form is embedded and has three states: idle, processing with a disabled button, and success", async () => {
    const wait = deferred();
    const { sent } = await openCheckout({ [confirmPath]: wait.response });
    expect(screen.getByLabelText("Card number")).toBeTruthy();
    expect(state()).toBe("idle");
    await payWith(acceptedCard);
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Processing..." });
    expect(button.disabled).toBe(true);
    expect(state()).toBe("processing");
    wait.resolve(outcome("succeeded"));
    await screen.findByText("Payment received");
    expect(state()).toBe("success");
    expect(findBodies(sent, confirmPath)).toEqual([
      {
        clientSecret: "pi_1_secret_2",
        method: "card",
        cardNumber: acceptedCard,
        expiration: "12/34",
        cvc: "123",
      },
    ]);
  });

  it("PAY-49 PAY-50 PAY-56 PAY-95 PAY-96 PAY-98 a successful payment is recorded and reported, and its receipt is shown and emailed, one toast after the other", async () => {
    const timesEmailed = deferred();
    const { sent } = await openCheckout({ "POST /api/send-receipt": timesEmailed.response });
    await payWith(acceptedCard);
    await screen.findByText("Your payment has been processed successfully.");
    screen.getByText("Payment Successful");
    timesEmailed.resolve({ success: true, message: "It is on its way." });
    await screen.findByRole("region", { name: "Receipt No. 12" });
    expect(screen.getByRole("button", { name: "Print Receipt" })).toBeTruthy();
    await screen.findByText("A receipt has been sent to your email.");
    expect(screen.queryByText("Your payment has been processed successfully.")).toBeNull();
    expect(findBodies(sent, "POST /api/payment-success")).toEqual([
      { paymentIntentId: "pi_1", amount: 2500, description: "November rent", unitId: 3 },
    ]);
    expect(findBodies(sent, "POST /api/send-receipt")).toEqual([
      {
        paymentIntentId: "pi_1",
        email: tenant.email,
        subject: "Payment Receipt",
        amount: 2500,
        description: "November rent",
        html: "<h1>Payment Receipt</h1><p>November rent: $2,500.00</p><p>Card processing fee: $87.50</p>",
      },
    ]);
  });

  it("PAY-97 a toast reports that the receipt couldn't be sent", async () => {
    await openCheckout({ "POST /api/send-receipt": problem(500, "No.") });
    await payWith(acceptedCard);
    await screen.findByText("Failed to send receipt. Please contact support.");
    expect(screen.getByText("Receipt Error")).toBeTruthy();
  });

  it("PAY-38 PAY-39 PAY-51 PAY-55 a declined payment shows an error in the form and as a toast, and the payer can try again", async () => {
    const { sent } = await openCheckout({
      [confirmPath]: outcome("requires_payment_method", "Your card was declined."),
    });
    await payWith("4000 0000 0000 0002");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Your card was declined.");
    expect(alert.className).toContain("text-red-text");
    await screen.findByText("Payment Failed");
    expect(state()).toBe("error");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay Now" }).disabled).toBe(false);
    expect(findCalls(sent, "POST /api/payment-success")).toEqual([]);
  });

  it("after a declined card, the form stays open and shows that nothing was charged and how much a bank payment would save", async () => {
    await openCheckout({ [confirmPath]: outcome("requires_payment_method", "Your card was declined.") });
    await payWith("4000 0000 0000 0002");
    expect(
      await screen.findByText("Nothing was charged. Paying from a bank account has no fee and saves $87.50."),
    ).toBeTruthy();
    expect(screen.getByLabelText("Card number")).toHaveProperty("value", "4000 0000 0000 0002");
    expect(screen.getByLabelText("Security code")).toHaveProperty("value", "123");
  });

  it("card digits are grouped in fours while they're typed, regardless of the caret's position", async () => {
    await openCheckout();
    const number = screen.getByLabelText<HTMLInputElement>("Card number");
    await userEvent.type(number, "42424242 4242-4241");
    expect(number.value).toBe("4242 4242 4242 4241");
    await userEvent.type(number, "{Backspace}", { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(number.value).toBe("2424 2424 2424 241");
    expect(number.selectionStart).toBe(0);
    await userEvent.click(screen.getByRole("radio", { name: /^Bank account/ }));
    await userEvent.type(screen.getByLabelText("Account number"), "000123456789");
    expect(screen.getByLabelText("Account number")).toHaveProperty("value", "000123456789");
  });

  it("a card error disappears when the payer selects a bank account", async () => {
    await openCheckout({ [confirmPath]: outcome("requires_payment_method", "Your card was declined.") });
    await payWith("4000 0000 0000 0002");
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("radio", { name: /^Bank account/ }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(state()).toBe("idle");
  });

  it("PAY-39 PAY-51 a decline without a reason still shows a message", async () => {
    await openCheckout({ [confirmPath]: outcome("requires_payment_method", "") });
    await payWith(acceptedCard);
    expect(await screen.findByText("An error occurred while processing your payment.")).toBeTruthy();
    expect(await screen.findByText("Something went wrong with your payment.")).toBeTruthy();
  });

  it("PAY-39 PAY-52 PAY-55 an unknown error is shown in the form and as a toast", async () => {
    await openCheckout({ [confirmPath]: unreachable, "POST /api/payment-success": unpaid });
    await payWith(acceptedCard);
    await screen.findByText("An error occurred during payment processing.");
    await screen.findByText("Payment Error");
    screen.getByText("There was an error processing your payment. Please try again.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay Now" }).disabled).toBe(false);
  });

  it("a successful payment whose response was lost is shown as a payment, not an error", async () => {
    await openCheckout({ [confirmPath]: unreachable });
    await payWith(acceptedCard);
    await screen.findByText("Payment received");
    expect(screen.queryByText("An error occurred during payment processing.")).toBeNull();
  });

  it("PAY-40 any other status from the payment provider is reported as unknown", async () => {
    await openCheckout({ [confirmPath]: outcome("canceled") });
    await payWith(acceptedCard);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Payment status is unknown. Please check your account for charges.");
  });

  it("PAY-40 PAY-55 a bank debit that takes days is reported and recorded, and can't be paid again", async () => {
    const { sent } = await openCheckout({
      [confirmPath]: outcome("processing"),
      "POST /api/payment-success": processing,
    });
    await userEvent.click(screen.getByRole("radio", { name: /^Bank account/ }));
    await screen.findByRole("button", { name: "Pay Now" });
    await payWith("000123456789");
    const panel = within(await screen.findByRole("status", { name: "Your bank payment is processing" }));
    panel.getByText(/^\$2,500\.00 for November rent, started \w{3} \d+, \d{4}\.$/);
    panel.getByText(
      /^It should arrive by \w{3} \d+, \d{4}\. You don't need to do anything\. Please don't pay again\.$/,
    );
    const quoted = panel.getByText("Payment status is unknown. Please check your account for charges.");
    expect(quoted.tagName).toBe("Q");
    expect(panel.getByRole("link", { name: "Being processed" }).getAttribute("href")).toBe("/payments");
    expect(state()).toBe("pending");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.querySelector(".text-red-text")).toBeNull();
    expect(screen.queryByRole("button", { name: "Pay Now" })).toBeNull();
    expect(screen.getByRole("button", { name: "Back to Payments" })).toBeTruthy();
    expect(localStorage.getItem("paymentDetails")).toBeNull();
    await waitFor(() => expect(findCalls(sent, "POST /api/payment-success")).toHaveLength(1));
    expect(findBodies(sent, confirmPath)).toEqual([
      { clientSecret: "pi_1_secret_2", method: "us_bank_account", accountNumber: "000123456789" },
    ]);
  });

  it("the form never sends empty or unlisted numbers or expired cards", async () => {
    const { sent } = await openCheckout();
    await clickButton("Pay Now");
    screen.getByText("Enter a test card number, or choose one under “Test numbers.”");
    await userEvent.type(screen.getByLabelText("Card number"), "4111 1111 1111 1111");
    await userEvent.type(screen.getByLabelText("Expiration date"), "01/20");
    await clickButton("Pay Now");
    screen.getByText("That's not a test card. Use 4242 4242 4242 4242 or another from the list.");
    screen.getByText("This card has expired.");
    screen.getByText("Enter the card's 3- or 4-digit security code.");
    expect(document.activeElement).toBe(screen.getByLabelText("Card number"));
    expect(findCalls(sent, confirmPath)).toEqual([]);
  });

  it.each([
    ["Approve", true, outcome("succeeded"), "Payment received"],
    ["Decline", false, outcome("requires_payment_method", "You declined it."), "Payment Failed"],
  ])("the payer can answer the extra step with %s", async (button, approve, response, message) => {
    const step = "POST /api/sandbox/payment-intents/pi_1/step";
    const { sent } = await openCheckout({ [confirmPath]: outcome("requires_action"), [step]: response });
    await payWith("4000 0025 0000 3155");
    const dialog = await screen.findByRole("dialog", { name: "Confirm this payment" });
    await userEvent.click(within(dialog).getByRole("button", { name: button }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(findBodies(sent, step)).toEqual([{ clientSecret: "pi_1_secret_2", approve }]);
  });

  it("a payment that was received but not recorded yet can be checked again but not paid again", async () => {
    const responses: FakeResponses = {
      "POST /api/payment-success": problem(503, "The provider isn't responding."),
    };
    const server = await openCheckout(responses);
    await payWith(acceptedCard);
    await screen.findByText("Not posted to your account yet");
    await screen.findByText("Your payment may have been processed, but we couldn't record it in our system.");
    expect(screen.queryByRole("button", { name: "Pay Now" })).toBeNull();
    server.responses["POST /api/payment-success"] = recorded;
    await clickButton("Check again");
    await screen.findByRole("region", { name: "Receipt No. 12" });
  });
});

describe("the fee", () => {
  const shownFee = () => screen.getByText(/rocessing fee/).nextElementSibling?.textContent;
  const total = () => screen.getByText("Total").nextElementSibling?.textContent;
  const chooseBank = () => userEvent.click(screen.getByRole("radio", { name: /^Bank account/ }));
  const chooseCard = () => userEvent.click(screen.getByRole("radio", { name: /^Card/ }));

  it("PAY-44 PAY-45 PAY-47 before paying, the form shows the server's fee: $87.50 by card and none by bank", async () => {
    const { sent } = await openCheckout();
    expect([shownFee(), total()]).toEqual(["$87.50", "$2,587.50"]);
    expect(screen.getByRole("radio", { name: /^Card/ }).parentElement?.textContent).toContain("$2,587.50");
    expect(screen.getByRole("radio", { name: /^Bank/ }).parentElement?.textContent).toContain("$2,500.00");
    expect(findCalls(sent, "POST /api/update-payment-method")).toEqual([]);
    await chooseBank();
    await screen.findByRole("button", { name: "Pay Now" });
    expect([shownFee(), total()]).toEqual(["$0.00", "$2,500.00"]);
    expect(findBodies(sent, "POST /api/update-payment-method")).toEqual([
      { paymentIntentId: "pi_1", method: "us_bank_account" },
    ]);
  });

  it("the fee from the server replaces the calculated fee", async () => {
    await openCheckout({
      "POST /api/update-payment-method": { success: true, processingFee: 12.34, totalAmount: 2512.34 },
    });
    await chooseBank();
    await waitFor(() => expect([shownFee(), total()]).toEqual(["$12.34", "$2,512.34"]));
  });

  it("PAY-46 until the server confirms the fee, the form shows the calculated fee without an error, disables the button, and retries", async () => {
    const server = await openCheckout({ "POST /api/update-payment-method": problem(503, "Not now.") });
    await chooseBank();
    await chooseCard();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Confirming the total..." });
    expect(button.disabled).toBe(true);
    expect([shownFee(), total()]).toEqual(["$87.50", "$2,587.50"]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.querySelector("[data-toast-viewport] > li")).toBeNull();
    server.responses["POST /api/update-payment-method"] = {
      success: true,
      processingFee: 87.5,
      totalAmount: 2587.5,
    };
    await screen.findByRole("button", { name: "Pay Now" });
    expect(findCalls(server.sent, confirmPath)).toEqual([]);
  });

  it("the payment method selected last is used, regardless of the order of the responses", async () => {
    const wait = deferred();
    let requests = 0;
    const server = await openCheckout({
      "POST /api/update-payment-method": () =>
        ++requests === 1 ? wait.response() : { success: true, processingFee: 87.5, totalAmount: 2587.5 },
    });
    await chooseBank();
    await chooseCard();
    expect(findCalls(server.sent, "POST /api/update-payment-method")).toHaveLength(1);
    wait.resolve({ success: true, processingFee: 0, totalAmount: 2500 });
    await screen.findByRole("button", { name: "Pay Now" });
    expect(shownFee()).toBe("$87.50");
    expect(
      findBodies(server.sent, "POST /api/update-payment-method").map(
        (body) => (body as { method: string }).method,
      ),
    ).toEqual(["us_bank_account", "card"]);
  });

  it("a payment already made in another tab is shown instead of the fee", async () => {
    await openCheckout({
      "POST /api/update-payment-method": problem(409, "This payment has already been made."),
    });
    await chooseBank();
    expect(await screen.findByText("Payment received")).toBeTruthy();
  });

  describe("a reopened form", () => {
    const update = "POST /api/update-payment-method";
    const byCard = { success: true, processingFee: 87.5, totalAmount: 2587.5 };
    const requestedMethods = (sent: SentRequest[]) =>
      findBodies(sent, update).map((body) => (body as { method: string }).method);
    const goOn = async () =>
      userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
    const startPayment = async (responses: FakeResponses = {}) => {
      const portal = await openPayments("?tab=make-payment", { ...workingServer, ...responses });
      await goOn();
      await screen.findByText("Test mode: no money moves");
      return portal;
    };

    it.each([
      ["manual and then online again", /^Confirm Manual/, "radio", /^Pay Online/, "radio"],
      ["Back and then to the details again", "Back", "button", "Payment Details", "tab"],
    ] as const)(
      "PAY-44 the reopened form shows the card's fee once the server confirms it: %s",
      async (_, leave, role, back, backRole) => {
        const server = await startPayment();
        await chooseBank();
        await screen.findByRole("button", { name: "Pay Now" });
        const wait = deferred();
        server.responses[update] = wait.response;
        await userEvent.click(screen.getByRole(role, { name: leave }));
        await userEvent.click(await screen.findByRole(backRole, { name: back }));
        const button = await screen.findByRole<HTMLButtonElement>("button", {
          name: "Confirming the total...",
        });
        expect(button.disabled).toBe(true);
        expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Card/ }).checked).toBe(true);
        expect(screen.getByText("Method").nextElementSibling?.textContent).toBe("Credit Card/Online Payment");
        wait.resolve(byCard);
        await screen.findByRole("button", { name: "Pay Now" });
        expect([shownFee(), total()]).toEqual(["$87.50", "$2,587.50"]);
        expect(requestedMethods(server.sent)).toEqual(["us_bank_account", "card"]);
      },
    );

    it("the fee is requested after the response to the closed form, even if the payment was started again", async () => {
      const wait = deferred();
      const server = await startPayment({ [update]: wait.response });
      await chooseBank();
      await clickButton("Back");
      await goOn();
      await screen.findByRole("button", { name: "Confirming the total..." });
      expect(requestedMethods(server.sent)).toEqual(["us_bank_account"]);
      server.responses[update] = byCard;
      wait.resolve({ success: true, processingFee: 0, totalAmount: 2500 });
      await screen.findByRole("button", { name: "Pay Now" });
      expect([shownFee(), total()]).toEqual(["$87.50", "$2,587.50"]);
      expect(requestedMethods(server.sent)).toEqual(["us_bank_account", "card"]);
    });

    it("the fee isn't requested if no other method was selected", async () => {
      const { sent } = await startPayment();
      await clickButton("Back");
      await userEvent.click(await screen.findByRole("tab", { name: "Payment Details" }));
      await screen.findByRole("button", { name: "Pay Now" });
      expect(requestedMethods(sent)).toEqual([]);
    });
  });

  it("the fee for a bank account stays after reconnecting, and the payment isn't restarted", async () => {
    const { sent } = await openCheckout();
    await chooseBank();
    await screen.findByRole("button", { name: "Pay Now" });
    const { emitSessionEvent } = await import("#web/session/session-events.ts");
    await act(async () => emitSessionEvent("server-is-back"));
    expect(findCalls(sent, "POST /api/create-payment-intent")).toHaveLength(1);
    expect(total()).toBe("$2,500.00");
  });

  it("CON-10 the card fee uses the property's rate", async () => {
    await openCheckout({
      "POST /api/create-payment-intent": { ...intent, feeCents: 2_500, feeBasisPoints: 100 },
    });
    screen.getByText("Card processing fee (1%)");
    expect(total()).toBe("$2,525.00");
  });
});

it("PAY-48 after a payment, the list of payments is refetched, even if another page shows it", async () => {
  const { sent } = await openCheckout({ "GET /api/payments": [paid] });
  const { queryClient } = await import("#web/query-client.ts");
  await queryClient.fetchQuery({ queryKey: ["/api/payments"] });
  await payWith(acceptedCard);
  await waitFor(() => expect(findCalls(sent, "GET /api/payments")).toHaveLength(2));
});

it("PAY-32 the payment details show the payment method", async () => {
  await openPayments("?tab=make-payment", workingServer);
  await userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
  await screen.findByText("Test mode: no money moves");
  const method = () => screen.getByText("Method").nextElementSibling?.textContent;
  expect(method()).toBe("Credit Card/Online Payment");
  await userEvent.click(screen.getByRole("radio", { name: /^Bank account/ }));
  expect(method()).toBe("Bank Account/Online Payment");
  await userEvent.click(screen.getByRole("radio", { name: /^Card/ }));
  expect(method()).toBe("Credit Card/Online Payment");
});

it("details saved for a reload are removed after the payment", async () => {
  await openPayments("?tab=make-payment", workingServer);
  await userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
  await screen.findByText("Test mode: no money moves");
  expect(history.state).toMatchObject({ paying: { leaseId: 7 } });
  expect(screen.getByRole("heading", { name: "How to pay" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Applied to" })).toBeTruthy();
  await payWith(acceptedCard);
  await screen.findByText("Payment received");
  expect(screen.queryByRole("region", { name: "Payment Information" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "How to pay" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Applied to" })).toBeNull();
  expect(history.state).toBeNull();
  expect(screen.getByRole("button", { name: "Back to Summary" })).toBeTruthy();
});
