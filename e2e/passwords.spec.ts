import type { Page } from "@playwright/test";
import { allowConsoleErrors, expect, openBrowser, test } from "./support/journey.ts";
import { findCode, findLink, type Mailbox, startMailbox } from "./support/mailbox.ts";
import { demoPassword, people } from "./support/people.ts";
import { getPortalUrl, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { expectError, expectToast } from "./support/toasts.ts";

test.describe.configure({ mode: "serial" });

let mailbox: Mailbox;
let portal: RunningPortal | undefined;

test.use({ baseURL: async ({}, use) => use(getPortalUrl("email")) });
test.beforeAll(async () => {
  // The demo data takes a while to load on a busy machine.
  test.setTimeout(180_000);
  mailbox = await startMailbox();
  portal = await startPortal("email", { SMTP_URL: mailbox.url });
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
  await mailbox.close();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign In");
}
async function enterNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await press(page, "Reset Password");
}

test("PWD-01 LOG-02 an emailed link resets a password only once and ends other sessions", async ({
  page,
  browser,
}) => {
  allowConsoleErrors(/status of 40[01]/);
  const { email, fullName } = people.tenant1;
  const otherDevice = await openBrowser(browser, { baseURL: getPortalUrl("email") });
  await signInWith(otherDevice, email, demoPassword);
  await expect(otherDevice).toHaveURL("/dashboard");

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot Password" }).click();
  await page.getByLabel("Email").fill(email);
  await press(page, "Send Link");
  await expect(
    page.getByText("If an account exists for that address, instructions are on their way."),
  ).toBeVisible();
  const link = findLink(await mailbox.next(email, "Reset your password"));
  await page.goto(link);
  await enterNewPassword(page, "Harbour-View-9");
  await expect(page.getByText("Your password has been reset.")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  expect(await page.evaluate(() => localStorage.getItem("session"))).toContain(fullName);

  await otherDevice.reload();
  await expect(otherDevice).toHaveURL("/login");
  await otherDevice.goto(link);
  await enterNewPassword(otherDevice, "Harbour-View-10");
  await expectError(otherDevice, "Reset Failed", "This reset link is no longer valid. Request a new one.");
  await signInWith(otherDevice, email, "Harbour-View-9");
  await expect(otherDevice).toHaveURL("/dashboard");
});

test("LOG-06 LOG-17 the code and the link in an email sign the user in without a password, but only once", async ({
  page,
  browser,
}) => {
  allowConsoleErrors(/status of 400/);
  const { email, fullName } = people.landlord;
  const requestSignIn = async () => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Sign in by email" }).click();
    await page.getByLabel("Email").fill(email);
    await press(page, "Send Link and Code");
    await expect(page.getByLabel("Verification code")).toBeVisible();
    return mailbox.next(email, "Sign in to the Property Management Portal");
  };
  const first = await requestSignIn();
  const phone = await openBrowser(browser, { baseURL: getPortalUrl("email") });
  await phone.goto(findLink(first));
  await expect(phone).toHaveURL("/direct-login");
  await phone.reload();
  await press(phone, "Sign In");
  await expectToast(phone, "Login Successful", `Welcome back, ${fullName}!`);
  await expect(phone).toHaveURL("/dashboard");

  await page.getByLabel("Verification code").fill(findCode(first));
  await press(page, "Sign In");
  await expectError(
    page,
    "Login Failed",
    "That code is incorrect or has expired. Use the code in your most recent email, or request a new one.",
  );
  const second = await requestSignIn();
  await page.getByLabel("Verification code").fill(findCode(second));
  await press(page, "Sign In");
  await expect(page).toHaveURL("/dashboard");
});
