import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

/** The sign-in page after a person with two-factor authentication has entered the correct password. */
const open = async (responses: FakeResponses = {}) => {
  const portal = await openPortal("/work-orders", {
    responses: { "POST /api/login": { twoFactorRequired: true, challenge: "c-1" }, ...responses },
  });
  fill(await screen.findByLabelText("Email"), "avery@portal.example");
  fill(screen.getByLabelText("Password"), "Portal-Demo-1");
  click("Sign In");
  const field = await screen.findByLabelText("Code from your app");
  const requests = () =>
    portal.sent.filter(({ path }) => path === "/api/login/two-factor").map(({ body }) => body);
  return { ...portal, requests, field };
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the second step of a sign-in", () => {
  it("the session is stored and the requested page opens only after the second step", async () => {
    const { requests, field } = await open({ "POST /api/login/two-factor": admin });
    expect(localStorage.getItem("session")).toBeNull();
    expect(document.activeElement).toBe(field);
    click("Sign In");
    await screen.findByText("Please enter the code");
    fill(field, "123 456");
    click("Sign In");
    const toast = (await screen.findByText("Login Successful")).closest("li");
    expect(toast?.textContent).toContain("Welcome back, Avery Whitfield!");
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    expect(requests()).toEqual([{ challenge: "c-1", code: "123456" }]);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: admin.id });
  });

  it("the second step accepts a recovery code", async () => {
    const { requests } = await open({ "POST /api/login/two-factor": admin });
    click("Use a recovery code");
    const field = await screen.findByLabelText("Recovery code");
    expect(document.activeElement).toBe(field);
    fill(field, "ABCD-EFGH-2345");
    click("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    expect(requests()).toEqual([{ challenge: "c-1", code: "ABCD-EFGH-2345" }]);
  });

  it.each([
    ["a wrong code", problem(400, "That code is incorrect."), "That code is incorrect."],
    ["no network", unreachable, "An error occurred. Please try again."],
  ])("after %s, the user can retype the code", async (_, response, text) => {
    const { field } = await open({ "POST /api/login/two-factor": response });
    fill(field, "000000");
    click("Sign In");
    const toast = (await screen.findByText("Login Failed")).closest("li");
    expect(toast?.textContent).toContain(text);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(false);
    expect(localStorage.getItem("session")).toBeNull();
  });

  it("an expired challenge returns the user to the first step", async () => {
    const { field } = await open({ "POST /api/login/two-factor": problem(401, "Please sign in again.") });
    fill(field, "123456");
    click("Sign In");
    await screen.findByText("Please sign in again.");
    screen.getByLabelText("Password");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(false);
  });
});
