import type { Page } from "@playwright/test";
import { codeAt, stepOf } from "../domains/accounts/server/totp.ts";
import { announce, expect, long, openBrowser, test } from "./support/journey.ts";
import { codeIn, linkIn, type Mailbox, startMailbox } from "./support/mailbox.ts";
import { demoPassword, people } from "./support/people.ts";
import { addressOf, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { expectError, expectToast } from "./support/toasts.ts";

test.describe.configure({ mode: "serial" });

let mailbox: Mailbox;
let portal: RunningPortal | undefined;

test.use({ baseURL: async ({}, use) => use(addressOf("mail")) });
test.beforeAll(async () => {
  // Loading the demo data takes its time on a busy machine.
  test.setTimeout(180_000);
  mailbox = await startMailbox();
  portal = await startPortal("mail", { SMTP_URL: mailbox.url });
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
  await mailbox.close();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");
async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign In");
}
async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await press(page, "Reset Password");
}

test("PWD-01 LOG-02 by link: request, mail, new password, sign-in; the link works once and other sessions end", async ({
  page,
  browser,
}) => {
  announce(/status of 40[01]/);
  const { email, fullName } = people.tenant1;
  const elsewhere = await openBrowser(browser, { baseURL: addressOf("mail") });
  await signInWith(elsewhere, email, demoPassword);
  await expect(elsewhere).toHaveURL("/dashboard");

  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot Password" }).click();
  await page.getByLabel("Email").fill(email);
  await press(page, "Send Link");
  await expect(
    page.getByText("If an account exists for that address, instructions are on their way."),
  ).toBeVisible();
  const link = linkIn(await mailbox.next(email, "Reset your password"));
  await page.goto(link);
  await choose(page, "Harbour-View-9");
  await expect(page.getByText("Your password has been reset.")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  expect(await page.evaluate(() => localStorage.getItem("session"))).toContain(fullName);

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL("/login");
  await elsewhere.goto(link);
  await choose(elsewhere, "Harbour-View-10");
  await expectError(
    elsewhere,
    "Reset Failed",
    "This reset link or token is not valid any more. Please ask for another.",
  );
  await signInWith(elsewhere, email, "Harbour-View-9");
  await expect(elsewhere).toHaveURL("/dashboard");
});

test(
  "PWD-01 PWD-06 PWD-14 by code: a wrong one is refused, the right one leads to a new password",
  long,
  async ({ page }) => {
    announce(/status of 400/);
    const { email } = people.tenant2;
    await page.goto("/forgot-password");
    await page.getByRole("tab", { name: "Email Code" }).click();
    await page.getByLabel("Email").fill(email);
    await press(page, "Send Code");
    await expect(page).toHaveURL(/\/verify-otp\?userId=\S+$/);
    const code = codeIn(await mailbox.next(email, "Your code to reset the password"));
    await page.getByLabel("Verification code").fill(wrong(code));
    await press(page, "Verify Code");
    await expectError(
      page,
      "Verification Failed",
      "That code is not right or has run out. Please use the code of the newest email, or ask for another.",
    );
    await page.getByLabel("Verification code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await press(page, "Verify Code");
    await expect(page).toHaveURL(/\/reset-password\?token=\S+$/);
    await choose(page, "Harbour-View-9");
    await expect(page).toHaveURL("/dashboard");
  },
);

test("LOG-06 LOG-17 without a password: by code on this device, by link on another, once", async ({
  page,
  browser,
}) => {
  announce(/status of 400/);
  const { email, fullName } = people.landlord;
  const ask = async () => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Sign in by email" }).click();
    await page.getByLabel("Email").fill(email);
    await press(page, "Send Link and Code");
    await expect(page.getByLabel("Verification code")).toBeVisible();
    return mailbox.next(email, "Sign in to the Property Management Portal");
  };
  const mail = await ask();
  const phone = await openBrowser(browser, { baseURL: addressOf("mail") });
  await phone.goto(linkIn(mail));
  await expect(phone).toHaveURL("/direct-login");
  await phone.reload();
  await press(phone, "Sign In");
  await expectToast(phone, "Login Successful", `Welcome back, ${fullName}!`);
  await expect(phone).toHaveURL("/dashboard");

  await page.getByLabel("Verification code").fill(codeIn(mail));
  await press(page, "Sign In");
  await expectError(
    page,
    "Login Failed",
    "That code is not right or has run out. Please use the code of the newest email, or ask for another.",
  );
  const second = await ask();
  await page.getByLabel("Verification code").fill(codeIn(second));
  await press(page, "Sign In");
  await expect(page).toHaveURL("/dashboard");
});

test(
  "with two-factor sign-in the password is the first step, and a code from the app the second",
  long,
  async ({ page }) => {
    announce(/status of 400/);
    const { email, fullName } = people.technician;
    // Turned on by the API, as the profile page has journeys of its own.
    const api = page.request;
    await api.post("/api/login", { data: { email, password: demoPassword } });
    const prepared = await api.post("/api/profile/second-factor/prepare", {
      data: { password: demoPassword },
    });
    const secret = bytesOf(((await prepared.json()) as { secret: string }).secret);
    // Each code works once: turning it on used the previous one, so the present one is left.
    const step = stepOf(new Date());
    const turnedOn = await api.post("/api/profile/second-factor/turn-on", {
      data: { code: codeAt(secret, step - 1) },
    });
    expect(turnedOn.status(), await turnedOn.text()).toBe(200);
    await page.context().clearCookies();

    await signInWith(page, email, demoPassword);
    const field = page.getByLabel("Code from your app");
    await expect(field).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
    await field.fill("000000");
    await press(page, "Sign In");
    await expect(page.locator("[data-toast-viewport] > li[data-variant=destructive]")).toContainText(
      "Login Failed",
    );
    await field.fill(codeAt(secret, stepOf(new Date())));
    await press(page, "Sign In");
    await expectToast(page, "Login Successful", `Welcome back, ${fullName}!`);
    await expect(page).toHaveURL("/dashboard");
  },
);

/** The secret that a person types into an app, as bytes. */
function bytesOf(base32: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
