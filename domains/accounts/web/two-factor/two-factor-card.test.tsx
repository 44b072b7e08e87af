import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { TwoFactorStatus } from "#domains/accounts/two-factor-contract.ts";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";

resetBrowser();

const off: TwoFactorStatus = {
  isOn: false,
  isRequired: false,
  recoveryCodesLeft: 0,
  onSince: null,
  hasPassword: true,
};
const on: TwoFactorStatus = { ...off, isOn: true, recoveryCodesLeft: 10, onSince: "2026-01-05T12:00:00Z" };
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const recoveryCodes = ["7g2k-0p9x-m4tq-zh1c", "1111-2222-3333-4444"];
const responses: FakeResponses = {
  "GET /api/me/sessions": [],
  "GET /api/profile/two-factor": off,
  "POST /api/profile/two-factor/prepare": { secret, uri: `otpauth://totp/Portal:me?secret=${secret}` },
  "POST /api/profile/two-factor/turn-on": { recoveryCodes },
  "POST /api/profile/two-factor/prepare-another-app": {
    secret,
    uri: `otpauth://totp/me?secret=${secret}`,
  },
  "POST /api/profile/two-factor/take-another-app": { recoveryCodes },
  "POST /api/profile/two-factor/recovery-codes": { recoveryCodes },
  "POST /api/profile/two-factor/turn-off": { success: true },
};
const wrong = "That code is incorrect. Please try again.";

const open = async (otherResponses: FakeResponses = {}) => {
  const portal = await openPortal("/profile", {
    session: tenant,
    responses: { ...responses, ...otherResponses },
  });
  const heading = await screen.findByRole("heading", { name: "Two-factor authentication" });
  const card = within(heading.closest("section") as HTMLElement);
  const changes = () =>
    portal.sent
      .filter(({ method }) => method === "POST")
      .map(({ path, body }) => ({ call: path.replace("/api/profile/two-factor/", ""), body }));
  return { ...portal, card, changes };
};
const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("two-factor authentication in the profile", () => {
  it("two-factor authentication requires a confirmed address first, and the confirmation link can be resent", async () => {
    const { card, changes } = await open({
      "GET /api/me": { ...tenant, emailConfirmed: false },
      "POST /api/confirm-address/resend": { success: true },
    });
    await click("Turn on");
    await card.findByText("Confirm your email address first");
    expect(card.queryByLabelText("Your password")).toBeNull();
    await click("Resend link");
    await waitFor(() => expect(changes().map(({ call }) => call)).toEqual(["/api/confirm-address/resend"]));
  });

  it("turning on two-factor authentication requires the password and a code, and shows recovery codes once to copy, save, or print", async () => {
    const { card, changes, responses: now } = await open();
    await click("Turn on");
    expect(document.activeElement?.textContent).toContain("Your password");
    await click("Continue");
    await card.findByText("Please enter your password");
    await userEvent.type(card.getByLabelText("Your password"), "Harbor-11");
    await click("Continue");
    await card.findByRole("img", { name: "QR code for your authenticator app" });
    expect(document.activeElement?.textContent).toMatch(/^Scan this code with your authenticator app/);
    expect(card.getByLabelText<HTMLTextAreaElement>("Setup key").value).toBe(
      "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
    );
    now["POST /api/profile/two-factor/turn-on"] = problem(400, wrong, { code: wrong });
    await userEvent.type(card.getByLabelText("Code from your app"), "111111");
    await click("Turn on");
    await card.findByText(wrong);
    now["POST /api/profile/two-factor/turn-on"] = { recoveryCodes };
    now["GET /api/profile/two-factor"] = on;
    await click("Turn on");
    const list = await card.findByRole("list", { name: "Recovery codes" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes);
    const file = decodeURIComponent(card.getByRole("link", { name: "Download" }).getAttribute("href") ?? "");
    expect(file).toContain(tenant.email);
    for (const code of recoveryCodes) expect(file).toContain(code);
    expect(changes()).toEqual([
      { call: "prepare", body: { password: "Harbor-11" } },
      { call: "turn-on", body: { code: "111111" } },
      { call: "turn-on", body: { code: "111111" } },
    ]);
    await click("I've Saved Them");
    await card.findByText("Turned on");
    expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull();
  });

  it("a wrong password shows an error below its field, and too many attempts show an error above the form", async () => {
    const sentence = "The current password is incorrect.";
    const { card, responses: now } = await open({
      "POST /api/profile/two-factor/prepare": problem(400, sentence, { password: sentence }),
    });
    await click("Turn on");
    await userEvent.type(card.getByLabelText("Your password"), "guess");
    await click("Continue");
    await card.findByText(sentence);
    now["POST /api/profile/two-factor/prepare"] = problem(429, "Too many attempts.");
    await click("Continue");
    await card.findByText("Too many attempts.");
    await click("Cancel");
    expect(card.queryByLabelText("Your password")).toBeNull();
  });

  it("the two-factor card tells a person without a password how to set one", async () => {
    const { card } = await open({ "GET /api/profile/two-factor": { ...off, hasPassword: false } });
    await click("Turn on");
    await card.findByText("Your account has no password yet");
    expect(card.queryByLabelText("Your password")).toBeNull();
  });

  it("creating new recovery codes requires a code, and a warning appears when few are left", async () => {
    const { card, changes } = await open({
      "GET /api/profile/two-factor": { ...on, recoveryCodesLeft: 1 },
    });
    await card.findByText("You have 1 recovery code left");
    await click("New recovery codes");
    const dialog = within(await screen.findByRole("dialog", { name: "New recovery codes" }));
    await userEvent.click(dialog.getByRole("button", { name: "Create new codes" }));
    await dialog.findByText("Please enter the code");
    await userEvent.type(dialog.getByLabelText("Code"), "123456");
    await userEvent.click(dialog.getByRole("button", { name: "Create new codes" }));
    await card.findByText(recoveryCodes[0] as string);
    expect(changes()).toEqual([{ call: "recovery-codes", body: { code: "123456" } }]);
  });

  it("switching apps requires a code from the current app and one from the new app, even if the role requires two-factor authentication", async () => {
    const {
      card,
      changes,
      responses: now,
    } = await open({
      "GET /api/profile/two-factor": { ...on, isRequired: true },
      "POST /api/profile/two-factor/prepare-another-app": problem(400, wrong, { code: wrong }),
      "POST /api/profile/two-factor/take-another-app": problem(400, wrong, { code: wrong }),
    });
    await click("Switch apps");
    const dialog = within(await screen.findByRole("dialog", { name: "Switch apps" }));
    await userEvent.type(dialog.getByLabelText("Code"), "111111");
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await dialog.findByText(wrong);
    now["POST /api/profile/two-factor/prepare-another-app"] =
      responses["POST /api/profile/two-factor/prepare-another-app"];
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await card.findByRole("img", { name: "QR code for your authenticator app" });
    expect(screen.queryByRole("dialog")).toBeNull();
    card.getByText("Your current app keeps working until you enter a code from the new one.");
    await userEvent.type(card.getByLabelText("Code from the new app"), "222222");
    await click("Use this app");
    await card.findByText(wrong);
    now["POST /api/profile/two-factor/take-another-app"] = { recoveryCodes };
    await click("Use this app");
    await card.findByText(recoveryCodes[0] as string);
    await click("I've Saved Them");
    await card.findByText("Turned on");
    expect(changes()).toEqual([
      { call: "prepare-another-app", body: { code: "111111" } },
      { call: "prepare-another-app", body: { code: "111111" } },
      { call: "take-another-app", body: { code: "222222" } },
      { call: "take-another-app", body: { code: "222222" } },
    ]);
  });

  it("an app switch can be cancelled halfway, and two-factor authentication stays on", async () => {
    const { card, changes } = await open({ "GET /api/profile/two-factor": on });
    await click("Switch apps");
    const dialog = within(await screen.findByRole("dialog", { name: "Switch apps" }));
    await userEvent.type(dialog.getByLabelText("Code"), "111111");
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await card.findByLabelText("Code from the new app");
    await click("Cancel");
    await card.findByText("Turned on");
    expect(card.queryByLabelText("Code from the new app")).toBeNull();
    expect(changes()).toEqual([{ call: "prepare-another-app", body: { code: "111111" } }]);
  });

  it("two-factor authentication is turned off by entering a code", async () => {
    const { card, responses: now } = await open({
      "GET /api/profile/two-factor": on,
      "POST /api/profile/two-factor/turn-off": problem(400, wrong, { code: wrong }),
    });
    await click("Turn off");
    const dialog = within(await screen.findByRole("dialog", { name: "Turn off two-factor authentication" }));
    await userEvent.type(dialog.getByLabelText("Code"), "123456");
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    await dialog.findByText(wrong);
    now["POST /api/profile/two-factor/turn-off"] = { success: true };
    now["GET /api/profile/two-factor"] = off;
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    await card.findByText("Off");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("two-factor authentication can't be turned off while the role requires it", async () => {
    const { card } = await open({ "GET /api/profile/two-factor": { ...on, isRequired: true } });
    await card.findByText("Your role requires two-factor authentication, so you can't turn it off.");
    expect(card.queryByRole("button", { name: "Turn off" })).toBeNull();
  });
});

describe("a person who must set up two-factor authentication first", () => {
  const locked = { ...admin, twoFactorMissing: true };

  it("until two-factor authentication is set up, the person sees only the setup and sign-out at every URL, and no portal data is requested", async () => {
    const { sent } = await openPortal("/work-orders", {
      session: locked,
      responses: { ...responses, "GET /api/profile/two-factor": { ...off, isRequired: true } },
    });
    await screen.findByRole("heading", { name: "Set up two-factor authentication" });
    await screen.findByLabelText("Your password");
    expect(location.pathname).toBe("/work-orders");
    expect(within(screen.getByRole("navigation", { name: "Main" })).queryAllByRole("link")).toEqual([]);
    expect(screen.queryByRole("button", { name: /^Notifications/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    expect(new Set(sent.map(({ path }) => path))).toEqual(
      new Set(["/api/me", "/api/config", "/api/profile/two-factor"]),
    );
    await click("Logout");
    await waitFor(() => expect(location.pathname).toBe("/login"));
  });

  it("a person who sets up two-factor authentication sees the recovery codes until they're saved, and then the requested page", async () => {
    const { responses: now } = await openPortal("/profile", {
      session: locked,
      responses: { ...responses, "GET /api/profile/two-factor": { ...off, isRequired: true } },
    });
    await userEvent.type(await screen.findByLabelText("Your password"), "Harbor-11");
    await click("Continue");
    await userEvent.type(await screen.findByLabelText("Code from your app"), "111111");
    now["GET /api/profile/two-factor"] = { ...on, isRequired: true };
    now["GET /api/me"] = admin;
    await click("Turn on");
    await screen.findByText(recoveryCodes[0] as string);
    await click("I've Saved Them");
    await screen.findByRole("heading", { name: "Your profile" });
    expect(await screen.findByText("Recovery codes left")).toBeTruthy();
    expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull();
  });

  it("the setup continues if two-factor authentication is turned on in another window", async () => {
    const { responses: now } = await openPortal("/profile", {
      session: locked,
      responses: {
        ...responses,
        "GET /api/profile/two-factor": { ...off, isRequired: true },
        "POST /api/profile/two-factor/prepare": problem(409, "Two-factor authentication is already on."),
      },
    });
    await userEvent.type(await screen.findByLabelText("Your password"), "Harbor-11");
    now["GET /api/profile/two-factor"] = { ...on, isRequired: true };
    now["GET /api/me"] = admin;
    await click("Continue");
    await screen.findByText("Two-factor authentication is on.");
    await click("Continue");
    expect(await screen.findByRole("heading", { name: "Your profile" })).toBeTruthy();
  });
});
