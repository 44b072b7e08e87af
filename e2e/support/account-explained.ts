import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Goes from the ledger of a lease to the explanation of the balance, and to the statement. */
export async function expectBalanceExplained(on: Page, leaseId: number): Promise<void> {
  const balance = await on
    .getByText("Balance", { exact: true })
    .first()
    .locator("xpath=following-sibling::dd")
    .innerText();
  await on.getByRole("link", { name: "Why is this my balance?" }).click();
  await expect(on.getByRole("heading", { name: "Why is this my balance?", level: 1 })).toBeVisible();
  await expect(on.getByText("The account began with nothing owed.")).toBeVisible();
  const months = on.getByRole("main").getByRole("group");
  await expect(months.first()).toContainText(balance);
  await expect(months.first().getByRole("listitem").first()).toContainText(balance);

  await on.getByRole("link", { name: "Statement" }).click();
  const sheet = on.getByRole("table", { name: "Entries" });
  await expect(sheet.getByRole("row").last()).toContainText(/Closing balance/);
  await expect(sheet.getByRole("row").last()).toContainText(balance);
  for (const [kind, type] of [
    ["PDF", "application/pdf"],
    ["CSV", "text/csv"],
  ] as const) {
    const link = on.getByRole("link", { name: `Download the statement as ${kind}` });
    const response = await on.request.get((await link.getAttribute("href")) ?? "");
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toContain(type);
    expect(response.headers()["content-disposition"]).toContain("attachment");
    if (kind === "CSV") expect(await response.text()).toContain("Closing balance");
  }
  await expectOneSheet(on, "Entries");
  expect(on.url()).toContain(`/leases/${leaseId}/statement`);
}

/** Expects that the printed page has `table` with its headings on one sheet, and nothing that is for the screen only. */
export async function expectOneSheet(on: Page, table: string): Promise<void> {
  await on.emulateMedia({ media: "print" });
  await expect(on.getByRole("table", { name: table })).toBeVisible();
  await expect(on.getByRole("button")).toHaveCount(0);
  await expect(on.getByRole("navigation")).toHaveCount(0);
  await expect(on.getByRole("textbox")).toHaveCount(0);
  await expect(on.getByRole("main").getByRole("link")).toHaveCount(0);
  const pdf = await on.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  await on.emulateMedia({ media: null });
}
