import type { Browser, Page } from "@playwright/test";
import { allowConsoleErrors, expect, followLink, openBrowser, test } from "./support/journey.ts";
import { openPageAs, people } from "./support/people.ts";
import { getPortalUrl } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";

const password = "Quiet-Harbor-22";
let personCount = 0;
/** Returns a person without an account. */
const createPerson = (name: string) => {
  const number = `${process.pid.toString(36)}${++personCount}`;
  return { fullName: `${name} ${number}`, email: `${name.toLowerCase()}.${number}@invited.example` };
};
type NewPerson = ReturnType<typeof createPerson>;

/** Invites a tenant and returns the link, which is shown only once. */
async function inviteTenant(
  admin: Page,
  { email }: NewPerson,
  { unit, lease }: { unit: string; lease: string },
): Promise<string> {
  await admin.goto("/users");
  await admin.getByRole("button", { name: "Invite" }).click();
  const form = admin.getByRole("dialog", { name: "Invite someone" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Property").selectOption({ label: "Harborview Center" });
  await form.getByLabel("Unit").selectOption({ label: unit });
  await expect(form.getByRole("radio", { name: lease })).toBeChecked();
  await form.getByRole("button", { name: "Send Invitation" }).click();
  const sent = admin.getByRole("dialog", { name: "Copy this link" });
  const link = await sent.getByLabel("Invitation link").inputValue();
  await sent.getByRole("button", { name: "Done" }).click();
  return link;
}

/** Registers with an invitation's link, which also signs in. */
async function accept(browser: Browser, link: string, { fullName }: NewPerson): Promise<Page> {
  const page = await openBrowser(browser, { baseURL: getPortalUrl("demo") });
  await page.goto(link);
  await page.getByLabel("Full name").fill(fullName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectToast(page, "Registration Successful", `Welcome, ${fullName}!`);
  return page;
}

/** Invites a technician through the API, and registers them. */
async function createTechnician(
  admin: Page,
  browser: Browser,
  name: string,
): Promise<{ person: NewPerson; page: Page }> {
  const person = createPerson(name);
  const response = await admin.request.post("/api/invitations", {
    data: { email: person.email, role: "maintenance", propertyIds: [1] },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { link } = (await response.json()) as { link: string };
  const page = await accept(browser, link, person);
  await expect(page).toHaveURL("/work-orders?assignee=me");
  return { person, page };
}

const findRow = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const selectAction = async (page: Page, name: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

test("NAV-25 NAV-28 ROLE-13 REG-20 REG-21 an admin invites a tenant, who registers with the link, is signed in, and reports a problem", async ({
  browser,
}) => {
  const person = createPerson("Ingrid");
  const admin = await openPageAs(browser, "admin");
  await admin.goto("/dashboard");
  await admin.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Manage Users" }).click();
  await expect(admin).toHaveURL("/users");
  const link = await inviteTenant(admin, person, {
    unit: "Unit 101 (Harbor Lane Coffee)",
    lease: "Lease for Harbor Lane Coffee",
  });

  const page = await openBrowser(browser, { baseURL: getPortalUrl("demo") });
  await page.goto(link);
  await expect(page.getByText(`${people.admin.fullName} invited you`)).toBeVisible();
  await expect(page.getByText("Harborview Center, unit 101")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByLabel("Full name").fill(person.fullName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("Waiting for approval", { exact: true })).toBeHidden();

  await followLink(page, "/work-orders/new");
  await page.getByLabel("Title").fill(`Cold radiator, ${person.fullName}`);
  await page.getByLabel("Description").fill("It has not been warm since this morning.");
  await page.getByLabel("Category", { exact: true }).selectOption("HVAC");
  await page.getByLabel("Location").fill("By the window");
  await page.getByLabel("Priority", { exact: true }).selectOption("high");
  await page.getByRole("button", { name: "Submit Work Order" }).click();
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");

  await admin.getByRole("tab", { name: "Invitations" }).click();
  await expect(findRow(admin, person.email).getByText("Accepted")).toBeVisible();
  await admin.getByRole("tab", { name: "People" }).click();
  await admin.getByLabel("Search people").fill(person.email);
  await expect(findRow(admin, person.email).getByText("Active")).toBeVisible();
  await expect(findRow(admin, person.email).getByText("Harborview Center, unit 101")).toBeVisible();

  allowConsoleErrors(/status of 400/);
  const secondVisit = await openBrowser(browser, { baseURL: getPortalUrl("demo") });
  await secondVisit.goto(link);
  await expect(
    secondVisit.getByText("This invitation has already been accepted. Sign in instead."),
  ).toBeVisible();
  await expect(secondVisit.getByRole("button", { name: "Create Account" })).toHaveCount(0);
});

test("NAV-28 a person whose account is disabled is signed out right away and can't sign in until it's enabled", async ({
  browser,
}) => {
  allowConsoleErrors(/status of 401/);
  const admin = await openPageAs(browser, "admin");
  const { person, page } = await createTechnician(admin, browser, "Dora");
  await admin.goto(`/users?q=${encodeURIComponent(person.email)}`);
  await selectAction(admin, person.fullName, "Disable");
  const dialog = admin.getByRole("alertdialog");
  await dialog.getByLabel("Reason").fill("Left the company.");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expectToast(admin, "Account Disabled", `${person.fullName} is signed out everywhere.`);

  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectToast(page, "Login Failed", "Invalid email or password", "destructive");

  await selectAction(admin, person.fullName, "Enable");
  await expectToast(admin, "Account Enabled", `${person.fullName} can sign in again.`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: `User menu of ${person.fullName}` })).toBeVisible();
});

test("people can change their name and password and sign out another device on their profile", async ({
  browser,
}) => {
  allowConsoleErrors(/status of 401/);
  const admin = await openPageAs(browser, "admin");
  const { person, page } = await createTechnician(admin, browser, "Petra");
  const phone = await openBrowser(browser, { baseURL: getPortalUrl("demo") });
  await phone.goto("/login");
  await phone.getByLabel("Email").fill(person.email);
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("button", { name: "Sign In" }).click();
  await expect(phone.getByRole("button", { name: /^User menu of/ })).toBeVisible();

  await page.getByRole("button", { name: `User menu of ${person.fullName}` }).click();
  await page.getByRole("menuitem", { name: "Your profile" }).click();
  await expect(page).toHaveURL("/profile");
  const sessions = page.getByRole("main").getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
  await sessions.getByRole("button", { name: /^Sign out .*, signed in/ }).click();
  await expect(sessions).toHaveCount(1);
  await expect(phone).toHaveURL("/login");

  await page.getByLabel("Full name").fill(`${person.fullName} Ph.D.`);
  await page.getByRole("button", { name: "Save Name" }).click();
  await expect(page.getByRole("button", { name: `User menu of ${person.fullName} Ph.D.` })).toBeVisible();

  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("Another-Harbor-33");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectToast(page, "Password Changed", "All your other devices are signed out.");
  const { status } = await page.request
    .post("/api/login", { data: { email: person.email, password: "Another-Harbor-33" } })
    .then((response) => ({ status: response.status() }));
  expect(status).toBe(200);
});
