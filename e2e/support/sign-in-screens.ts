import type { Page } from "@playwright/test";
import { button, press, type Screen } from "./screen.ts";

const email = "noor@unknown.example";
const fillIn = (send: string) => async (page: Page) => {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await press(send)(page);
};
const label = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });

/** Pages without a session: password resets, and sign-in by email or with a code. */
export const signInScreens: readonly Screen[] = [
  { name: "forgot-password", person: null, path: "/forgot-password", ready: button("Send Link") },
  {
    name: "forgot-password-invalid",
    person: null,
    path: "/forgot-password",
    open: press("Send Link"),
    ready: (page) => page.getByText("Please enter a valid email address"),
  },
  {
    name: "forgot-password-sent",
    person: null,
    path: "/forgot-password",
    prepare: (page) => page.route("**/api/forgot-password", (route) => route.fulfill({ json: onItsWay })),
    open: fillIn("Send Link"),
    ready: button("Resend"),
  },
  { name: "verify-otp", person: null, path: "/verify-otp?userId=x", ready: label("Verification code") },
  { name: "reset-password", person: null, path: "/reset-password?token=x", ready: label("New password") },
  {
    name: "reset-password-without-token",
    person: null,
    path: "/reset-password",
    open: press("Reset Password"),
    ready: (page) => page.getByText("Password must be at least 8 characters"),
  },
  { name: "direct-login", person: null, path: "/direct-login", ready: button("Send Link and Code") },
  {
    name: "direct-login-code",
    person: null,
    path: "/direct-login",
    prepare: (page) => page.route("**/api/direct-login", (route) => route.fulfill({ json: onItsWay })),
    open: fillIn("Send Link and Code"),
    ready: label("Verification code"),
  },
  { name: "direct-login-link", person: null, path: "/direct-login?token=x", ready: button("Sign In") },
  {
    name: "work-account",
    person: null,
    path: "/work-account?error=access_denied",
    prepare: (page) =>
      page.route("**/api/login/work-account/finish", (route) =>
        route.fulfill({
          status: 403,
          json: { code: "forbidden", requestId: "1", message: "You aren't known." },
        }),
      ),
    ready: button("Try Again"),
  },
  {
    name: "sign-in-work-account",
    person: null,
    path: "/login",
    prepare: (page) =>
      page.route("**/api/config", async (route) => {
        const config = await (await route.fetch()).json();
        await route.fulfill({ json: { ...config, hasWorkAccounts: true } });
      }),
    ready: button("Sign In with Work Account"),
  },
  {
    name: "sign-in-code",
    person: null,
    path: "/login",
    prepare: (page) =>
      page.route("**/api/login", (route) =>
        route.fulfill({ json: { twoFactorRequired: true, challenge: "x" } }),
      ),
    open: press("Landlord"),
    ready: label("Code from your app"),
  },
];

const onItsWay = {
  success: true,
  message: "If an account exists for that address, instructions are on their way.",
  userId: "x",
};
