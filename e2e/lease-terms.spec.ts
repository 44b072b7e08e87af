import type { Browser, Page } from "@playwright/test";
import { expectBalanceExplained, expectOneSheet } from "./support/account-explained.ts";
import { expect, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const mark = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;
const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(new Date());
/** The first of the current month, or of a month after or before it. */
const firstOfMonth = (months: number) => {
  const [year = 0, month = 1] = today().split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
};
const monthInWords = (day: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(day));

async function newUnit(browser: Browser): Promise<{ id: number; unitNumber: string }> {
  const page = await signedIn(browser, "landlord");
  const response = await page.request.post("/api/units", {
    data: {
      propertyId: 1,
      unitNumber: `T${mark}`,
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
const monthRow = (on: Page, table: string, month: string) =>
  on.getByRole("table", { name: table }).getByRole("row").filter({ hasText: month });

test("a landlord writes a lease with rent, common areas and a yearly step, sees the whole schedule, activates, prints and amends it; the tenant sees the same figures and the explanation of the balance", async ({
  browser,
}) => {
  // The whole life of a lease, by two people: this may take longer than other journeys on a busy machine.
  test.slow();
  const unit = await newUnit(browser);
  const page = await signedIn(browser, "landlord");
  const dialog = page.getByRole("dialog");
  const name = `Terms Tailors ${mark}`;
  const recorded = await page.request.post("/api/leases", {
    data: {
      companyName: name,
      propertyId: 1,
      unitIds: [unit.id],
      from: firstOfMonth(0),
      to: null,
      state: "draft",
    },
  });
  expect(recorded.status(), await recorded.text()).toBe(201);
  const { id } = (await recorded.json()) as { id: number };
  const people = await page.request.get("/api/users?role=tenant&state=active&q=Hannah&limit=20");
  const [hannah] = (await people.json()) as { id: number }[];
  const joined = await page.request.post(`/api/leases/${id}/members`, { data: { userId: hannah?.id } });
  expect(joined.status(), await joined.text()).toBe(201);

  await page.goto(`/leases/${id}`);
  await page.getByRole("button", { name: "Add Terms" }).click();
  const rent = page.getByRole("group", { name: "Charge 1" });
  await rent.getByLabel("Amount a month").fill("3,000");
  await dialog.getByRole("button", { name: "Add charge" }).click();
  const areas = page.getByRole("group", { name: "Charge 2" });
  await expect(areas.getByLabel("Kind")).toBeFocused();
  await areas.getByLabel("Priced by").selectOption({ label: "Square foot and year" });
  await areas.getByLabel("Rate").fill("5");
  await dialog.getByLabel("Area in square feet").fill("1,200");
  // 5.00 x 1,200 sq ft / 12 months
  await expect(areas.getByText("$500.00 a month for 1,200 sq ft.")).toBeVisible();
  await dialog.getByRole("button", { name: "Every Year..." }).click();
  await dialog.getByLabel("Percent every year").fill("3");
  await dialog.getByLabel("How many years").fill("2");
  await dialog.getByRole("button", { name: "Fill In" }).click();
  await dialog.getByLabel("Fee", { exact: true }).selectOption({ label: "Amount" });
  await dialog.getByLabel("Fee amount").fill("50");
  await expect(dialog.getByText(/costs a late fee of \$50\.00\./)).toBeVisible();
  const inAYear = monthInWords(firstOfMonth(12));
  const expectFigures = async (on: Page, table: string) => {
    const first = monthRow(on, table, monthInWords(firstOfMonth(0)));
    for (const figure of ["$3,000.00", "$500.00", "$3,500.00"]) await expect(first).toContainText(figure);
    // 3,000.00 x 1.03 = 3,090.00
    const raised = monthRow(on, table, inAYear);
    for (const figure of ["$3,090.00", "$500.00", "$3,590.00", "Rent 3% more from"])
      await expect(raised).toContainText(figure);
  };
  await expectFigures(page, "Schedule");
  await dialog.getByRole("button", { name: "Save Terms" }).click();
  await expectToast(page, "Terms saved", "Charges start when you activate.");

  await page.getByRole("button", { name: "Activate" }).click();
  await expectFigures(page, "Schedule");
  await expect(dialog.getByText(/will be charged now for Base rent and Common areas/)).toBeVisible();
  await dialog.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByText(/was charged\.$/).first()).toBeVisible();
  await page.getByRole("tab", { name: "Ledger" }).click();
  await expect(page.getByRole("table", { name: "Ledger" })).toContainText("$3,000.00");
  await page.getByRole("tab", { name: "Schedule" }).click();
  await expectFigures(page, "What is charged month by month");
  await expectOneSheet(page, "What is charged month by month");

  const tenant = await signedIn(browser, "hannah");
  await tenant.goto(`/leases/${id}?tab=schedule`);
  await expectFigures(tenant, "What is charged month by month");
  await tenant.getByRole("tab", { name: "Ledger" }).click();
  const ledger = tenant.getByRole("table", { name: "Ledger" });
  await expect(ledger).toContainText("$3,000.00");
  await expect(ledger).toContainText("$500.00");
  await expectBalanceExplained(tenant, id);
  await tenant.goto(`/leases/${id}`);

  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Amend" }).click();
  await rent.getByLabel("Amount a month").fill("2,900");
  await dialog.getByLabel("Reason").fill("Half of the yard is a building site.");
  await dialog.getByRole("button", { name: "Amend" }).click();
  await expectToast(page, "Lease amended", "The lease is charged by the new terms from their day on.");
  await tenant.getByRole("tab", { name: "Overview" }).click();
  const amendments = tenant.getByRole("region", { name: "Amendments" });
  await expect(amendments).toContainText(/Base rent \$3,000\.00 a month.*→ Base rent \$2,900\.00 a month/);
  await expect(amendments).toContainText("Reason: Half of the yard is a building site.");
  await expect(tenant.getByRole("button", { name: "Amend" })).toHaveCount(0);
});
