import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, conflict, onPhone, resetBrowser } from "#web/testing/open-page.tsx";
import type { Confirmation } from "../../confirmations-contract.ts";
import { confirmation } from "../testing/confirmation.ts";
import { openPayments } from "../testing/page.ts";

resetBrowser();
beforeAll(() => import("#domains/payments/web/payments-page.tsx"));

const path = "/api/manual-payment-confirmations";
const pending: Confirmation = {
  ...confirmation,
  sameReference: 1,
  proof: { name: "slip.jpg", url: `${path}/31/proof`, isPhoto: true },
  can: { review: true, addProof: false, reportAgain: false, withdraw: false },
};

async function openQueue(responses: Record<string, unknown> = {}, rows: Confirmation[] = [pending]) {
  const portal = await openPayments("", { [`GET ${path}`]: rows, ...responses }, admin);
  const queue = await screen.findByRole("region", { name: "Payments to review" });
  return {
    ...portal,
    queue,
    decisions: () =>
      portal.sent.filter((request) => request.method === "POST" && request.path.startsWith(path)),
  };
}
const openDialog = async (queue: HTMLElement, button: "Approve" | "Reject") => {
  await userEvent.click(
    within(queue).getByRole("button", { name: new RegExp(`^${button} ?Kestrel Legal Partners's payment`) }),
  );
  return screen.findByRole("dialog");
};

describe("a rejected payment", () => {
  it("tenants can report a rejected payment again with its details filled in, or pay another way [PAY-57]", async () => {
    const rejected: Confirmation = {
      ...confirmation,
      state: "rejected",
      reason: "No such transfer came.",
      can: { review: false, addProof: false, reportAgain: true, withdraw: false },
    };
    await openPayments("", { [`GET ${path}`]: [rejected] });
    await screen.findByText("Your payment of $2,550.00 by Zelle was rejected");
    expect(screen.getByRole("link", { name: "Pay Another Way" }).getAttribute("href")).toBe(
      "/payments?tab=make-payment&lease=7",
    );
    await userEvent.click(screen.getByRole("button", { name: "Report Again" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Report Payment Again" }));
    expect(dialog.getByText("Rejected: No such transfer came.")).toBeTruthy();
    expect(await dialog.findByLabelText(/Transaction ID/)).toHaveProperty("value", "ZL-4711");
    expect(dialog.getByLabelText(/Amount/)).toHaveProperty("value", "2,550.00");
    expect(dialog.getByLabelText(/Payment Date/)).toHaveProperty("value", "2026-11-20");
  });
});

describe("payments to review", () => {
  it("the review queue shows payer, amount, method, date, proof, and a warning about a known reference", async () => {
    const { queue, sent } = await openQueue();
    for (const text of [
      "Kestrel Legal Partners",
      "Maria Gonzales, Harborview Center, unit 101",
      "ZL-4711",
      "1 other payment has this reference",
      "Nov 20, 2026",
      "$2,550.00",
    ])
      expect(within(queue).getByText(text)).toBeTruthy();
    expect(within(queue).getByRole("link", { name: "slip.jpg" }).getAttribute("href")).toBe(
      `${path}/31/proof`,
    );
    expect(
      sent.some((request) => request.path.startsWith(`${path}?`) && request.path.includes("state=pending")),
    ).toBe(true);
  });

  it("a payment that is already recorded shows a warning in the queue and the dialog and suggests a reason to reject it", async () => {
    const recorded: Confirmation = {
      ...pending,
      samePayment: {
        paymentId: 90,
        receiptNumber: 12,
        recordedOn: "2026-11-28",
        recordedBy: "Lena Landlord",
      },
    };
    const { queue } = await openQueue({}, [recorded]);
    const warning = "Already recorded on Nov 28, 2026 by Lena Landlord, receipt 12";
    expect(within(queue).getByText(warning)).toBeTruthy();
    expect(within(queue).queryByText("1 other payment has this reference")).toBeNull();
    const dialog = await openDialog(queue, "Approve");
    expect(within(dialog).getByText(warning)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    const rejection = await openDialog(queue, "Reject");
    expect(within(rejection).getByLabelText(/Reason/)).toHaveProperty(
      "value",
      "Already recorded, receipt 12.",
    );
  });

  it("for a payment dated in a closed month, the dialog shows the posting date before approval", async () => {
    const { queue } = await openQueue({}, [{ ...pending, datedOn: "2026-12-01" }]);
    const dialog = within(await openDialog(queue, "Approve"));
    const hint = "November 2026 is closed, so the payment will be dated Dec 1, 2026.";
    expect(dialog.getByText(hint)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/^Payment Date/), { target: { value: "2026-12-02" } });
    expect(dialog.queryByText(hint)).toBeNull();
  });

  it("approving a payment sends the version on the screen", async () => {
    const { queue, decisions } = await openQueue({
      [`POST ${path}/31/approve`]: { ...pending, state: "approved", paymentId: 99 },
    });
    const dialog = await openDialog(queue, "Approve");
    await userEvent.click(
      within(dialog).getByRole("button", { name: /^Approve \$[\d,.]+ from Kestrel Legal Partners$/ }),
    );
    expect(await screen.findByText("Payment Approved")).toBeTruthy();
    expect(decisions().map(({ body }) => body)).toEqual([{}]);
    expect(new Headers(decisions()[0]?.init.headers).get("if-match")).toBe('"1"');
  });

  it("approving a different amount requires a reason", async () => {
    const { queue, decisions } = await openQueue({
      [`POST ${path}/31/approve`]: { ...pending, state: "approved", paymentId: 99 },
    });
    const dialog = await openDialog(queue, "Approve");
    const amount = within(dialog).getByLabelText(/Amount/);
    await userEvent.clear(amount);
    await userEvent.type(amount, "2,450.00");
    await userEvent.click(
      within(dialog).getByRole("button", { name: /^Approve \$[\d,.]+ from Kestrel Legal Partners$/ }),
    );
    expect(await within(dialog).findByText("Please enter a reason (at least 3 characters)")).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText(/Reason/), "The bank kept 100.");
    await userEvent.click(
      within(dialog).getByRole("button", { name: /^Approve \$[\d,.]+ from Kestrel Legal Partners$/ }),
    );
    expect(await screen.findByText("Payment Approved")).toBeTruthy();
    expect(decisions().map(({ body }) => body)).toEqual([
      { amount: 2450, paymentDate: "2026-11-20", reason: "The bank kept 100." },
    ]);
  });

  it("before several payments are approved, a dialog lists each amount, payer, company, and unit", async () => {
    const other = {
      ...pending,
      id: 32,
      amountFormatted: "$100.00",
      user: { id: 77, fullName: "Otto Other" },
    };
    const { queue } = await openQueue({}, [pending, other]);
    await userEvent.click(within(queue).getByRole("checkbox", { name: /Select all/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    for (const line of [
      "$2,550.00 from Maria Gonzales for Kestrel Legal Partners, Harborview Center 101",
      "$100.00 from Otto Other for Kestrel Legal Partners, Harborview Center 101",
    ])
      expect(dialog.getByText(line)).toBeTruthy();
  });

  it("rejecting a payment requires a reason", async () => {
    const { queue, decisions } = await openQueue({
      [`POST ${path}/31/reject`]: { ...pending, state: "rejected", reason: "Nothing came." },
    });
    const dialog = await openDialog(queue, "Reject");
    await userEvent.click(
      within(dialog).getByRole("button", { name: "Reject $2,550.00 from Kestrel Legal Partners" }),
    );
    expect(await within(dialog).findByText("Please enter a reason (at least 3 characters)")).toBeTruthy();
    expect(decisions()).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/Reason/), "Nothing came.");
    await userEvent.click(
      within(dialog).getByRole("button", { name: "Reject $2,550.00 from Kestrel Legal Partners" }),
    );
    expect(await screen.findByText("Confirmation Rejected")).toBeTruthy();
    expect(decisions().map(({ body }) => body)).toEqual([{ reason: "Nothing came." }]);
  });

  it("if another reviewer decided first, the dialog says so", async () => {
    const { queue } = await openQueue({
      [`POST ${path}/31/approve`]: conflict("Lena Landlord has already rejected this confirmation.", {
        ...pending,
        state: "rejected",
      }),
    });
    const dialog = await openDialog(queue, "Approve");
    await userEvent.click(
      within(dialog).getByRole("button", { name: /^Approve \$[\d,.]+ from Kestrel Legal Partners$/ }),
    );
    expect(
      await within(dialog).findByText("Lena Landlord has already rejected this confirmation."),
    ).toBeTruthy();
  });

  it("people can't review their own confirmations", async () => {
    const { queue } = await openQueue({}, [
      { ...pending, can: { review: false, addProof: false, reportAgain: false, withdraw: false } },
    ]);
    expect(within(queue).getByText("Needs another reviewer")).toBeTruthy();
    expect(within(queue).queryByRole("button", { name: /Approve/ })).toBeNull();
  });
});

describe("the user's own confirmations", () => {
  it("PAY-69 on a phone, a confirmation's title is its description", async () => {
    onPhone();
    await openPayments("", { [`GET ${path}`]: [confirmation] });
    const confirmations = await screen.findByRole("region", { name: "Your confirmations" });
    const cell = within(confirmations).getByText(confirmation.description).closest("td");
    expect(cell?.className).toContain("row-start-1");
    expect(cell?.className).toContain("font-medium");
  });

  it("a confirmation that a colleague withdrew shows the colleague's name", async () => {
    const withdrawn: Confirmation = { ...confirmation, state: "withdrawn", reviewer: "Carl Colleague" };
    await openPayments("", { [`GET ${path}`]: [withdrawn] });
    const confirmations = await screen.findByRole("region", { name: "Your confirmations" });
    expect(within(confirmations).getByText("Withdrawn by Carl Colleague")).toBeTruthy();
  });

  it("the dialog for withdrawing a colleague's confirmation names the colleague", async () => {
    const withdrawable = {
      ...confirmation,
      user: { id: 99, fullName: "Carl Colleague" },
      can: { ...confirmation.can, withdraw: true },
    };
    await openPayments("", { [`GET ${path}`]: [withdrawable] });
    await userEvent.click(await screen.findByRole("button", { name: /^Withdraw/ }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("Withdraw Carl Colleague's report of $2,550.00?")).toBeTruthy();
    expect(question.getByText(/^Carl Colleague reported a payment by Zelle/)).toBeTruthy();
  });

  it("the user can withdraw a pending payment confirmation after confirming", async () => {
    const withdrawable = { ...confirmation, can: { ...confirmation.can, withdraw: true } };
    const { sent } = await openPayments("", {
      [`GET ${path}`]: [withdrawable],
      [`POST ${path}/31/withdraw`]: { ...confirmation, state: "withdrawn" },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Withdraw/ }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("Withdraw your report of $2,550.00?")).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("Report Withdrawn")).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST").map((request) => request.path)).toEqual([
      `${path}/31/withdraw`,
    ]);
  });

  it("payment confirmations show their status and the reason for a rejection", async () => {
    const rejected: Confirmation = { ...confirmation, state: "rejected", reason: "Nothing came." };
    await openPayments("", { [`GET ${path}`]: [rejected] });
    const confirmations = await screen.findByRole("region", { name: "Your confirmations" });
    expect(within(confirmations).getByText("Rejected")).toBeTruthy();
    expect(within(confirmations).getByText("Nothing came.")).toBeTruthy();
    expect(within(confirmations).queryByRole("button", { name: /Approve/ })).toBeNull();
  });
});
