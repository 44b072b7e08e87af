import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { problem, resetBrowser, tenant, unreachable } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import { confirmation } from "../testing/confirmation.ts";
import { account, openPayments } from "../testing/page.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#domains/payments/web/payments-page.tsx"),
    import("#domains/payments/web/manual-payments/confirm-manually.tsx"),
    import("#domains/payments/web/checkout/pay-online.tsx"),
  ]),
);

const path = "/api/manual-payment-confirmations";
const accepted = () => Response.json({ success: true, message: "Kept.", confirmation }, { status: 201 });

async function openForm(response: unknown = accepted) {
  const portal = await openPayments("?tab=make-payment", { [`POST ${path}`]: response });
  await userEvent.click(await screen.findByRole("button", { name: "Continue to Payment" }));
  await userEvent.click(await screen.findByRole("radio", { name: /Confirm Manual Payment/ }));
  await screen.findByLabelText(/Payment Method/);
  return {
    ...portal,
    confirmed: () => portal.sent.filter((request) => request.method === "POST" && request.path === path),
  };
}
const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit Confirmation" }));
async function fill() {
  await userEvent.selectOptions(screen.getByLabelText(/Payment Method/), "zelle");
  await userEvent.type(screen.getByLabelText(/Confirmation or Transaction ID/), "ZL-4711");
  enterDate("2026-11-20");
}
const enterDate = (value: string) =>
  fireEvent.change(screen.getByLabelText(/Payment Date/), { target: { value } });

describe("the manual confirmation", () => {
  it("PAY-57 PAY-58 the confirmation form offers the methods for payments outside the portal", async () => {
    await openForm();
    const options = within(screen.getByLabelText(/Payment Method/)).getAllByRole<HTMLOptionElement>("option");
    expect(options.map(({ value }) => value).filter((value) => value !== "")).toEqual([
      "zelle",
      "bank_transfer",
      "check",
      "cash",
      "other",
    ]);
  });

  it("PAY-61 the payment date defaults to today's date at the property, and Cancel discards the entries", async () => {
    await openForm();
    expect(screen.getByLabelText(/Payment Date/)).toHaveProperty("value", account.today);
    await fill();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("PAY-59 PAY-60 PAY-61 the confirmation form marks missing entries and sends nothing", async () => {
    const { confirmed } = await openForm();
    enterDate("");
    await submit();
    expect(await screen.findByText("Please select a payment method")).toBeTruthy();
    expect(screen.getByText("Please enter a valid confirmation or transaction ID")).toBeTruthy();
    expect(screen.getByText("Please select the payment date")).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/Confirmation or Transaction ID/), "12");
    await submit();
    expect(screen.getByText("Please enter a valid confirmation or transaction ID")).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/Confirmation or Transaction ID/), "3");
    await waitFor(() =>
      expect(screen.queryByText("Please enter a valid confirmation or transaction ID")).toBeNull(),
    );
    expect(confirmed()).toEqual([]);
  });

  it("TST-07 PAY-62 PAY-63 PAY-65 PAY-66 submitting sends the payment confirmation and then links to the dashboard", async () => {
    const { confirmed } = await openForm();
    await fill();
    await submit();
    expect(await screen.findByText("Payment Confirmed")).toBeTruthy();
    expect(screen.getByText("Your payment confirmation has been submitted.")).toBeTruthy();
    expect(confirmed().map(({ body }) => body)).toEqual([
      {
        amount: 2550,
        description: "Monthly Rent Payment",
        method: "zelle",
        transactionId: "ZL-4711",
        paymentDate: "2026-11-20",
        notes: "",
        userId: tenant.id,
        unitId: expect.anything() as number,
        leaseId: 7,
      },
    ]);
    expect(screen.queryByRole("button", { name: "Submit Confirmation" })).toBeNull();
    expect(screen.getByRole("link", { name: "Return to Dashboard" }).getAttribute("href")).toBe("/dashboard");
  });

  it("PAY-65 after the confirmation is submitted, the page shows what was reported and what happens next, not how to pay", async () => {
    await openForm();
    await fill();
    expect(screen.getByRole("group", { name: "Other ways to pay" })).toBeTruthy();
    await submit();
    expect(
      await screen.findByText("$2,550.00 by Zelle, reference ZL-4711, paid on Nov 20, 2026"),
    ).toBeTruthy();
    expect(screen.getByText(/^It's waiting for your property manager's review/)).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Other ways to pay" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Total" })).toBeNull();
    const step = within(screen.getByRole("list", { name: "Steps" })).getByText("Reported");
    expect(step.getAttribute("aria-current")).toBe("step");
  });

  it("a payment that was already reported and approved is shown as recorded", async () => {
    await openForm(() =>
      Response.json(
        {
          success: true,
          message: "Kept.",
          confirmation: { ...confirmation, state: "approved", paymentId: 70 },
        },
        { status: 201 },
      ),
    );
    await fill();
    await submit();
    expect(await screen.findByText("This payment is already recorded")).toBeTruthy();
    expect(screen.getByText(/Nothing new was submitted/)).toBeTruthy();
    expect(screen.queryByText("Payment Confirmed")).toBeNull();
    expect(screen.queryByText(/waiting for your property manager/)).toBeNull();
  });

  it("PAY-64 API-26 submitting a confirmation refetches payments and confirmations", async () => {
    const { sent } = await openForm();
    await fill();
    sent.length = 0;
    await submit();
    await screen.findByText("Payment Confirmed");
    await userEvent.click(screen.getByRole("tab", { name: "Summary" }));
    await screen.findByRole("region", { name: "Payment history" });
    for (const address of ["/api/payments", path])
      await waitFor(() =>
        expect(
          sent.filter((request) => request.method === "GET").map((request) => request.path.split("?")[0]),
        ).toContain(address),
      );
  });

  it.each([
    [
      "responds with a message",
      problem(409, "Someone else has this reference."),
      "Someone else has this reference.",
    ],
    [
      "can't be reached",
      unreachable,
      "There was a problem submitting your payment confirmation. Please try again.",
    ],
    [
      "responds without a message",
      () => new Response("", { status: 500 }),
      "Failed to submit payment confirmation",
    ],
  ])(
    "PAY-67 PAY-68 the confirmation form keeps its entries if the server %s",
    async (_, response, message) => {
      await openForm(response);
      await fill();
      await submit();
      expect(await screen.findByText("Confirmation Error")).toBeTruthy();
      expect(screen.getByText(message)).toBeTruthy();
      expect(screen.getByLabelText<HTMLInputElement>(/Confirmation or Transaction ID/).value).toBe("ZL-4711");
    },
  );

  it("proof is uploaded after the confirmation is sent, and a failed upload is retried without another confirmation", async () => {
    const responses = [503, 200];
    const uploads = captureUploads((upload) =>
      queueMicrotask(() => upload.response(responses.shift() ?? 200, confirmation)),
    );
    const { confirmed } = await openForm();
    await fill();
    const slip = new File(["%PDF-1.4"], "slip.pdf", { type: "application/pdf" });
    await userEvent.upload(screen.getByLabelText("Proof of payment"), slip);
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("slip.pdf was added as proof.")).toBeTruthy();
    expect(uploads.map(({ opened }) => opened)).toEqual([`POST ${path}/31/proof`, `POST ${path}/31/proof`]);
    expect(uploads.map(({ body }) => (body.get("proof") as File).name)).toEqual(["slip.pdf", "slip.pdf"]);
    expect(confirmed()).toHaveLength(1);
  });

  it("proof that is neither a photo nor a PDF is rejected before the upload", async () => {
    await openForm();
    const text = new File(["Paid."], "proof.txt", { type: "text/plain" });
    await userEvent.upload(screen.getByLabelText("Proof of payment"), text, { applyAccept: false });
    expect(await screen.findByText("Add a photo (PNG, JPG, or GIF) or a PDF.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Submit Confirmation" })).toHaveProperty("disabled", true);
  });

  it("proof over 10 MB is rejected before the upload", async () => {
    await openForm();
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "scan.pdf", { type: "application/pdf" });
    await userEvent.upload(screen.getByLabelText("Proof of payment"), large);
    expect(await screen.findByText("The file can be up to 10 MB.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Submit Confirmation" }).disabled).toBe(
      true,
    );
  });
});
