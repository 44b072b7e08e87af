import type { Browser, Page } from "@playwright/test";
import { announce, expect, followLink, long, openBrowser, test } from "./support/journey.ts";
import { people, signedIn } from "./support/people.ts";
import { addressOf } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";

const password = "Quiet-Harbor-22";
let newcomers = 0;
/** A person not yet known to the portal. */
const newcomer = (name: string) => {
  const number = `${process.pid.toString(36)}${++newcomers}`;
  return { fullName: `${name} ${number}`, email: `${name.toLowerCase()}.${number}@invited.example` };
};
type Newcomer = ReturnType<typeof newcomer>;

/** Fills in the dialog for a tenant and returns the link that is shown once. */
async function inviteTenant(
  admin: Page,
  { email }: Newcomer,
  { unit, lease }: { unit: string; lease: string },
): Promise<string> {
  await admin.goto("/users");
  await admin.getByRole("button", { name: "Invite" }).click();
  const form = admin.getByRole("dialog", { name: "Invite somebody" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Building").selectOption({ label: "Harborview Center" });
  await form.getByLabel("Unit").selectOption({ label: unit });
  await expect(form.getByRole("radio", { name: lease })).toBeChecked();
  await form.getByRole("button", { name: "Send invitation" }).click();
  const sent = admin.getByRole("dialog", { name: "Invitation sent" });
  const link = await sent.getByLabel("Link to pass on").inputValue();
  await sent.getByRole("button", { name: "Done" }).click();
  return link;
}

/** Registers by the link and is signed in. */
async function accept(browser: Browser, link: string, { fullName }: Newcomer): Promise<Page> {
  const page = await openBrowser(browser, { baseURL: addressOf("demo") });
  await page.goto(link);
  await page.getByLabel("Full Name").fill(fullName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectToast(page, "Registration Successful", `Welcome, ${fullName}!`);
  return page;
}

/** A new account for the journey, created over the API. */
async function newTechnician(
  admin: Page,
  browser: Browser,
  name: string,
): Promise<{ person: Newcomer; page: Page }> {
  const person = newcomer(name);
  const response = await admin.request.post("/api/invitations", {
    data: { email: person.email, role: "maintenance", propertyIds: [1] },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { link } = (await response.json()) as { link: string };
  const page = await accept(browser, link, person);
  await expect(page).toHaveURL("/work-orders?assignee=me");
  return { person, page };
}

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

test("NAV-25 NAV-28 ROLE-13 REG-20 REG-21 an admin invites a tenant, who opens the link, is signed in at once, and reports a fault", async ({
  browser,
}) => {
  const person = newcomer("Ingrid");
  const admin = await signedIn(browser, "admin");
  await admin.goto("/dashboard");
  await admin.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Manage Users" }).click();
  await expect(admin).toHaveURL("/users");
  const link = await inviteTenant(admin, person, { unit: "Unit 101", lease: "Lease of Harbor Lane Coffee" });

  const page = await openBrowser(browser, { baseURL: addressOf("demo") });
  await page.goto(link);
  await expect(page.getByText(`${people.admin.fullName} invites you`)).toBeVisible();
  await expect(page.getByText("Harborview Center, unit 101")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByLabel("Full Name").fill(person.fullName);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("Waiting for approval", { exact: true })).toBeHidden();

  await followLink(page, "/work-orders/new");
  await page.getByLabel("Title").fill(`Radiator of ${person.fullName} is cold`);
  await page.getByLabel("Description").fill("It has not been warm since this morning.");
  await page.getByLabel("Category", { exact: true }).selectOption("HVAC");
  await page.getByLabel("Location").fill("By the window");
  await page.getByLabel("Priority", { exact: true }).selectOption("high");
  await page.getByRole("button", { name: "Submit Work Order" }).click();
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");

  await admin.getByRole("tab", { name: "Invitations" }).click();
  await expect(rowOf(admin, person.email).getByText("Accepted")).toBeVisible();
  await admin.getByRole("tab", { name: "People" }).click();
  await admin.getByLabel("Search people").fill(person.email);
  await expect(rowOf(admin, person.email).getByText("Active")).toBeVisible();
  await expect(rowOf(admin, person.email).getByText("Harborview Center, unit 101")).toBeVisible();

  announce(/status of 400/);
  const late = await openBrowser(browser, { baseURL: addressOf("demo") });
  await late.goto(link);
  await expect(
    late.getByText("This invitation was accepted already. Please sign in with the password you chose."),
  ).toBeVisible();
  await expect(late.getByRole("button", { name: "Create Account" })).toHaveCount(0);
});

test(
  "an invitation is sent again, which invalidates the first link, and withdrawn",
  long,
  async ({ browser }) => {
    announce(/status of 400/);
    const person = newcomer("Wanda");
    const admin = await signedIn(browser, "admin");
    const first = await inviteTenant(admin, person, {
      unit: "Unit 102",
      lease: "Lease of Northlight Optical",
    });
    await admin.getByRole("tab", { name: "Invitations" }).click();
    await admin.getByRole("button", { name: `Send again to ${person.email}` }).click();
    const again = admin.getByRole("dialog", { name: "Invitation sent again" });
    const second = await again.getByLabel("Link to pass on").inputValue();
    await again.getByRole("button", { name: "Done" }).click();

    const page = await openBrowser(browser, { baseURL: addressOf("demo") });
    await page.goto(first);
    await expect(page.getByText(/This invitation link is not valid/)).toBeVisible();
    await page.goto(second);
    await expect(page.getByLabel("Full Name")).toBeVisible();
    await choose(admin, person.email, "Withdraw");
    await admin.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await expectToast(admin, "Invitation Withdrawn", `The link sent to ${person.email} no longer works.`);
    await expect(rowOf(admin, person.email).getByText("Withdrawn")).toBeVisible();
    await page.reload();
    await expect(
      page.getByText("This invitation was withdrawn. Please ask whoever invited you."),
    ).toBeVisible();
  },
);

test("NAV-28 a disabled person is signed out of the open page at once, and cannot sign in until enabled", async ({
  browser,
}) => {
  announce(/status of 401/);
  const admin = await signedIn(browser, "admin");
  const { person, page } = await newTechnician(admin, browser, "Dora");
  await admin.goto(`/users?q=${encodeURIComponent(person.email)}`);
  await choose(admin, person.fullName, "Disable");
  const question = admin.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("Left the company.");
  await question.getByRole("button", { name: "Disable" }).click();
  await expectToast(admin, "Account Disabled", `${person.fullName} is signed out everywhere.`);

  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectToast(page, "Login Failed", "Invalid email or password", "destructive");

  await choose(admin, person.fullName, "Enable");
  await expectToast(admin, "Account Enabled", `${person.fullName} can sign in again.`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: `User menu of ${person.fullName}` })).toBeVisible();
});

test(
  "ROLE-02 a change of role ends the session; the person signs in with the new role",
  long,
  async ({ browser }) => {
    announce(/status of 401/);
    const admin = await signedIn(browser, "admin");
    const { person, page } = await newTechnician(admin, browser, "Rolf");
    await admin.goto(`/users?q=${encodeURIComponent(person.email)}`);
    await choose(admin, person.fullName, "Edit");
    const dialog = admin.getByRole("dialog", { name: person.fullName });
    await dialog.getByLabel("Role").selectOption({ label: "Landlord" });
    await dialog.getByLabel("Cascade Square").check();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expectToast(admin, "Changes Saved", `${person.fullName} has been updated.`);
    await expect(rowOf(admin, person.email).getByText("Cascade Square")).toBeVisible();

    await expect(page).toHaveURL("/login");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("button", { name: `User menu of ${person.fullName}` })).toContainText(
      "Landlord",
    );
  },
);

test(
  "NAV-28 ROLE-13 a landlord is denied Manage Users and approves under Approvals",
  long,
  async ({ browser }) => {
    const landlord = await signedIn(browser, "landlord");
    await landlord.goto("/users");
    await expect(landlord.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(landlord.getByRole("link", { name: "Manage Users" })).toHaveCount(0);
    await followLink(landlord, "/approvals");
    await expect(landlord.getByRole("heading", { name: "Approvals" })).toBeVisible();
  },
);

test(
  "a landlord invites a tenant to their own building under Approvals, and withdraws the invitation",
  long,
  async ({ browser }) => {
    const person = newcomer("Lars");
    const landlord = await signedIn(browser, "landlord");
    await landlord.goto("/approvals");
    await landlord.getByRole("button", { name: "Invite" }).click();
    const form = landlord.getByRole("dialog", { name: "Invite somebody" });
    await form.getByLabel("Email").fill(person.email);
    await expect(form.getByLabel("Role").getByRole("option")).toHaveText(["Tenant", "Maintenance Staff"]);
    await expect(form.getByLabel("Building").getByRole("option", { name: "Cascade Square" })).toHaveCount(0);
    await form.getByLabel("Building").selectOption({ label: "Harborview Center" });
    await form.getByLabel("Unit").selectOption({ label: "Unit 103" });
    await expect(form.getByRole("radio", { name: "New draft lease" })).toBeChecked();
    await form.getByRole("button", { name: "Send invitation" }).click();
    await landlord
      .getByRole("dialog", { name: "Invitation sent" })
      .getByRole("button", { name: "Done" })
      .click();
    await expect(rowOf(landlord, person.email).getByText("Open")).toBeVisible();
    await choose(landlord, person.email, "Withdraw");
    await landlord.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(rowOf(landlord, person.email)).toHaveCount(0);
  },
);

test("on the profile page a person changes name and password, and signs out another device", async ({
  browser,
}) => {
  announce(/status of 401/);
  const admin = await signedIn(browser, "admin");
  const { person, page } = await newTechnician(admin, browser, "Petra");
  const phone = await openBrowser(browser, { baseURL: addressOf("demo") });
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
  await sessions.getByRole("button", { name: /^End the session/ }).click();
  await expect(sessions).toHaveCount(1);
  await expect(phone).toHaveURL("/login");

  await page.getByLabel("Full name").fill(`${person.fullName} Ph.D.`);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("button", { name: `User menu of ${person.fullName} Ph.D.` })).toBeVisible();

  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("Another-Harbor-33");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectToast(page, "Password Changed", "All your other devices are signed out.");
  const { status } = await page.request
    .post("/api/login", { data: { email: person.email, password: "Another-Harbor-33" } })
    .then((response) => ({ status: response.status() }));
  expect(status).toBe(200);
});

test(
  "the list of people works with the keyboard: a row opens on Enter, and focus returns to it",
  long,
  async ({ browser }) => {
    const admin = await signedIn(browser, "admin");
    await admin.goto(`/users?q=${encodeURIComponent(people.technician.email)}`);
    const row = rowOf(admin, people.technician.email);
    await row.focus();
    await admin.keyboard.press("Enter");
    await expect(admin).toHaveURL(/\/users\/\d+\?q=/);
    const dialog = admin.getByRole("dialog", { name: people.technician.fullName });
    await expect(dialog.getByLabel("Full name")).toHaveValue(people.technician.fullName);
    await admin.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(admin).toHaveURL(/\/users\?q=/);
    await expect(row).toBeFocused();
  },
);
