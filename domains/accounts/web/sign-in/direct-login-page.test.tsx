import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  publicConfig,
  resetBrowser,
} from "#web/testing/open-page.tsx";

resetBrowser();

const sentResponse = { success: true, message: "Instructions are on their way.", userId: "handle-1" };

const open = async (responses: FakeResponses = {}, address = "/direct-login", state?: unknown) => {
  const portal = await openPortal(address, {
    responses: {
      "POST /api/direct-login": sentResponse,
      "POST /api/direct-login/verify": admin,
      ...responses,
    },
    state,
  });
  await screen.findByRole("heading", { name: "Sign in by email" });
  const findBodies = (path: string) => portal.sent.filter((one) => one.path === path).map(({ body }) => body);
  return { ...portal, findBodies };
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const requestEmail = async (email = "avery@portal.example") => {
  fill(screen.getByLabelText("Email"), email);
  click("Send Link and Code");
  return screen.findByLabelText("Verification code");
};

describe("signing in by email", () => {
  it("LOG-17 opening the sign-in link removes the token from the URL without using it, and the button signs in, even after a reload", async () => {
    const { findBodies, unmount } = await open({}, "/direct-login?token=t-1");
    await screen.findByRole("button", { name: "Sign In" });
    await waitFor(() => expect(location.search).toBe(""));
    expect(findBodies("/api/direct-login/verify")).toEqual([]);
    unmount();
    const reloaded = await open({}, "/direct-login", history.state);
    click("Sign In");
    await screen.findByText("Login Successful");
    expect(reloaded.findBodies("/api/direct-login/verify")).toEqual([{ token: "t-1" }]);
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  });

  it("LOG-17 a used link shows an error, and the user can request another link", async () => {
    const used = problem(400, "This link is no longer valid.");
    await open({ "POST /api/direct-login/verify": used }, "/direct-login?token=t-1");
    click("Sign In");
    const toast = (await screen.findByText("Login Failed")).closest("li");
    expect(toast?.textContent).toContain("This link is no longer valid.");
    click("Request a new link");
    await screen.findByLabelText("Email");
  });

  it("LOG-17 the user can retype a wrong code or request another email", async () => {
    const { responses, findBodies } = await open({
      "POST /api/direct-login/verify": problem(400, "That code is incorrect."),
    });
    fill(await requestEmail(), "111111");
    click("Sign In");
    const toast = (await screen.findByText("Login Failed")).closest("li");
    expect(toast?.textContent).toContain("That code is incorrect.");
    responses["POST /api/direct-login"] = { ...sentResponse, userId: "handle-2" };
    click("Resend");
    await screen.findByText("Resent");
    responses["POST /api/direct-login/verify"] = admin;
    fill(screen.getByLabelText("Verification code"), "222222");
    click("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(findBodies("/api/direct-login/verify")).toEqual([
      { userId: "handle-1", otpCode: "111111" },
      { userId: "handle-2", otpCode: "222222" },
    ]);
  });

  it("the email sign-in form rejects an invalid address", async () => {
    const { findBodies } = await open();
    fill(screen.getByLabelText("Email"), "a@");
    click("Send Link and Code");
    await screen.findByText("Please enter a valid email address");
    expect(findBodies("/api/direct-login")).toEqual([]);
  });

  it("LOG-17 signing in by email opens the second step if the account requires it", async () => {
    const { findBodies } = await open({
      "POST /api/direct-login/verify": { twoFactorRequired: true, challenge: "c-1" },
      "POST /api/login/two-factor": admin,
    });
    fill(await requestEmail(), "123456");
    click("Sign In");
    fill(await screen.findByLabelText("Code from your app"), "654 321");
    click("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(findBodies("/api/login/two-factor")).toEqual([{ challenge: "c-1", code: "654321" }]);
  });

  it("without an email server, signing in by email isn't offered", async () => {
    await openPortal("/direct-login", {
      responses: { "GET /api/config": { ...publicConfig, sendsEmails: false } },
    });
    await screen.findByText(
      "This portal doesn't send emails yet. Ask your property manager to get you a link from an administrator.",
    );
    expect(screen.queryByRole("button", { name: "Send Link and Code" })).toBeNull();
    fireEvent.click(screen.getByRole("link", { name: "Sign in with a password" }));
    await screen.findByRole("button", { name: "Sign In" });
    await waitFor(() => expect(screen.queryByRole("link", { name: "Sign in by email" })).toBeNull());
  });

  it("LOG-06 LOG-17 AUTH-20 signing in by email from the sign-in page opens the page originally requested", async () => {
    const { sent } = await openPortal("/work-orders/7", {
      responses: { "POST /api/direct-login": sentResponse, "POST /api/direct-login/verify": admin },
    });
    fireEvent.click(await screen.findByRole("link", { name: "Sign in by email" }));
    await screen.findByRole("heading", { name: "Sign in by email" });
    expect(location.pathname).toBe("/direct-login");
    expect(screen.queryByRole("navigation")).toBeNull();
    fill(await requestEmail(), "123 456");
    click("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/work-orders/7"));
    const posted = sent.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
    expect(posted).toEqual([
      ["/api/direct-login", { email: "avery@portal.example" }],
      ["/api/direct-login/verify", { userId: "handle-1", otpCode: "123456" }],
    ]);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: admin.id });
  });
});
