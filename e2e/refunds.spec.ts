import type { Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test("PAY-47 a landlord records a payment and refunds part of it, and the tenant sees both", async ({
  browser,
}) => {
  // Other journeys record payments with the run's id alone.
  const reference = `refund${runId}`;
  const tenant = await openPageAs(browser, "tenant1");
  await tenant.goto("/payments");
  const newest = tenant.getByRole("table", { name: "Payment history" }).getByRole("row").nth(1);
  const [lease] = (await (await tenant.request.get("/api/leases")).json()) as {
    company: { name: string };
  }[];
  const company = lease?.company.name ?? "";

  const landlord = await openPageAs(browser, "landlord");
  await landlord.goto("/payments");
  await button(landlord, "Record Payment").click();
  const form = landlord.getByRole("dialog", { name: /^Record Payment/ });
  await form.getByLabel("Lease").fill(company);
  await landlord.getByRole("option", { name: company }).first().click();
  await form.getByLabel("Amount").fill("345.67");
  await form.getByLabel(/^Reference/).fill(`No. ${reference}`);
  await form.getByRole("button", { name: `Record $345.67 for ${company}` }).click();
  await expect(newest).toContainText("$345.67");

  await landlord.getByRole("searchbox", { name: "Search payments" }).fill(reference);
  const rows = landlord.getByRole("table", { name: "Payments", exact: true }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(landlord).toHaveURL(`/payments?q=${reference}`);
  await rows.nth(1).getByRole("button", { name: /^View/ }).click();
  await dialog(landlord, "Payment").getByRole("button", { name: "Refund", exact: true }).click();
  const refund = landlord.getByRole("dialog", { name: `Refund, ${company}` });
  await refund.getByLabel("Amount").fill("45.67");
  await refund.getByLabel("Reason").fill("Paid too much");
  await refund.getByRole("button", { name: `Refund $45.67 to ${company}` }).click();
  await expectToast(landlord, "Refund Recorded", "The charges it covered are unpaid again.");
  const refunded = dialog(landlord, "Payment").getByRole("region", { name: "Refunded" });
  await expect(refunded).toContainText("Paid too much");
  await expect(refunded).toContainText("$45.67");
  await expect(newest).toContainText("$45.67 was refunded");
});
