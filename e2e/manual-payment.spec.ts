import type { Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

test("PAY-57 PAY-63 PAY-65 PAY-66 after a tenant reports a transfer with proof and the landlord approves it, the tenant's balance and receipt show it", async ({
  browser,
}) => {
  const landlord = await openPageAs(browser, "landlord");
  await landlord.goto("/payments");
  await expect(landlord.getByRole("tab", { name: "Summary" })).toBeVisible();

  const tenant = await openPageAs(browser, "tenant2");
  await tenant.goto("/payments?tab=make-payment");
  await tenant.getByRole("radio", { name: /^Pay another amount/ }).check();
  await tenant.getByLabel("Amount", { exact: true }).fill("61.25");
  await tenant.getByLabel("Description").fill(`Transferred ${runId}`);
  await tenant.getByRole("button", { name: "Continue to Payment" }).click();
  await tenant.getByText("Confirm Manual Payment", { exact: true }).click();
  await tenant.getByLabel("Payment Method").selectOption("bank_transfer");
  await tenant.getByLabel("Confirmation or Transaction ID").fill(`TR-${runId}`);
  const { today } = (await (
    await tenant.request.get(`/api/leases/${await findLeaseId(tenant)}/account`)
  ).json()) as { today: string };
  await tenant.getByLabel("Payment Date").fill(today);
  await tenant.getByLabel("Proof of payment").setInputFiles({
    name: "slip.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n"),
  });
  await tenant.getByRole("button", { name: "Submit Confirmation" }).click();
  await expectToast(tenant, "Payment Confirmed", "Your payment confirmation has been submitted.");
  await expect(tenant.getByText("slip.pdf was added as proof.")).toBeVisible();
  await expect(tenant.getByRole("link", { name: "Return to Dashboard" })).toBeVisible();

  const pending = landlord.getByRole("region", { name: "Payments to review" });
  const row = pending.getByRole("row").filter({ hasText: `TR-${runId}` });
  await expect(row).toContainText("$61.25");
  await expect(row.getByRole("link", { name: "slip.pdf" })).toBeVisible();

  await tenant.getByRole("tab", { name: "Summary" }).click();
  await expect(tenant.getByRole("region", { name: "Being processed" })).toContainText(`Transferred ${runId}`);
  const before = await getBalance(tenant);
  await row.getByRole("button", { name: /^Approve/ }).click();
  await landlord
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(row).toHaveCount(0);

  const payment = tenant
    .getByRole("table", { name: "Payment history" })
    .getByRole("row")
    .filter({
      hasText: `Transferred ${runId}`,
    });
  await expect(payment).toContainText("Completed");
  expect(await getBalance(tenant)).toBe(before - 6_125);
  await payment.getByRole("button", { name: /^View/ }).click();
  const receipt = tenant.getByRole("dialog");
  await expect(receipt.getByText(/^No\. \d+$/)).toBeVisible();
  await expect(receipt).toContainText("$61.25");
  await tenant.emulateMedia({ media: "print" });
  const pdf = await tenant.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await expect(receipt.getByRole("button", { name: "Print Receipt" })).toBeHidden();
  await expect(tenant.getByRole("table", { name: "Payment history" })).toBeHidden();
  await expect(receipt.getByText("Total paid")).toBeVisible();
});

async function findLeaseId(tenant: Page): Promise<number> {
  const [lease] = (await (await tenant.request.get("/api/leases")).json()) as { id: number }[];
  return lease?.id ?? 0;
}

async function getBalance(tenant: Page): Promise<number> {
  const account = await tenant.request.get(`/api/leases/${await findLeaseId(tenant)}/account`);
  return ((await account.json()) as { balanceCents: number }).balanceCents;
}
