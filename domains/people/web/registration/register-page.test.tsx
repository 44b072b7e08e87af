import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { deriveUsername } from "#domains/people/username.ts";
import {
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

const pending = ({ body }: SentRequest): SessionUser => ({
  ...tenant,
  ...(body as { fullName: string; role: SessionUser["role"] }),
  unitId: null,
  membership: "pending",
});

const open = async (responses: FakeResponses = {}, address = "/register") => {
  const portal = await openPortal(address, { responses: { "POST /api/register": pending, ...responses } });
  await screen.findByLabelText("Full name");
  return {
    ...portal,
    bodies: () => portal.sent.filter(({ path }) => path === "/api/register").map(({ body }) => body),
  };
};
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
  await userEvent.tab();
};
const fillIn = async () => {
  await type("Full name", "Jo Park");
  await type("Email", "jo.park@firm.example");
  await type("Password", "secret");
};
const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create Account" });
const submitForm = async () => {
  await waitFor(() => expect(submit().disabled).toBe(false));
  await userEvent.click(submit());
};
const options = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);

describe("the registration form", () => {
  it("REG-03 the registration form explains what happens if no units are offered", async () => {
    await open({ "GET /api/registration-units": [] });
    expect(await screen.findByText(/An administrator will assign yours when approving you/)).toBeTruthy();
  });

  it("REG-08 the registration form shows the password rules before anything is typed and recommends the stronger ones", async () => {
    await open();
    expect(
      screen.getByText(
        "Use at least 6 characters and avoid common passwords. We recommend 8 or more, with uppercase and lowercase letters and a number.",
      ),
    ).toBeTruthy();
  });

  it("REG-01 REG-02 REG-12 the registration form offers Tenant first and then Maintenance Staff", async () => {
    await open();
    for (const label of ["Username", "Password", "Full name", "Email"]) screen.getByLabelText(label);
    expect(options("Role")).toEqual([
      ["tenant", "Tenant"],
      ["maintenance", "Maintenance Staff"],
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>("Role").value).toBe("tenant");
  });

  it("REG-03 REG-04 the registration form offers the server's units to tenants and none to maintenance staff", async () => {
    await open();
    await screen.findByRole("option", { name: "Unit 12" });
    expect(options("Associated Unit").map(([value]) => value)).toEqual([
      "",
      ..."3 4 5 6 7 8 9 10 11 12".split(" "),
    ]);
    await userEvent.selectOptions(screen.getByLabelText("Role"), "maintenance");
    expect(screen.queryByLabelText("Associated Unit")).toBeNull();
  });

  it.each([
    ["REG-06", "Username", "ab", "abc", "Username must be at least 3 characters"],
    ["REG-06", "Username", "ab", "", "Username must be at least 3 characters"],
    ["REG-08", "Password", "12345", "123456", "Password must be at least 6 characters"],
    ["REG-09", "Full name", "J", "Jo", "Full name is required"],
    ["REG-10", "Email", "a@", "a@b.example", "Please enter a valid email"],
  ])("%s %s: %j is rejected and %j is accepted", async (_, label, wrong, right, message) => {
    await open();
    await type(label, wrong);
    await screen.findByText(message);
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
    await type(label, right);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it("REG-05 the registration form can be submitted only when valid", async () => {
    await open();
    expect(submit().disabled).toBe(true);
    await fillIn();
    await waitFor(() => expect(submit().disabled).toBe(false));
    await type("Password", "short");
    await waitFor(() => expect(submit().disabled).toBe(true));
  });
});

describe("registering", () => {
  it("REG-07 REG-11 REG-14 REG-15 REG-16 REG-18 registering as a tenant sends the requested unit and opens the dashboard", async () => {
    const { bodies } = await open();
    await screen.findByRole("option", { name: "Unit 5" });
    await userEvent.selectOptions(screen.getByLabelText("Associated Unit"), "5");
    await fillIn();
    await submitForm();
    await screen.findByText("Registration Successful");
    screen.getByText("Welcome, Jo Park!");
    expect(location.pathname).toBe("/dashboard");
    expect(bodies()).toEqual([
      {
        username: "jo.park",
        password: "secret",
        fullName: "Jo Park",
        email: "jo.park@firm.example",
        role: "tenant",
        unitId: 5,
      },
    ]);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({
      fullName: "Jo Park",
      role: "tenant",
    });
  });

  it("REG-13 AUTH-23 registering as maintenance staff doesn't send a unit selected earlier and opens the work orders", async () => {
    const { bodies } = await open();
    await screen.findByRole("option", { name: "Unit 5" });
    await userEvent.selectOptions(screen.getByLabelText("Associated Unit"), "5");
    await userEvent.selectOptions(screen.getByLabelText("Role"), "maintenance");
    await fillIn();
    await submitForm();
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    expect(bodies()[0]).toMatchObject({ role: "maintenance", unitId: null });
    await screen.findByRole("navigation", { name: "Main" });
    expect(location.pathname).toBe("/work-orders");
  });

  it.each([
    [
      "with the server's message",
      problem(409, "This email has an account.", { email: "This email has an account." }),
      "This email has an account.",
    ],
    ["without one", unreachable, "Failed to create an account"],
    ["after a server error", problem(500, "The disk is gone."), "Failed to create an account"],
  ])("REG-17 REG-19 the registration form shows a failed registration %s", async (_, response, message) => {
    await open({ "POST /api/register": response });
    await fillIn();
    await submitForm();
    const toast = (await screen.findByText("Registration Failed")).closest("li");
    expect(toast?.textContent).toContain(message);
    expect(toast?.dataset.variant).toBe("destructive");
    screen.getByText("Registration failed: Please check your information and try again.");
    expect(localStorage.getItem("session")).toBeNull();
    expect(location.pathname).toBe("/register");
  });

  it("REG-07 a username derived from the email gets a number if it's taken, but one entered by the person doesn't", async () => {
    const taken = problem(409, "This username is taken.", { username: "This username is taken." });
    const response = (sent: SentRequest) =>
      (sent.body as { username: string }).username === "jo.park" ? taken() : pending(sent);
    const { bodies } = await open({ "POST /api/register": response });
    await fillIn();
    await type("Username", "jo.park");
    await submitForm();
    await screen.findAllByText("This username is taken.");
    expect(bodies()).toHaveLength(1);
    await type("Username", "");
    await submitForm();
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(bodies().at(-1)).toMatchObject({ username: expect.stringMatching(/^jo\.park\d+$/) });
  });
});

describe("deriving a username from an email", () => {
  it.each([
    ["jo.park@firm.example", "jo.park"],
    ["J@firm.example", "juser"],
    ["Zoë+Bills@firm.example", "zoebills"],
    ["李@firm.example", "user"],
  ])("REG-07 the email %s becomes the username %s", (email, username) => {
    expect(deriveUsername(email)).toBe(username);
  });
});
