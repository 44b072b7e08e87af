import type { Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const password = "Quiet-Harbor-22";
interface Person {
  fullName: string;
  email: string;
}

const fillIn = async (page: Page, { fullName, email }: Person) => {
  await page.getByLabel("Full name").fill(fullName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
};
const createAccount = (page: Page) => page.getByRole("button", { name: "Create Account" });

async function registerAsTenant(page: Page, person: Person, unitId: string): Promise<void> {
  await page.goto("/register");
  await fillIn(page, person);
  await page.getByLabel("Associated Unit").selectOption(unitId);
  await createAccount(page).click();
  await expect(page).toHaveURL("/dashboard");
}

test("REG-06 REG-08 REG-09 REG-10 invalid entries show an error below their field until they're corrected", async ({
  page,
}) => {
  await page.goto("/register");
  for (const [label, invalid, message, valid] of [
    ["Username", "ab", "Username must be at least 3 characters", "abc"],
    ["Password", "12345", "Password must be at least 6 characters", "123456x"],
    ["Full name", "J", "Full name is required", "Jo"],
    ["Email", "a@", "Please enter a valid email", "a@b.example"],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(invalid);
    await field.blur();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(field).toHaveAccessibleDescription(message);
    await field.fill(valid);
    await expect(page.getByText(message, { exact: true })).toBeHidden();
  }
});

test("REG-03 REG-07 REG-11 REG-14 REG-15 REG-16 REG-18 REG-21 a tenant registers, waits for approval, and is approved by the landlord", async ({
  page,
  browser,
}) => {
  const person = { fullName: `Noor ${runId}`, email: `noor.${runId}@example.com` };
  const sent = page.waitForRequest("**/api/register");
  await registerAsTenant(page, person, "9");
  expect((await sent).postDataJSON()).toMatchObject({
    ...person,
    username: person.email.split("@")[0],
    role: "tenant",
    unitId: 9,
  });
  await expectToast(page, "Registration Successful", `Welcome, ${person.fullName}!`);
  await expect(page.getByText("Waiting for approval", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("session"))).toContain(person.email);

  const landlord = await openPageAs(browser, "landlord");
  await landlord.goto("/approvals");
  const entry = landlord.getByRole("listitem").filter({ hasText: person.email });
  await expect(entry.getByText("Address not confirmed")).toBeVisible();
  await entry.getByRole("button", { name: `Approve ${person.fullName}` }).click();
  const dialog = landlord.getByRole("dialog", { name: `Approve ${person.fullName}` });
  await expect(dialog.getByRole("radio", { name: "Lease for Brightwater Software" })).toBeChecked();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(
    landlord.getByText(
      new RegExp(`^${person.fullName} was added to the lease for Brightwater Software, starting`),
    ),
  ).toBeVisible();
  await expect(entry).toBeHidden();

  await expect(page.getByText("Waiting for approval", { exact: true })).toBeHidden();
});
