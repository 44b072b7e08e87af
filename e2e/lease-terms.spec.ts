import type { Browser, Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(new Date());
/** Returns the first day of the month that is `months` after the current one. */
const firstOfMonth = (months: number) => {
  const [year = 0, month = 1] = today().split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};
const formatMonth = (date: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(date),
  );

async function createUnit(browser: Browser): Promise<{ id: number; unitNumber: string }> {
  const page = await openPageAs(browser, "landlord");
  const response = await page.request.post("/api/units", {
    data: {
      propertyId: 1,
      unitNumber: `T${runId}`,
      type: "office",
      beds: 0,
      baths: 1,
      rent: 300_000,
      deposit: 300_000,
      sizeSqft: 1_200,
      status: "vacant",
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}
const monthRow = (page: Page, table: string, month: string) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: month });

test("a landlord adds terms with rent, CAM, and yearly increases, and activates, prints, and amends the lease; the tenant sees the same amounts", async ({
  browser,
}) => {
  // The journey has more steps than others, so it gets more time.
  test.slow();
  const unit = await createUnit(browser);
  const page = await openPageAs(browser, "landlord");
  const dialog = page.getByRole("dialog");
  const name = `Terms Tailors ${runId}`;
  const created = await page.request.post("/api/leases", {
    data: {
      companyName: name,
      propertyId: 1,
      unitIds: [unit.id],
      from: firstOfMonth(0),
      to: null,
      state: "draft",
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: number };
  const people = await page.request.get("/api/users?role=tenant&state=active&q=Hannah&limit=20");
  const [hannah] = (await people.json()) as { id: number }[];
  const added = await page.request.post(`/api/leases/${id}/members`, { data: { userId: hannah?.id } });
  expect(added.status(), await added.text()).toBe(201);

  await page.goto(`/leases/${id}`);
  await page.getByRole("button", { name: "Add Terms" }).click();
  const rent = page.getByRole("group", { name: "Charge 1" });
  await rent.getByLabel("Monthly amount").fill("3,000");
  await dialog.getByRole("button", { name: "Add charge" }).click();
  const cam = page.getByRole("group", { name: "Charge 2" });
  await expect(cam.getByLabel("Type")).toBeFocused();
  await cam.getByLabel("Priced by").selectOption({ label: "Per sq ft per year" });
  await cam.getByLabel("Rate").fill("5");
  await dialog.getByLabel("Area (sq ft)").fill("1,200");
  // 5.00 x 1,200 sq ft / 12 months
  await expect(cam.getByText("$500.00 per month for 1,200 sq ft.")).toBeVisible();
  await dialog.getByRole("button", { name: "Every Year..." }).click();
  await dialog.getByLabel("Percent per year").fill("3");
  await dialog.getByLabel("Number of years").fill("2");
  await dialog.getByRole("button", { name: "Fill In" }).click();
  await dialog.getByLabel("Fee", { exact: true }).selectOption({ label: "Amount" });
  await dialog.getByLabel("Fee amount").fill("50");
  await expect(dialog.getByText(/incurs a late fee of \$50\.00\./)).toBeVisible();
  const nextYear = formatMonth(firstOfMonth(12));
  const expectAmounts = async (target: Page, table: string) => {
    const first = monthRow(target, table, formatMonth(firstOfMonth(0)));
    for (const amount of ["$3,000.00", "$500.00", "$3,500.00"]) await expect(first).toContainText(amount);
    // 3,000.00 x 1.03 = 3,090.00
    const raised = monthRow(target, table, nextYear);
    for (const amount of ["$3,090.00", "$500.00", "$3,590.00", "Rent 3% increase from"])
      await expect(raised).toContainText(amount);
  };
  await expectAmounts(page, "Schedule");
  await dialog.getByRole("button", { name: "Save Terms" }).click();
  await expectToast(page, "Terms Saved", "Charges start when you activate the lease.");

  await page.getByRole("button", { name: "Activate" }).click();
  await expectAmounts(page, "Schedule");
  await expect(dialog.getByText(/will be charged now for Base rent and CAM/)).toBeVisible();
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText(/was charged\.$/).first()).toBeVisible();
  await page.getByRole("tab", { name: "Ledger" }).click();
  await expect(page.getByRole("table", { name: "Ledger" })).toContainText("$3,000.00");
  await page.getByRole("tab", { name: "Schedule" }).click();
  await expectAmounts(page, "Charges by month");
  await expectOneSheet(page, "Charges by month");

  const tenant = await openPageAs(browser, "hannah");
  await tenant.goto(`/leases/${id}?tab=schedule`);
  await expectAmounts(tenant, "Charges by month");
  await tenant.getByRole("tab", { name: "Ledger" }).click();
  const ledger = tenant.getByRole("table", { name: "Ledger" });
  await expect(ledger).toContainText("$3,000.00");
  await expect(ledger).toContainText("$500.00");
  await expectBalanceExplained(tenant, id);
  await tenant.goto(`/leases/${id}`);

  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Amend" }).click();
  await rent.getByLabel("Monthly amount").fill("2,900");
  await dialog.getByLabel("Reason").fill("Half of the yard is a building site.");
  await dialog.getByRole("button", { name: "Amend" }).click();
  await expectToast(page, "Lease Amended", "The new terms apply from their effective date.");
  await tenant.getByRole("tab", { name: "Overview" }).click();
  const amendments = tenant.getByRole("region", { name: "Amendments" });
  await expect(amendments).toContainText(
    /Base rent \$3,000\.00 per month.*→ Base rent \$2,900\.00 per month/,
  );
  await expect(amendments).toContainText("Reason: Half of the yard is a building site.");
  await expect(tenant.getByRole("button", { name: "Amend" })).toHaveCount(0);
});

/** Checks the balance on a lease's ledger, in its explanation, and on the statement. */
async function expectBalanceExplained(page: Page, leaseId: number): Promise<void> {
  const balance = await page
    .getByText("Balance", { exact: true })
    .first()
    .locator("xpath=following-sibling::dd")
    .innerText();
  await page.getByRole("link", { name: "Why is this my balance?" }).click();
  await expect(page.getByRole("heading", { name: "Why is this my balance?", level: 1 })).toBeVisible();
  await expect(page.getByText("The account started with a $0.00 balance.")).toBeVisible();
  const months = page.getByRole("main").getByRole("group");
  await expect(months.first()).toContainText(balance);
  await expect(months.first().getByRole("listitem").first()).toContainText(balance);

  await page.getByRole("link", { name: "Statement" }).click();
  const entries = page.getByRole("table", { name: "Entries" });
  await expect(entries.getByRole("row").last()).toContainText(/Closing balance/);
  await expect(entries.getByRole("row").last()).toContainText(balance);
  for (const [format, type] of [
    ["PDF", "application/pdf"],
    ["CSV", "text/csv"],
  ] as const) {
    const link = page.getByRole("link", { name: `Download the statement as ${format}` });
    const response = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toContain(type);
    expect(response.headers()["content-disposition"]).toContain("attachment");
    if (format === "CSV") expect(await response.text()).toContain("Closing balance");
  }
  await expectOneSheet(page, "Entries");
  expect(page.url()).toContain(`/leases/${leaseId}/statement`);
}

/** Expects that the page prints `table` on one sheet, without controls and navigation. */
async function expectOneSheet(page: Page, table: string): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table", { name: table })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
  const pdf = await page.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: null });
}
