import type { Page } from "@playwright/test";
import { expect, long, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const mark = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test(
  "PAY-47 the landlord records a payment, refunds a part of it, and the tenant sees both at once",
  long,
  async ({ browser }) => {
    const tenant = await signedIn(browser, "tenant1");
    await tenant.goto("/payments");
    const newest = tenant.getByRole("table", { name: "Payment history" }).getByRole("row").nth(1);
    const [lease] = (await (await tenant.request.get("/api/leases")).json()) as {
      company: { name: string };
    }[];
    const company = lease?.company.name ?? "";

    const landlord = await signedIn(browser, "landlord");
    await landlord.goto("/payments");
    await button(landlord, "Record Payment").click();
    const choice = dialog(landlord, "Record Payment");
    await choice.getByRole("combobox").fill(company);
    await landlord.getByRole("option", { name: company }).first().click();
    await button(landlord, "Continue").click();
    await choice.getByLabel("Amount").fill("345.67");
    await choice.getByLabel(/^Reference/).fill(`No. ${mark}`);
    await choice.getByRole("button", { name: "Record Payment" }).click();
    await expect(newest).toContainText("$345.67");

    await landlord.getByRole("searchbox", { name: "Search payments" }).fill(mark);
    const rows = landlord.getByRole("table", { name: "Payments", exact: true }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(landlord).toHaveURL(`/payments?q=${mark}`);
    await rows.nth(1).getByRole("button", { name: /^View/ }).click();
    await dialog(landlord, "Payment").getByRole("button", { name: "Refund", exact: true }).click();
    const form = dialog(landlord, "Refund");
    await form.getByLabel("Amount").fill("45.67");
    await form.getByLabel("Reason").fill("Paid too much");
    await form.getByRole("button", { name: "Refund", exact: true }).click();
    await expectToast(landlord, "Refunded", "The charges it paid are open again.");
    const given = dialog(landlord, "Payment").getByRole("region", { name: "Refunded" });
    await expect(given).toContainText("Paid too much");
    await expect(given).toContainText("$45.67");
    await expect(newest).toContainText("$45.67 was refunded");
  },
);
