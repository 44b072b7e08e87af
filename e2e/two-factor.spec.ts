import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { appFromKey } from "#test/two-factor.ts";
import { allowConsoleErrors, expect, followLink, openBrowser, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { getPortalUrl } from "./support/portals.ts";
import { expectError, expectToast } from "./support/toasts.ts";

const password = "Quiet-Harbor-22";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

const createApp = (key: string) =>
  appFromKey(key, {
    get now() {
      return new Date();
    },
  });

async function findEmailedToken(admin: Page, email: string): Promise<string | undefined> {
  const [sentEmail] = await (await admin.request.get(`/api/outbox?q=${encodeURIComponent(email)}`)).json();
  const { text } = await (await admin.request.get(`/api/outbox/${sentEmail.id}`)).json();
  return /invitation=([\w.-]+)/.exec(text)?.[1];
}

test("a user turns on two-factor authentication, signs in with a code, uses a recovery code on a phone, and switches to an app there", async ({
  page,
  browser,
}) => {
  allowConsoleErrors(/status of 40[01]/);
  const email = `twofactor.${randomUUID()}@example.com`;
  // Two-factor authentication requires a confirmed address. The link in an invitation's email confirms it.
  const admin = await openPageAs(browser, "admin");
  const invited = await admin.request.post("/api/invitations", {
    data: { email, role: "maintenance", propertyIds: [1] },
  });
  expect(invited.status(), await invited.text()).toBe(201);
  const registered = await page.request.post("/api/register", {
    data: {
      email,
      fullName: "Toni Twofold",
      password,
      role: "maintenance",
      invitationToken: await findEmailedToken(admin, email),
    },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  await page.context().clearCookies();

  await enterPassword(page, email);
  await expect(page).toHaveURL("/my-day");
  await followLink(page, "/profile");
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Two-factor authentication" }) });
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByLabel("Your password").fill(password);
  await card.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const app = createApp(await card.getByLabel("Setup key").inputValue());
  await card.getByLabel("Code from your app").fill(app.code());
  await card.getByRole("button", { name: "Turn on" }).click();
  await expectToast(page, "Two-Factor Authentication On", "All your other devices are signed out.");
  const listedCodes = card.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(listedCodes).toHaveCount(10);
  const codes = await listedCodes.allTextContents();
  const download = page.waitForEvent("download");
  await card.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  // Leaving asks for confirmation, because the codes are never shown again.
  await page.getByRole("link", { name: "Dashboard" }).click();
  const question = page.getByRole("alertdialog", { name: "Have you saved your recovery codes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await card.getByRole("button", { name: "I've Saved Them" }).click();
  await expect(card.getByText("Recovery codes left")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await enterPassword(page, email);
  const code = page.getByLabel("Code from your app");
  await code.fill("12345");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expectError(page, "Login Failed", "That code is incorrect. Please try again.");
  // The code that turned it on can't be used again.
  await code.fill(app.code(1));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/my-day");

  const onPhone = await openBrowser(browser, { baseURL: getPortalUrl("demo"), ...phone });
  await enterPassword(onPhone, email);
  await onPhone.getByRole("button", { name: "Use a recovery code" }).tap();
  await onPhone.getByLabel("Recovery code").fill(codes[0] ?? "");
  await onPhone.getByRole("button", { name: "Sign In", exact: true }).tap();
  await expect(onPhone).toHaveURL("/my-day");
  await onPhone.goto("/profile");
  await expect(onPhone.getByText("Recovery codes left").locator("xpath=following-sibling::dd[1]")).toHaveText(
    "9",
  );

  // Switching apps on the phone signs out the desktop.
  await onPhone.getByRole("button", { name: "Switch apps" }).tap();
  const dialog = onPhone.getByRole("dialog", { name: "Switch apps" });
  await dialog.getByLabel("Code").fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Continue" }).tap();
  const other = createApp(await onPhone.getByLabel("Setup key").inputValue());
  await onPhone.getByLabel("Code from the new app").fill(other.code());
  await onPhone.getByRole("button", { name: "Use this app" }).tap();
  await expect(
    onPhone.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").first(),
  ).toBeVisible();
  await onPhone.getByRole("button", { name: "I've Saved Them" }).tap();
  await expect(onPhone.getByText("Turned on")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL("/login");
  await enterPassword(page, email);
  await code.fill(other.code(1));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/my-day");
});
