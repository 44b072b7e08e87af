import type { Browser, Page } from "@playwright/test";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import { expectToast, toasts } from "./support/toasts.ts";

const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(new Date());
const dayFromToday = (days: number) =>
  new Date(new Date(`${today()}T00:00:00Z`).getTime() + days * 86_400_000).toISOString().slice(0, 10);
let companies = 0;
const company = () => `Walrus Weavers ${process.pid.toString(36)}${++companies}`;

/** A new unit in Harborview Center, so that journeys do not use the same one. */
async function newUnit(browser: Browser): Promise<{ id: number; unitNumber: string }> {
  const page = await signedIn(browser, "landlord");
  const response = await page.request.post("/api/units", {
    data: {
      propertyId: 1,
      unitNumber: `L${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`,
      type: "office",
      beds: 0,
      baths: 1,
      rent: 100_000,
      deposit: 100_000,
      sizeSqft: 500,
      status: "vacant",
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}
const record = async (page: Page, facts: Record<string, unknown>) => {
  const response = await page.request.post("/api/leases", {
    data: { companyName: company(), propertyId: 1, from: dayFromToday(-10), ...facts },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as { id: number; company: { name: string } };
};
const statusOf = async (page: Page, unitId: number) =>
  ((await (await page.request.get(`/api/units/${unitId}`)).json()) as { status: string }).status;
const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

test(
  "AUN-20 a landlord records a lease as a draft, adds its people, activates it and ends it",
  long,
  async ({ browser }) => {
    const unit = await newUnit(browser);
    const page = await signedIn(browser, "landlord");
    const name = company();
    await page.goto("/leases");
    await page.getByRole("link", { name: "New Lease" }).click();
    await page.getByLabel("Company").fill(name);
    await expect(page.getByText("A new company: it is added with the lease.")).toBeVisible();
    await page.getByLabel("Building").selectOption({ label: "Harborview Center" });
    await page.getByRole("checkbox", { name: `Unit ${unit.unitNumber}` }).check();
    await page.getByLabel("First day").fill(dayFromToday(-3));
    await page.getByLabel("Last day").fill(dayFromToday(-4));
    await page.getByRole("button", { name: "Save Draft" }).click();
    await expect(page.getByText("The last day cannot be before the first day")).toBeVisible();
    await page.getByLabel("Last day").fill(dayFromToday(400));
    await page.getByRole("button", { name: "Save Draft" }).click();
    await expectToast(page, "Draft saved", `The lease of ${name} has been saved.`);
    // The terms come next; they may be skipped.
    await expect(page.getByRole("dialog", { name: "Terms" })).toBeVisible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    expect(await statusOf(page, unit.id)).toBe("vacant");

    await page.getByRole("tab", { name: "People" }).click();
    await page.getByRole("button", { name: "Add Person" }).click();
    await page.getByLabel("Search by name or email").fill("Hannah");
    await page.getByRole("radio", { name: /Hannah Lindqvist/ }).check();
    await dialog(page).getByRole("button", { name: "Add Person" }).click();
    await expectToast(page, "Member added", "They see what belongs to this lease.");
    await expect(page.getByRole("table", { name: "People on this lease" })).toContainText("Hannah Lindqvist");

    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("button", { name: "Activate" }).click();
    await expect(dialog(page)).toContainText(
      `Unit ${unit.unitNumber} is occupied at once. 1 person will be told.`,
    );
    await dialog(page).getByRole("button", { name: "Activate" }).click();
    await expectToast(page, "Lease activated", `The lease of ${name} has been updated.`);
    await expect(page.getByRole("table", { name: "Units of this lease" })).toContainText("Occupied");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "End Lease" }).click();
    await expect(dialog(page)).toContainText(`At once: unit ${unit.unitNumber} is vacant`);
    await dialog(page).getByRole("button", { name: "End Lease" }).click();
    await expectToast(page, "Lease end saved", `The lease of ${name} has been updated.`);
    await expect(page.getByRole("table", { name: "Units of this lease" })).toContainText("Vacated");
    await expect(page.getByRole("button", { name: "Edit" })).toBeHidden();
    await page.getByRole("tab", { name: "History" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Ended the lease on" })).toBeVisible();
    await page.getByRole("tab", { name: "People" }).click();
    await expect(page.getByRole("table", { name: "People on this lease" })).toContainText("Former");

    await followLink(page, `/leases?q=${encodeURIComponent(name)}&state=ended`);
    await page.getByRole("row").filter({ hasText: name }).getByRole("link", { name: /^Unit/ }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  },
);

test(
  "two leases of one unit: activating the second is refused with the name and the days of the first",
  long,
  async ({ browser }) => {
    announce(/409/);
    const unit = await newUnit(browser);
    const page = await signedIn(browser, "landlord");
    const first = await record(page, { unitIds: [unit.id], to: dayFromToday(30) });
    await page.goto(`/leases/new?propertyId=1&unitId=${unit.id}`);
    const second = company();
    await page.getByLabel("Company").fill(second);
    await page.getByRole("button", { name: "Save Draft" }).click();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    const activate = async () => {
      await page.getByRole("button", { name: "Activate" }).click();
      await dialog(page).getByRole("button", { name: "Activate" }).click();
    };
    await activate();
    await expect(toasts(page)).toContainText(`Unit ${unit.unitNumber} is let to ${first.company.name} from`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog(page).getByLabel("First day").fill(dayFromToday(31));
    await dialog(page).getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await activate();
    await expectToast(page, "Lease activated", `The lease of ${second} has been updated.`);
    await expect(page.getByText("Has not begun yet")).toBeVisible();
  },
);

test(
  "a lease somebody else changed meanwhile is shown in both versions, and nothing is lost",
  long,
  async ({ browser }) => {
    announce(/409/);
    const unit = await newUnit(browser);
    const page = await signedIn(browser, "landlord");
    const { id } = await record(page, { unitIds: [unit.id], to: dayFromToday(30) });
    await page.goto(`/leases/${id}`);
    await page.getByRole("button", { name: "Edit" }).click();
    const lastDay = dialog(page).getByLabel("Last day");
    await lastDay.fill(dayFromToday(60));
    const admin = await signedIn(browser, "admin");
    await admin.request.patch(`/api/leases/${id}`, { data: { to: dayFromToday(90) } });
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog(page)).toContainText("Alex Morgan changed this lease in the meantime.");
    await expect(lastDay).toHaveValue(dayFromToday(60));
    await page.getByRole("button", { name: "Save yours" }).click();
    await expectToast(page, "Lease updated", "Your changes have been saved.");
    const saved = await (await page.request.get(`/api/leases/${id}`)).json();
    expect(saved).toMatchObject({ to: dayFromToday(60), version: 3 });
  },
);

test("ROLE-17 a tenant reads their own lease and can change nothing; a neighbour's does not exist; maintenance has none", async ({
  browser,
}) => {
  announce(/404/);
  const tenant = await signedIn(browser, "tenant1");
  await tenant.goto("/leases/1?tab=people");
  await expect(tenant.getByRole("heading", { name: "Harbor Lane Coffee" })).toBeVisible();
  await expect(tenant.getByRole("table", { name: "People on this lease" })).toContainText("Maya Okafor");
  await expect(tenant.getByRole("button", { name: /Edit|Add Person|More/ })).toHaveCount(0);
  await tenant.getByRole("tab", { name: "Overview" }).click();
  await expect(tenant.getByRole("tab", { name: "History" })).toHaveCount(0);
  await followLink(tenant, "/leases/2");
  await expect(tenant.getByText("There is no such lease")).toBeVisible();
  const technician = await freshlySignedIn(browser, "technician");
  await technician.goto("/leases");
  await expect(technician.getByText("Access Denied")).toBeVisible();
});
