import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { SecondFactor } from "#domains/accounts/second-factor-contract.ts";
import { type Answers, admin, cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";

cleanBrowser();

const off: SecondFactor = {
  isOn: false,
  isRequired: false,
  recoveryCodesLeft: 0,
  onSince: null,
  hasPassword: true,
};
const on: SecondFactor = { ...off, isOn: true, recoveryCodesLeft: 10, onSince: "2026-01-05T12:00:00Z" };
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const recoveryCodes = ["7g2k-0p9x-m4tq-zh1c", "1111-2222-3333-4444"];
const responses: Answers = {
  "GET /api/me/sessions": [],
  "GET /api/profile/second-factor": off,
  "POST /api/profile/second-factor/prepare": { secret, uri: `otpauth://totp/Portal:me?secret=${secret}` },
  "POST /api/profile/second-factor/turn-on": { recoveryCodes },
  "POST /api/profile/second-factor/prepare-another-app": {
    secret,
    uri: `otpauth://totp/me?secret=${secret}`,
  },
  "POST /api/profile/second-factor/take-another-app": { recoveryCodes },
  "POST /api/profile/second-factor/recovery-codes": { recoveryCodes },
  "POST /api/profile/second-factor/turn-off": { success: true },
};
const wrong = "This code is not right. Please try again.";

const open = async (more: Answers = {}) => {
  const portal = await openPortal("/profile", { session: tenant, responses: { ...responses, ...more } });
  const heading = await screen.findByRole("heading", { name: "Two-factor sign-in" });
  const card = within(heading.closest("section") as HTMLElement);
  const changes = () =>
    portal.sent
      .filter(({ method }) => method === "POST")
      .map(({ path, body }) => ({ call: path.replace("/api/profile/second-factor/", ""), body }));
  return { ...portal, card, changes };
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("two-factor sign-in on the profile", () => {
  it("requires a confirmed address first, and sends the link again", async () => {
    const { card, changes } = await open({
      "GET /api/me": { ...tenant, emailConfirmed: false },
      "POST /api/confirm-address/resend": { success: true },
    });
    await press("Turn on");
    await card.findByText("Please confirm your email address first");
    expect(card.queryByLabelText("Your password")).toBeNull();
    await press("Send the link again");
    await waitFor(() => expect(changes().map(({ call }) => call)).toEqual(["/api/confirm-address/resend"]));
  });

  it("is turned on with the password and a code; the recovery codes are shown once, to copy, save and print", async () => {
    const { card, changes, responses: now } = await open();
    await press("Turn on");
    expect(document.activeElement?.textContent).toContain("Your password");
    await press("Continue");
    await card.findByText("Please enter your password");
    await userEvent.type(card.getByLabelText("Your password"), "Harbor-11");
    await press("Continue");
    await card.findByRole("img", { name: "QR code for your authenticator app" });
    expect(document.activeElement?.textContent).toMatch(/^Scan this with your authenticator app/);
    expect(card.getByLabelText<HTMLTextAreaElement>("Setup key").value).toBe(
      "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
    );
    now["POST /api/profile/second-factor/turn-on"] = problem(400, wrong, { code: wrong });
    await userEvent.type(card.getByLabelText("Code from your app"), "111111");
    await press("Turn on");
    await card.findByText(wrong);
    now["POST /api/profile/second-factor/turn-on"] = { recoveryCodes };
    now["GET /api/profile/second-factor"] = on;
    await press("Turn on");
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
    await press("I’ve saved them");
    await card.findByText("On since");
    expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull();
  });

  it("a wrong password is an error of its field; too many attempts are reported above", async () => {
    const sentence = "This is not your current password.";
    const { card, responses: now } = await open({
      "POST /api/profile/second-factor/prepare": problem(400, sentence, { password: sentence }),
    });
    await press("Turn on");
    await userEvent.type(card.getByLabelText("Your password"), "guess");
    await press("Continue");
    await card.findByText(sentence);
    now["POST /api/profile/second-factor/prepare"] = problem(429, "Too many tries.");
    await press("Continue");
    await card.findByText("Too many tries.");
    await press("Cancel");
    expect(card.queryByLabelText("Your password")).toBeNull();
  });

  it("a person without a password is told how to set one", async () => {
    const { card } = await open({ "GET /api/profile/second-factor": { ...off, hasPassword: false } });
    await press("Turn on");
    await card.findByText("Your account has no password yet");
    expect(card.queryByLabelText("Your password")).toBeNull();
  });

  it("exchanges a code for new recovery codes, and warns when few are left", async () => {
    const { card, changes } = await open({
      "GET /api/profile/second-factor": { ...on, recoveryCodesLeft: 1 },
    });
    await card.findByText("You have 1 recovery code left");
    await press("New recovery codes");
    const dialog = within(await screen.findByRole("dialog", { name: "New recovery codes" }));
    await userEvent.click(dialog.getByRole("button", { name: "Make new codes" }));
    await dialog.findByText("Please enter the code");
    await userEvent.type(dialog.getByLabelText("Code"), "123456");
    await userEvent.click(dialog.getByRole("button", { name: "Make new codes" }));
    await card.findByText(recoveryCodes[0] as string);
    expect(changes()).toEqual([{ call: "recovery-codes", body: { code: "123456" } }]);
  });

  it("moves to another app, also where the role requires it: a code of the current app, the key, a code of the new app", async () => {
    const {
      card,
      changes,
      responses: now,
    } = await open({
      "GET /api/profile/second-factor": { ...on, isRequired: true },
      "POST /api/profile/second-factor/prepare-another-app": problem(400, wrong, { code: wrong }),
      "POST /api/profile/second-factor/take-another-app": problem(400, wrong, { code: wrong }),
    });
    await press("Use another app");
    const dialog = within(await screen.findByRole("dialog", { name: "Use another app" }));
    await userEvent.type(dialog.getByLabelText("Code"), "111111");
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await dialog.findByText(wrong);
    now["POST /api/profile/second-factor/prepare-another-app"] =
      responses["POST /api/profile/second-factor/prepare-another-app"];
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await card.findByRole("img", { name: "QR code for your authenticator app" });
    expect(screen.queryByRole("dialog")).toBeNull();
    card.getByText("Your current app works until you have entered a code from the new one.");
    await userEvent.type(card.getByLabelText("Code from the new app"), "222222");
    await press("Use this app");
    await card.findByText(wrong);
    now["POST /api/profile/second-factor/take-another-app"] = { recoveryCodes };
    await press("Use this app");
    await card.findByText(recoveryCodes[0] as string);
    await press("I’ve saved them");
    await card.findByText("On since");
    expect(changes()).toEqual([
      { call: "prepare-another-app", body: { code: "111111" } },
      { call: "prepare-another-app", body: { code: "111111" } },
      { call: "take-another-app", body: { code: "222222" } },
      { call: "take-another-app", body: { code: "222222" } },
    ]);
  });

  it("moving to another app can be cancelled halfway, and two-factor sign-in stays on", async () => {
    const { card, changes } = await open({ "GET /api/profile/second-factor": on });
    await press("Use another app");
    const dialog = within(await screen.findByRole("dialog", { name: "Use another app" }));
    await userEvent.type(dialog.getByLabelText("Code"), "111111");
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await card.findByLabelText("Code from the new app");
    await press("Cancel");
    await card.findByText("On since");
    expect(card.queryByLabelText("Code from the new app")).toBeNull();
    expect(changes()).toEqual([{ call: "prepare-another-app", body: { code: "111111" } }]);
  });

  it("is turned off with a code", async () => {
    const { card, responses: now } = await open({
      "GET /api/profile/second-factor": on,
      "POST /api/profile/second-factor/turn-off": problem(400, wrong, { code: wrong }),
    });
    await press("Turn off");
    const dialog = within(await screen.findByRole("dialog", { name: "Turn off two-factor sign-in" }));
    await userEvent.type(dialog.getByLabelText("Code"), "123456");
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    await dialog.findByText(wrong);
    now["POST /api/profile/second-factor/turn-off"] = { success: true };
    now["GET /api/profile/second-factor"] = off;
    await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
    await card.findByText("Off");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("cannot be turned off where the role requires it", async () => {
    const { card } = await open({ "GET /api/profile/second-factor": { ...on, isRequired: true } });
    await card.findByText("Your role requires it, so it cannot be turned off.");
    expect(card.queryByRole("button", { name: "Turn off" })).toBeNull();
  });
});

describe("a person who has to set up two-factor sign-in first", () => {
  const locked = { ...admin, secondFactorMissing: true };

  it("finds only the setup and the sign-out, at every address; no data of the portal is requested", async () => {
    const { sent } = await openPortal("/work-orders", {
      session: locked,
      responses: { ...responses, "GET /api/profile/second-factor": { ...off, isRequired: true } },
    });
    await screen.findByRole("heading", { name: "Set up two-factor sign-in" });
    await screen.findByLabelText("Your password");
    expect(location.pathname).toBe("/work-orders");
    expect(within(screen.getByRole("navigation", { name: "Main" })).queryAllByRole("link")).toEqual([]);
    expect(screen.queryByRole("button", { name: /^Notifications/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    expect(new Set(sent.map(({ path }) => path))).toEqual(
      new Set(["/api/me", "/api/config", "/api/profile/second-factor"]),
    );
    await press("Logout");
    await waitFor(() => expect(location.pathname).toBe("/login"));
  });

  it("keeps the recovery codes on the screen until they are saved, then the requested page opens", async () => {
    const { responses: now } = await openPortal("/profile", {
      session: locked,
      responses: { ...responses, "GET /api/profile/second-factor": { ...off, isRequired: true } },
    });
    await userEvent.type(await screen.findByLabelText("Your password"), "Harbor-11");
    await press("Continue");
    await userEvent.type(await screen.findByLabelText("Code from your app"), "111111");
    now["GET /api/profile/second-factor"] = { ...on, isRequired: true };
    now["GET /api/me"] = admin;
    await press("Turn on");
    await screen.findByText(recoveryCodes[0] as string);
    await press("I’ve saved them");
    await screen.findByRole("heading", { name: "Your profile" });
    expect(await screen.findByText("Recovery codes left")).toBeTruthy();
    expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull();
  });

  it("continues when two-factor sign-in was turned on in another window", async () => {
    const { responses: now } = await openPortal("/profile", {
      session: locked,
      responses: {
        ...responses,
        "GET /api/profile/second-factor": { ...off, isRequired: true },
        "POST /api/profile/second-factor/prepare": problem(409, "Two-factor sign-in is on already."),
      },
    });
    await userEvent.type(await screen.findByLabelText("Your password"), "Harbor-11");
    now["GET /api/profile/second-factor"] = { ...on, isRequired: true };
    now["GET /api/me"] = admin;
    await press("Continue");
    await screen.findByText("Two-factor sign-in is on.");
    await press("Continue");
    expect(await screen.findByRole("heading", { name: "Your profile" })).toBeTruthy();
  });
});
