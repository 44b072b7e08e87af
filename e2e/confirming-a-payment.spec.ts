import { expect, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const mark = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;

test("PAY-57 PAY-63 PAY-65 PAY-66 a tenant confirms a transfer with its proof; the landlord sees it at once and approves it; receipt and balance follow", async ({
  browser,
}) => {
  const landlord = await signedIn(browser, "landlord");
  await landlord.goto("/payments");
  await expect(landlord.getByRole("tab", { name: "Summary" })).toBeVisible();

  const tenant = await signedIn(browser, "tenant2");
  await tenant.goto("/payments?tab=make-payment");
  await tenant.getByRole("radio", { name: /^Pay something else/ }).check();
  await tenant.getByLabel("Amount", { exact: true }).fill("61.25");
  await tenant.getByLabel("Description").fill(`Transferred ${mark}`);
  await tenant.getByRole("button", { name: "Continue to Payment" }).click();
  await tenant.getByText("Confirm Manual Payment", { exact: true }).click();
  await tenant.getByLabel("Payment Method").selectOption("bank_transfer");
  await tenant.getByLabel("Confirmation or Transaction ID").fill(`TR-${mark}`);
  const { today } = (await (
    await tenant.request.get(`/api/leases/${await leaseOf(tenant)}/account`)
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

  const queue = landlord.getByRole("region", { name: "Payments to review" });
  const row = queue.getByRole("row").filter({ hasText: `TR-${mark}` });
  await expect(row).toContainText("$61.25");
  await expect(row.getByRole("link", { name: "slip.pdf" })).toBeVisible();

  await tenant.getByRole("tab", { name: "Summary" }).click();
  await expect(tenant.getByRole("region", { name: "Being processed" })).toContainText(`Transferred ${mark}`);
  const before = await balanceOf(tenant);
  await row.getByRole("button", { name: /^Approve/ }).click();
  await landlord.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(row).toHaveCount(0);

  const paid = tenant
    .getByRole("table", { name: "Payment history" })
    .getByRole("row")
    .filter({
      hasText: `Transferred ${mark}`,
    });
  await expect(paid).toContainText("Completed");
  expect(await balanceOf(tenant)).toBe(before - 6_125);
  await paid.getByRole("button", { name: /^View/ }).click();
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

type Tenant = Awaited<ReturnType<typeof signedIn>>;

async function leaseOf(tenant: Tenant): Promise<number> {
  const [lease] = (await (await tenant.request.get("/api/leases")).json()) as { id: number }[];
  return lease?.id ?? 0;
}

async function balanceOf(tenant: Tenant): Promise<number> {
  const account = await tenant.request.get(`/api/leases/${await leaseOf(tenant)}/account`);
  return ((await account.json()) as { balanceCents: number }).balanceCents;
}
