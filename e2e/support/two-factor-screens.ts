import type { Page } from "@playwright/test";
import { button, heading, press, type Screen } from "./screen.ts";

const off = { isOn: false, isRequired: false, recoveryCodesLeft: 0, onSince: null, hasPassword: true };
const on = { ...off, isOn: true, recoveryCodesLeft: 2, onSince: "2026-03-02T17:20:00Z" };
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `7g2k-${at}p9x-m4tq-zh${at}c`);

/** No one in the demo data uses two-factor authentication, so the server's responses are replaced. */
const respondWith = (twoFactor: object) => async (page: Page) => {
  await page.route("**/api/profile/two-factor", (route) => route.fulfill({ json: twoFactor }));
  const uri = `otpauth://totp/Property%20Management%20Portal:maya?secret=${secret}&issuer=Portal`;
  for (const call of ["prepare", "prepare-another-app"])
    await page.route(`**/api/profile/two-factor/${call}`, (route) =>
      route.fulfill({ json: { secret, uri } }),
    );
  await page.route("**/api/profile/two-factor/turn-on", (route) =>
    route.fulfill({ json: { recoveryCodes } }),
  );
};

async function scan(page: Page): Promise<void> {
  await page.getByLabel("Your password").fill("Portal-Demo-1");
  await press("Continue")(page);
  await page.getByLabel("Code from your app").waitFor();
}

/** Two-factor authentication on the profile, and the page that people see if their role requires it and it's off. */
export const twoFactorScreens: readonly Screen[] = [
  {
    name: "two-factor-setup",
    person: "tenant1",
    path: "/profile",
    prepare: respondWith(off),
    open: async (page) => {
      await press("Turn on")(page);
      await scan(page);
      await page.getByLabel("Setup key").scrollIntoViewIfNeeded();
    },
    ready: (page) => page.getByRole("img", { name: "QR code for your authenticator app" }),
  },
  {
    name: "two-factor-recovery-codes",
    person: "tenant1",
    path: "/profile",
    prepare: respondWith(off),
    open: async (page) => {
      await press("Turn on")(page);
      await scan(page);
      await page.getByLabel("Code from your app").fill("123456");
      await press("Turn on")(page);
      await button("I've Saved Them")(page).scrollIntoViewIfNeeded();
    },
    ready: button("I've Saved Them"),
  },
  {
    name: "two-factor-on",
    person: "tenant1",
    path: "/profile",
    prepare: respondWith(on),
    open: (page) => button("New recovery codes")(page).scrollIntoViewIfNeeded(),
    ready: button("New recovery codes"),
  },
  {
    name: "two-factor-switch-apps",
    person: "tenant1",
    path: "/profile",
    prepare: respondWith({ ...on, isRequired: true }),
    open: async (page) => {
      await press("Switch apps")(page);
      await page.getByLabel("Code", { exact: true }).fill("123456");
      await press("Continue")(page);
      await button("Use this app")(page).scrollIntoViewIfNeeded();
    },
    ready: (page) => page.getByRole("img", { name: "QR code for your authenticator app" }),
  },
  {
    name: "two-factor-code",
    person: "tenant1",
    path: "/profile",
    prepare: respondWith(on),
    open: press("Turn off"),
    ready: (page) => page.getByRole("dialog", { name: "Turn off two-factor authentication" }),
  },
  {
    name: "two-factor-required",
    person: "landlord",
    path: "/dashboard",
    prepare: async (page) => {
      await respondWith({ ...off, isRequired: true })(page);
      await page.route("**/api/me", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), twoFactorMissing: true } });
      });
    },
    ready: heading("Set up two-factor authentication"),
  },
];
