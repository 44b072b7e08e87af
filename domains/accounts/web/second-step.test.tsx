import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  type Answers,
  admin,
  cleanBrowser,
  openPortal,
  problem,
  unreachable,
} from "#web/testing/open-page.tsx";

cleanBrowser();

/** The sign-in page after the right password of a person with two-factor sign-in. */
const open = async (responses: Answers = {}) => {
  const portal = await openPortal("/work-orders", {
    responses: { "POST /api/login": { twoFactorRequired: true, challenge: "c-1" }, ...responses },
  });
  fill(await screen.findByLabelText("Email"), "avery@portal.example");
  fill(screen.getByLabelText("Password"), "Portal-Demo-1");
  press("Sign In");
  const field = await screen.findByLabelText("Code from your app");
  const requests = () =>
    portal.sent.filter(({ path }) => path === "/api/login/second-factor").map(({ body }) => body);
  return { ...portal, requests, field };
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the second step of a sign-in", () => {
  it("there is no session before it; then the session is kept and the page first requested opens", async () => {
    const { requests, field } = await open({ "POST /api/login/second-factor": admin });
    expect(localStorage.getItem("session")).toBeNull();
    expect(document.activeElement).toBe(field);
    press("Sign In");
    await screen.findByText("Please enter the code");
    fill(field, "123 456");
    press("Sign In");
    const toast = (await screen.findByText("Login Successful")).closest("li");
    expect(toast?.textContent).toContain("Welcome back, Avery Whitfield!");
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    expect(requests()).toEqual([{ challenge: "c-1", code: "123456" }]);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: admin.id });
  });

  it("a recovery code is accepted too", async () => {
    const { requests } = await open({ "POST /api/login/second-factor": admin });
    press("Use a recovery code");
    const field = await screen.findByLabelText("Recovery code");
    expect(document.activeElement).toBe(field);
    fill(field, "ABCD-EFGH-2345");
    press("Sign In");
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    expect(requests()).toEqual([{ challenge: "c-1", code: "ABCD-EFGH-2345" }]);
  });

  it.each([
    ["a wrong code", problem(400, "That code is not right."), "That code is not right."],
    ["no network", unreachable, "An error occurred. Please try again."],
  ])("after %s it can be typed again", async (_, response, text) => {
    const { field } = await open({ "POST /api/login/second-factor": response });
    fill(field, "000000");
    press("Sign In");
    const toast = (await screen.findByText("Login Failed")).closest("li");
    expect(toast?.textContent).toContain(text);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(false);
    expect(localStorage.getItem("session")).toBeNull();
  });

  it("an expired challenge leads back to the first step", async () => {
    const { field } = await open({ "POST /api/login/second-factor": problem(401, "Please sign in again.") });
    fill(field, "123456");
    press("Sign In");
    await screen.findByText("Please sign in again.");
    screen.getByLabelText("Password");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(false);
  });
});
