import { screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { resetBrowser, unreachable } from "#web/testing/open-page.tsx";
import { acceptedCard, clickButton, openCheckout, payWith, recorded, unpaid } from "../testing/checkout.ts";

resetBrowser();
beforeAll(() => Promise.all([import("./checkout-page.tsx"), import("./sandbox-form.tsx")]));

const confirmPath = "POST /api/sandbox/payment-intents/pi_1/confirm";

it("if the user tries to pay while offline, a message says that nothing was sent", async () => {
  const { sent } = await openCheckout();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await payWith(acceptedCard);
  expect((await screen.findByRole("alert")).textContent).toBe("You're offline. Nothing was sent.");
  expect(sent.filter(({ path }) => confirmPath.endsWith(path))).toEqual([]);
  vi.restoreAllMocks();
});

it("after a lost connection, a payment can't be sent again until the server has checked it", async () => {
  const server = await openCheckout({
    [confirmPath]: unreachable,
    "POST /api/payment-success": unreachable,
  });
  await payWith(acceptedCard);
  await screen.findByText("We couldn't confirm the payment");
  screen.getByText(/^Don't pay again until we've checked\./);
  expect(screen.queryByRole("button", { name: "Pay Now" })).toBeNull();
  expect(screen.queryByText("Payment Error")).toBeNull();
  await clickButton("Check again");
  screen.getByText("We couldn't confirm the payment");
  server.responses["POST /api/payment-success"] = unpaid;
  await clickButton("Check again");
  expect(await screen.findByText("Nothing was charged.", { exact: false })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Pay Now" })).toBeTruthy();
});

it("a payment that succeeded despite a lost connection is shown after checking again", async () => {
  const server = await openCheckout({
    [confirmPath]: unreachable,
    "POST /api/payment-success": unreachable,
  });
  await payWith(acceptedCard);
  await screen.findByText("We couldn't confirm the payment");
  server.responses["POST /api/payment-success"] = recorded;
  await clickButton("Check again");
  expect(await screen.findByText("Payment received")).toBeTruthy();
});
