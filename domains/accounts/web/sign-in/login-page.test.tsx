import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  publicConfig,
  resetBrowser,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

const open = async (responses: FakeResponses = {}, address = "/login") => {
  const portal = await openPortal(address, { responses });
  await screen.findByRole("heading", { name: "Sign in" });
  const signIns = () => portal.sent.filter(({ path }) => path === "/api/login");
  return { ...portal, signIns };
};
const submit = () => userEvent.click(screen.getByRole("button", { name: "Sign In" }));
const fillIn = async () => {
  await userEvent.type(screen.getByLabelText("Email"), "avery@portal.example");
  await userEvent.type(screen.getByLabelText("Password"), "Portal-Demo-1");
};
const findToast = async (title: string) => (await screen.findByText(title)).closest("li");

describe("the login page", () => {
  it("technicians see My Day after signing in", async () => {
    await open({
      "POST /api/login": { ...admin, role: "maintenance" },
      "GET /api/my-day": { assigned: [], hasMore: false, unassigned: [] },
    });
    await fillIn();
    await submit();
    await waitFor(() => expect(location.pathname).toBe("/my-day"));
  });

  it("LOG-01 LOG-03 LOG-07 LOG-08 the sign-in page has the fields, the tagline, and the link to create an account", async () => {
    await open();
    screen.getByText(/manage work orders, access documents and process payments/i);
    screen.getByLabelText("Email");
    screen.getByLabelText("Password");
    await userEvent.click(screen.getByRole("link", { name: "Create New Account" }));
    await screen.findByRole("heading", { name: "Create New Account" });
    expect(location.pathname).toBe("/register");
  });

  it.each([
    [true, 0],
    [false, 1],
  ])(
    "the sign-in page points to the setup link only while there are no accounts (set up: %s) [LOG-18]",
    async (isSetUp, count) => {
      await open({ "GET /api/config": { ...publicConfig, isSetUp } });
      await waitFor(() => expect(screen.queryAllByText(/This portal isn't set up yet/)).toHaveLength(count));
    },
  );

  it("LOG-06 the sign-in page has no button for work accounts if no provider is set up", async () => {
    await open();
    expect(screen.queryByRole("button", { name: "Sign In with Work Account" })).toBeNull();
  });

  it("LOG-06 the sign-in page shows a message if the portal can't reach the work account provider", async () => {
    await open({
      "GET /api/config": { ...publicConfig, hasWorkAccounts: true },
      "POST /api/login/work-account": problem(503, "We can't reach the service that checks work accounts."),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Sign In with Work Account" }));
    expect(await screen.findByText("We can't reach the service that checks work accounts.")).toBeTruthy();
  });

  it("LOG-02 the sign-in page links to the forgot password page", async () => {
    await open();
    await userEvent.click(screen.getByRole("link", { name: "Forgot Password" }));
    await screen.findByRole("tab", { name: "Email Link" });
    expect(location.pathname).toBe("/forgot-password");
  });

  it("LOG-09 the sign-in page marks missing entries and sends nothing", async () => {
    const { signIns } = await open();
    await submit();
    screen.getByText("Please enter your email");
    screen.getByText("Please enter your password");
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    await userEvent.type(screen.getByLabelText("Email"), "a@b.example");
    await submit();
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
    expect(signIns()).toHaveLength(0);
  });

  it("LOG-10 LOG-11 LOG-12 LOG-13 AUTH-24 signing in stores the session, welcomes the user, and opens the dashboard after 500 ms", async () => {
    const { signIns } = await open({ "POST /api/login": admin });
    await fillIn();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
    while (localStorage.getItem("session") === null) await new Promise(setImmediate);
    expect(JSON.parse(localStorage.getItem("session") ?? "{}")).toMatchObject({ id: 1 });
    expect(signIns().map(({ body }) => body)).toEqual([
      { email: "avery@portal.example", password: "Portal-Demo-1" },
    ]);
    await vi.advanceTimersByTimeAsync(499);
    expect(location.pathname).toBe("/login");
    await vi.advanceTimersByTimeAsync(1);
    expect(location.pathname).toBe("/dashboard");
    vi.useRealTimers();
    expect((await findToast("Login Successful"))?.textContent).toContain("Welcome back, Avery Whitfield!");
    await screen.findByRole("navigation", { name: "Main" });
  });

  it.each([
    ["/work-orders/7?view=board", "/work-orders/7?view=board"],
    ["/", "/dashboard"],
  ])("AUTH-20 after a redirect from %s, signing in opens %s", async (from, to) => {
    await open({ "POST /api/login": admin }, from);
    expect(location.pathname + location.search).toBe("/login");
    await fillIn();
    await submit();
    await waitFor(() => expect(location.pathname + location.search).toBe(to));
  });

  it("signing in doesn't follow an external URL stored in the history entry", async () => {
    await open({ "POST /api/login": admin });
    history.replaceState({ from: "//evil.example/x" }, "", "/login");
    await fillIn();
    await submit();
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  });

  it.each([
    ["LOG-14 a 401", problem(401, "No such account."), "Invalid email or password"],
    ["LOG-15 LOG-16 a 500", problem(500, "The database is broken."), "An error occurred. Please try again."],
    ["LOG-15 LOG-16 no network", unreachable, "An error occurred. Please try again."],
    ["too many attempts", problem(429, "Please wait ten minutes."), "Please wait ten minutes."],
  ])("%s: the sign-in page shows a destructive Login Failed toast", async (_, response, message) => {
    await open({ "POST /api/login": response });
    await fillIn();
    await submit();
    const toast = await findToast("Login Failed");
    expect(toast?.textContent).toContain(message);
    expect(toast?.dataset.variant).toBe("destructive");
    expect(localStorage.getItem("session")).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign In" }).disabled).toBe(false);
  });

  it("AUTH-16 the sign-in page waits for a pending sign-out so that it can't end the new session", async () => {
    localStorage.setItem("unsent-sign-out", "1");
    const { sent } = await open({ "POST /api/login": admin, "POST /api/logout": unreachable });
    await fillIn();
    await submit();
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    const order = sent.map(({ path }) => path).filter((path) => path !== "/api/config");
    expect(order.indexOf("/api/login")).toBeGreaterThan(order.lastIndexOf("/api/logout"));
    expect(localStorage.getItem("unsent-sign-out")).toBeNull();
  });
});

describe("the demo accounts", () => {
  const demo = {
    accounts: ["Admin", "Tenant 1", "Tenant 2", "Test User", "Landlord"].map((label) => ({
      label,
      email: `${label.toLowerCase().replace(" ", "")}@demo.example`,
      password: "Portal-Demo-1",
    })),
  };
  const config = { ...publicConfig, demo };

  it("LOG-04 LOG-05 LOG-18 each demo account has a button that fills in the form and signs in", async () => {
    const { signIns } = await open({ "GET /api/config": config, "POST /api/login": problem(401, "No.") });
    for (const { label } of demo.accounts) await screen.findByRole("button", { name: label });
    await userEvent.click(screen.getByRole("button", { name: "Tenant 2" }));
    await waitFor(() => expect(signIns()).toHaveLength(1));
    expect(signIns()[0]?.body).toEqual({ email: "tenant2@demo.example", password: "Portal-Demo-1" });
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("tenant2@demo.example");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("Portal-Demo-1");
  });

  it("LOG-18 demo accounts are shown in demo mode only", async () => {
    const { sent } = await open();
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/config"));
    expect(screen.queryByText("Demo accounts")).toBeNull();
  });
});
