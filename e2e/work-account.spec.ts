import type { Page } from "@playwright/test";
import { startIdentityProvider, type TestProvider } from "#test/fakes/identity-provider.ts";
import { allowConsoleErrors, expect, openBrowser, test } from "./support/journey.ts";
import { people } from "./support/people.ts";
import { getPortalUrl, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";

let provider: TestProvider;
let portal: RunningPortal | undefined;

test.beforeAll(async () => {
  // The demo data takes a while to load on a busy machine.
  test.setTimeout(180_000);
  provider = await startIdentityProvider();
  portal = await startPortal("work", { ...provider.environment, OIDC_EMAIL_DOMAINS: "demo.example" });
  provider.acceptPortal(getPortalUrl("work"));
  provider.accounts.push(
    { sub: "1", name: "Lena", email: "landlord@demo.example", email_verified: true },
    { sub: "2", name: "Unverified", email: "admin@demo.example", email_verified: false },
  );
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
  await provider.stop();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("LOG-06 AUTH-20 a landlord who signs in with their work account reaches the page they requested", async ({
  browser,
}) => {
  const page = await openBrowser(browser, { baseURL: getPortalUrl("work") });
  await page.goto("/payments");
  await press(page, "Sign In with Work Account");
  await press(page, "Lena");
  await expectToast(page, "Login Successful", `Welcome back, ${people.landlord.fullName}!`);
  await expect(page).toHaveURL("/payments");
  await page.goto("/profile");
  await expect(page.getByText("with a work account")).toBeVisible();
});

test("LOG-06 a work account with an unverified address gets a message, and the user can try another account", async ({
  browser,
}) => {
  allowConsoleErrors(/status of 403/);
  const page = await openBrowser(browser, { baseURL: getPortalUrl("work") });
  await page.goto("/login");
  await press(page, "Sign In with Work Account");
  await press(page, "Unverified");
  await expect(
    page.getByText(/^The address admin@demo.example of your work account isn't verified/),
  ).toBeVisible();
  await expect(page).toHaveURL("/work-account");
  await press(page, "Try Again");
  await press(page, "Lena");
  await expect(page).toHaveURL("/dashboard");
});
