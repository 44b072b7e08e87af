import type { Page } from "@playwright/test";
import { announce, expect, long, openBrowser, test } from "./support/journey.ts";
import { people, signedIn } from "./support/people.ts";
import { addressOf } from "./support/portals.ts";
import { expectError, expectToast } from "./support/toasts.ts";

const password = "Quiet-Harbor-22";
let newcomers = 0;
/** A person not yet known to the portal. */
const newcomer = (name: string) => {
  const number = `${process.pid.toString(36)}${++newcomers}`;
  return { fullName: `${name} ${number}`, email: `${name.toLowerCase()}.${number}@newcomers.example` };
};
type Newcomer = ReturnType<typeof newcomer>;

const fillIn = async (page: Page, { fullName, email }: Newcomer) => {
  await page.getByLabel("Full Name").fill(fullName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
};
const createAccount = (page: Page) => page.getByRole("button", { name: "Create Account" });

async function registerAsTenant(page: Page, person: Newcomer, unitId: string): Promise<void> {
  await page.goto("/register");
  await fillIn(page, person);
  await page.getByLabel("Associated Unit").selectOption(unitId);
  await createAccount(page).click();
  await expect(page).toHaveURL("/dashboard");
}

test(
  "LOG-07 REG-01 REG-02 REG-04 REG-05 REG-12 the form is reached from the sign-in page and can be sent only when it is valid",
  long,
  async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Create New Account" }).click();
    await expect(page).toHaveURL("/register");
    await expect(createAccount(page)).toBeDisabled();
    await expect(page.getByLabel("Role")).toHaveValue("tenant");
    await expect(page.getByLabel("Role").getByRole("option")).toHaveText(["Tenant", "Maintenance Staff"]);
    const units = page.getByLabel("Associated Unit").getByRole("option");
    // Other journeys add units to the building, and offer those of other buildings.
    for (const id of ["", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"])
      await expect(units.and(page.locator(`[value="${id}"]`))).toHaveCount(1);
    await fillIn(page, newcomer("Nobody"));
    await expect(createAccount(page)).toBeEnabled();
    await page.getByLabel("Role").selectOption("maintenance");
    await expect(page.getByLabel("Associated Unit")).toBeHidden();
  },
);

test("REG-06 REG-08 REG-09 REG-10 what is not valid is refused below its field, until it is corrected", async ({
  page,
}) => {
  await page.goto("/register");
  for (const [label, wrong, message, right] of [
    ["Username", "ab", "Username must be at least 3 characters", "abc"],
    ["Password", "12345", "Password must be at least 6 characters", "123456x"],
    ["Full Name", "J", "Full name is required", "Jo"],
    ["Email", "a@", "Please enter a valid email", "a@b.example"],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await field.fill(wrong);
    await field.blur();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(field).toHaveAccessibleDescription(message);
    await field.fill(right);
    await expect(page.getByText(message, { exact: true })).toBeHidden();
  }
});

test("REG-03 REG-07 REG-11 REG-14 REG-15 REG-16 REG-18 REG-21 a tenant registers, waits, and is approved by the landlord", async ({
  page,
  browser,
}) => {
  const person = newcomer("Noor");
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

  const landlord = await signedIn(browser, "landlord");
  await landlord.goto("/approvals");
  const entry = landlord.getByRole("listitem").filter({ hasText: person.email });
  await expect(entry.getByText("Address not confirmed")).toBeVisible();
  await entry.getByRole("button", { name: `Approve ${person.fullName}` }).click();
  const dialog = landlord.getByRole("dialog", { name: `Approve ${person.fullName}` });
  await expect(dialog.getByRole("radio", { name: "Lease of Brightwater Software" })).toBeChecked();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(
    landlord.getByText(new RegExp(`^${person.fullName} is on the lease of Brightwater Software from`)),
  ).toBeVisible();
  await expect(entry).toBeHidden();

  await expect(page.getByText("Waiting for approval", { exact: true })).toBeHidden();
});

test(
  "REG-21 a claim to a vacant unit leads to a draft lease; undone from the message, the person waits again",
  long,
  async ({ page, browser }) => {
    const person = newcomer("Dalia");
    await registerAsTenant(page, person, "5");
    const landlord = await signedIn(browser, "landlord");
    await landlord.goto("/approvals");
    await landlord.getByRole("button", { name: `Approve ${person.fullName}` }).click();
    const dialog = landlord.getByRole("dialog", { name: `Approve ${person.fullName}` });
    await expect(dialog.getByRole("radio", { name: "New draft lease" })).toBeChecked();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expectToast(
      landlord,
      "Approved",
      `${person.fullName} has access. Write the terms of their draft lease next.`,
    );
    await expect(page.getByText("Waiting for approval", { exact: true })).toBeHidden();

    await landlord.getByRole("button", { name: "Undo" }).click();
    await expectToast(landlord, "Approval Undone", `${person.fullName} is waiting for approval again.`);
    await expect(landlord.getByRole("button", { name: `Approve ${person.fullName}` })).toBeVisible();
    await expect(page.getByText("Waiting for approval", { exact: true })).toBeVisible();
  },
);

test("REG-21 a refused tenant sees the reason and claims again", long, async ({ page, browser }) => {
  const person = newcomer("Rafael");
  await registerAsTenant(page, person, "10");
  const landlord = await signedIn(browser, "landlord");
  await landlord.goto("/approvals");
  await landlord.getByRole("button", { name: `Refuse ${person.fullName}` }).click();
  const question = landlord.getByRole("alertdialog").or(landlord.getByRole("dialog"));
  await question.getByLabel("Reason").fill("Your company leases suite 204, not this one.");
  await question.getByRole("button", { name: "Refuse" }).click();
  await expectToast(landlord, "Refused", `${person.fullName} sees the reason you gave.`);

  await expect(page.getByText("Your registration was not approved", { exact: true })).toBeVisible();
  await expect(page.getByText("Your company leases suite 204, not this one.")).toBeVisible();
  await page.getByLabel("Associated Unit").selectOption("6");
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(page.getByText("Waiting for approval", { exact: true })).toBeVisible();
  await expect(landlord.getByRole("listitem").filter({ hasText: person.email })).toBeVisible();
});

test(
  "REG-13 REG-16 AUTH-23 maintenance staff register without a unit, open the work orders, and get their buildings on approval",
  long,
  async ({ page, browser }) => {
    const person = newcomer("Piotr");
    await page.goto("/register");
    await page.getByLabel("Associated Unit").selectOption("5");
    await fillIn(page, person);
    await page.getByLabel("Role").selectOption("maintenance");
    const sent = page.waitForRequest("**/api/register");
    await createAccount(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ role: "maintenance", unitId: null });
    await expect(page).toHaveURL("/work-orders");
    await expect(page.getByText("Waiting for approval", { exact: true })).toBeVisible();
    await expect(page.getByText("No work orders found")).toBeVisible();

    const admin = await signedIn(browser, "admin");
    await admin.goto("/approvals");
    await admin.getByRole("button", { name: `Approve ${person.fullName}` }).click();
    const dialog = admin.getByRole("dialog", { name: `Approve ${person.fullName}` });
    await expect(dialog.getByRole("button", { name: "Approve" })).toBeDisabled();
    await dialog.getByLabel("Cascade Square").check();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expectToast(admin, "Approved", `${person.fullName} can use the portal now.`);
    await expect(page.getByText("Waiting for approval", { exact: true })).toBeHidden();
    // The list begins with their own, of which there are none yet.
    await page.getByRole("button", { name: "Mine" }).click();
    await expect(page.getByRole("row").nth(1)).toBeVisible();
  },
);

test(
  "REG-17 REG-19 a taken address is refused with the server's message, and nothing is lost",
  long,
  async ({ page }) => {
    announce(/status of 409/);
    await page.goto("/register");
    await fillIn(page, { fullName: "Maya Again", email: people.tenant1.email });
    const response = page.waitForResponse("**/api/register");
    await createAccount(page).click();
    const { message } = (await (await response).json()) as { message: string };
    await expectError(page, "Registration Failed", message);
    await expect(
      page.getByText("Registration failed: Please check your information and try again."),
    ).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveValue("Maya Again");
  },
);

test("REG-17 a server that does not answer: Failed to create an account", long, async ({ page }) => {
  announce(/ERR_FAILED/);
  await page.goto("/register");
  await fillIn(page, newcomer("Nobody"));
  await page.route("**/api/register", (route) => route.abort());
  await createAccount(page).click();
  await expectError(page, "Registration Failed", "Failed to create an account");
});

test(
  "REG-21 the confirmation mail is found in the outbox; its link sets the password and ends older sessions",
  long,
  async ({ page, browser }) => {
    announce(/status of 401/);
    const person = newcomer("Yuki");
    await registerAsTenant(page, person, "8");
    const admin = await signedIn(browser, "admin");
    await admin.goto("/outbox");
    await admin.getByRole("row").filter({ hasText: person.email }).getByRole("button").click();
    const mail = admin.getByRole("dialog", { name: "Please confirm your email address" });
    const shown = mail.frameLocator("iframe").getByRole("link", { name: "Confirm your address" });
    await expect(shown).toBeVisible();
    await mail.getByRole("tab", { name: "As text" }).click();
    const link = await mail.getByRole("link").first().getAttribute("href");
    expect(link).toContain(`${addressOf("demo")}/confirm-address?token=`);

    const elsewhere = await openBrowser(browser);
    await elsewhere.goto(link ?? "");
    await elsewhere.getByLabel("Password", { exact: true }).fill("Another-Harbor-33");
    await elsewhere.getByRole("button", { name: "Confirm Address" }).click();
    await expectToast(elsewhere, "Address Confirmed", `Welcome, ${person.fullName}!`);
    await expect(elsewhere).toHaveURL(/\/dashboard$/);

    await page.reload();
    await expect(page).toHaveURL("/login");
  },
);
