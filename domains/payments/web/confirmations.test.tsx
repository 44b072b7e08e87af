import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, cleanBrowser, conflict } from "#web/testing/open-page.tsx";
import type { Confirmation } from "../confirmations-contract.ts";
import { confirmation } from "./testing/confirmation.ts";
import { openPayments } from "./testing/page.ts";

cleanBrowser();
beforeAll(() => import("#domains/payments/web/payments-page.tsx"));

const path = "/api/manual-payment-confirmations";
const waiting: Confirmation = {
  ...confirmation,
  sameReference: 1,
  proof: { name: "slip.jpg", url: `${path}/31/proof`, isPhoto: true },
  may: { review: true, addProof: false },
};

async function openQueue(responses: Record<string, unknown> = {}, rows: Confirmation[] = [waiting]) {
  const portal = await openPayments("", { [`GET ${path}`]: rows, ...responses }, admin);
  const queue = await screen.findByRole("region", { name: "Payments to review" });
  return {
    ...portal,
    queue,
    decided: () => portal.sent.filter((one) => one.method === "POST" && one.path.startsWith(path)),
  };
}
const openDialog = async (queue: HTMLElement, button: "Approve" | "Reject") => {
  await userEvent.click(
    within(queue).getByRole("button", { name: new RegExp(`^${button} ?the payment of Kestrel`) }),
  );
  return screen.findByRole("dialog");
};

describe("payments to review", () => {
  it("name payer, amount, method and day, with the proof and a warning about a known reference", async () => {
    const { queue, sent } = await openQueue();
    for (const text of [
      "Kestrel Legal Partners",
      "Maria Gonzales, Harborview Center, unit 101",
      "ZL-4711",
      "Another payment has this reference",
      "Nov 20, 2026",
      "$2,550.00",
    ])
      expect(within(queue).getByText(text)).toBeTruthy();
    expect(within(queue).getByRole("link", { name: "slip.jpg" }).getAttribute("href")).toBe(
      `${path}/31/proof`,
    );
    expect(sent.some((one) => one.path.startsWith(`${path}?`) && one.path.includes("state=pending"))).toBe(
      true,
    );
  });

  it("are approved as confirmed, by the version on the screen", async () => {
    const { queue, decided } = await openQueue({
      [`POST ${path}/31/approve`]: { ...waiting, state: "approved", paymentId: 99 },
    });
    const dialog = await openDialog(queue, "Approve");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("Payment Approved")).toBeTruthy();
    expect(decided().map(({ body }) => body)).toEqual([{}]);
    expect(new Headers(decided()[0]?.init.headers).get("if-match")).toBe('"1"');
  });

  it("are approved with another amount only with a reason", async () => {
    const { queue, decided } = await openQueue({
      [`POST ${path}/31/approve`]: { ...waiting, state: "approved", paymentId: 99 },
    });
    const dialog = await openDialog(queue, "Approve");
    const amount = within(dialog).getByLabelText(/Amount/);
    await userEvent.clear(amount);
    await userEvent.type(amount, "2,450.00");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
    expect(await within(dialog).findByText("Please give the reason, in 3 characters or more")).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText(/Reason/), "The bank kept 100.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("Payment Approved")).toBeTruthy();
    expect(decided().map(({ body }) => body)).toEqual([
      { amount: 2450, paymentDate: "2026-11-20", reason: "The bank kept 100." },
    ]);
  });

  it("are rejected with a reason", async () => {
    const { queue, decided } = await openQueue({
      [`POST ${path}/31/reject`]: { ...waiting, state: "rejected", reason: "Nothing came." },
    });
    const dialog = await openDialog(queue, "Reject");
    await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
    expect(await within(dialog).findByText("Please give the reason, in 3 characters or more")).toBeTruthy();
    expect(decided()).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/Reason/), "Nothing came.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("Confirmation Rejected")).toBeTruthy();
    expect(decided().map(({ body }) => body)).toEqual([{ reason: "Nothing came." }]);
  });

  it("report that another reviewer was faster", async () => {
    const { queue } = await openQueue({
      [`POST ${path}/31/approve`]: conflict("Lena Landlord rejected this confirmation in the meantime.", {
        ...waiting,
        state: "rejected",
      }),
    });
    const dialog = await openDialog(queue, "Approve");
    await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
    expect(
      await within(dialog).findByText("Lena Landlord rejected this confirmation in the meantime."),
    ).toBeTruthy();
  });

  it("cannot be decided by the person who confirmed them", async () => {
    const { queue } = await openQueue({}, [{ ...waiting, may: { review: false, addProof: false } }]);
    expect(within(queue).getByText("Another person decides")).toBeTruthy();
    expect(within(queue).queryByRole("button", { name: /Approve/ })).toBeNull();
  });
});

describe("one's own confirmations", () => {
  it("show their state and the reason of a rejection", async () => {
    const rejected: Confirmation = { ...confirmation, state: "rejected", reason: "Nothing came." };
    await openPayments("", { [`GET ${path}`]: [rejected] });
    const own = await screen.findByRole("region", { name: "Your confirmations" });
    expect(within(own).getByText("Rejected")).toBeTruthy();
    expect(within(own).getByText("Nothing came.")).toBeTruthy();
    expect(within(own).queryByRole("button", { name: /Approve/ })).toBeNull();
  });
});
