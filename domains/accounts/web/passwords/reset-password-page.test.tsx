import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

const done = { success: true, message: "Your password has been reset.", email: admin.email };
const strong = "Harbour-View-9";

const open = async (responses: FakeResponses = {}, address = "/reset-password?token=t-1") => {
  const portal = await openPortal(address, {
    responses: { "POST /api/reset-password": done, "POST /api/login": admin, ...responses },
  });
  await screen.findByLabelText("New password");
  const findBodies = (path: string) => portal.sent.filter((one) => one.path === path).map(({ body }) => body);
  return { ...portal, findBodies };
};
const fill = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const fillIn = (password = strong, confirmation = password) => {
  fill("New password", password);
  fill("Confirm password", confirmation);
};
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Reset Password" }));
const findToast = async (title: string) => (await screen.findByText(title)).closest("li");

describe("the reset password page", () => {
  it.each([
    "/reset-password?token=x",
    "/reset-password/from/an/email?token=x",
    "/reset-password-now?token=x",
  ])(
    "NAV-04 NAV-19 PWD-19 PWD-21 %s has two password fields, no token field, and no sidebar or top bar",
    async (address) => {
      await open({}, address);
      expect(screen.queryByRole("navigation")).toBeNull();
      screen.getByLabelText("Confirm password");
      expect(screen.queryByText("No Reset Token Found")).toBeNull();
      expect(screen.queryByLabelText("Reset token")).toBeNull();
    },
  );

  it.each([
    ["PWD-22 CON-15", "Abcdef1", "Password must be at least 8 characters"],
    ["PWD-23", "abcdefg1", "Password must include at least one uppercase letter"],
    ["PWD-24", "ABCDEFG1", "Password must include at least one lowercase letter"],
    ["PWD-25", "Abcdefgh", "Password must include at least one number"],
  ])("%s the reset form rejects the password %s", async (_, password, sentence) => {
    const { findBodies } = await open();
    fillIn(password);
    submit();
    await screen.findByText(sentence);
    expect(document.activeElement).toBe(screen.getByLabelText("New password"));
    expect(findBodies("/api/reset-password")).toEqual([]);
  });

  it("PWD-26 the reset form rejects two different passwords", async () => {
    const { findBodies } = await open();
    fillIn(strong, `${strong}!`);
    submit();
    await screen.findByText("Passwords do not match");
    expect(findBodies("/api/reset-password")).toEqual([]);
  });

  it("PWD-22 PWD-23 PWD-24 PWD-25 the reset password page shows the password rules before anything is typed", async () => {
    await open();
    expect(
      screen.getByText(
        /^Use at least 8 characters with an uppercase letter, a lowercase letter, and a number\./,
      ),
    ).toBeTruthy();
  });

  it("PWD-20 PWD-22 PWD-27 PWD-28 PWD-32 after a reset, the person is signed in with the new password, and the dashboard opens after 2 seconds", async () => {
    const { findBodies } = await open();
    fillIn("Abcdefg1");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    submit();
    while (localStorage.getItem("session") === null) await new Promise(setImmediate);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: admin.id });
    expect(findBodies("/api/reset-password")).toEqual([{ token: "t-1", newPassword: "Abcdefg1" }]);
    expect(findBodies("/api/login")).toEqual([{ email: admin.email, password: "Abcdefg1" }]);
    await vi.advanceTimersByTimeAsync(1999);
    screen.getByText("Your password has been reset.");
    expect(location.pathname).toBe("/reset-password");
    await vi.advanceTimersByTimeAsync(1);
    expect(location.pathname).toBe("/dashboard");
    vi.useRealTimers();
    await screen.findByRole("navigation", { name: "Main" });
  });

  it.each([
    ["no address is returned", { "POST /api/reset-password": { success: true, message: done.message } }, 0],
    ["a second step is required", { "POST /api/login": { twoFactorRequired: true, challenge: "c" } }, 1],
    ["the sign-in fails", { "POST /api/login": unreachable }, 1],
  ])("PWD-32 after a reset, the sign-in page opens if %s", async (_, responses, signIns) => {
    const { findBodies } = await open(responses);
    fillIn();
    submit();
    await screen.findByText("Sign in with your new password.");
    await waitFor(() => expect(location.pathname).toBe("/login"));
    expect(findBodies("/api/login")).toHaveLength(signIns);
    expect(localStorage.getItem("session")).toBeNull();
  });

  it("PWD-21 PWD-33 without a token, the reset page says so and accepts a typed token or a pasted link", async () => {
    const { findBodies } = await open({ "POST /api/reset-password": problem(400, "No.") }, "/reset-password");
    screen.getByText("No Reset Token Found");
    fillIn();
    fill("Reset token", " t-2 ");
    submit();
    await waitFor(() => expect(findBodies("/api/reset-password")).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Reset Password" }).disabled).toBe(false),
    );
    fill("Reset token", "https://portal.example/reset-password?token=t-3");
    submit();
    await waitFor(() =>
      expect(findBodies("/api/reset-password")).toEqual([
        { token: "t-2", newPassword: strong },
        { token: "t-3", newPassword: strong },
      ]),
    );
  });

  it("PWD-29 PWD-33 submitting the reset form without a token shows Reset Failed and Reset token missing", async () => {
    const { findBodies } = await open({}, "/reset-password");
    fillIn();
    submit();
    const toast = await findToast("Reset Failed");
    expect(toast?.textContent).toContain("Reset token missing");
    expect(toast?.dataset.variant).toBe("destructive");
    expect(document.activeElement).toBe(screen.getByLabelText("Reset token"));
    expect(findBodies("/api/reset-password")).toEqual([]);
  });

  const bare = (status: number, body: string) => () => new Response(body, { status });
  it.each([
    ["PWD-30 the server's message", problem(400, "This link was used."), "This link was used."],
    ["PWD-31 PWD-33 no message", bare(400, '{"success":false}'), "Failed to reset password."],
    ["PWD-31 PWD-33 no network", unreachable, "Failed to reset password."],
    ["PWD-31 PWD-33 a server error", problem(500, "Something broke."), "Failed to reset password."],
  ])("%s: the reset page shows Reset Failed and keeps the entries", async (_, response, text) => {
    await open({ "POST /api/reset-password": response });
    fillIn();
    submit();
    const toast = await findToast("Reset Failed");
    expect(toast?.textContent).toContain(text);
    expect(toast?.dataset.variant).toBe("destructive");
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe(strong);
  });

  it("a password that the server considers too common shows an error below its field", async () => {
    const sentence = "This password is used too often.";
    await open({ "POST /api/reset-password": problem(400, sentence, { newPassword: sentence }) });
    fillIn();
    submit();
    await findToast("Reset Failed");
    const field = screen.getByLabelText("New password");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
  });
});
