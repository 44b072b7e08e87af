import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  admin,
  cleanBrowser,
  openPortal,
  problem,
  type Sent,
  saveAsSession,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";

cleanBrowser();

const asked = (sent: Sent[]) => sent.map(({ method, path }) => `${method} ${path}`);
const storedSession = () => JSON.parse(localStorage.getItem("session") ?? "null");
const pageIsHere = (title: string) => screen.findByRole("heading", { level: 1, name: title });

describe("finding the page for an address", () => {
  it.each(["/approvals", "/Approvals", "/APPROVALS/", "/approvals/"])(
    "NAV-20 NAV-21 %s is the approvals page, whatever the letter case or trailing slash",
    async (address) => {
      await openPortal(address, { session: admin });
      expect(await pageIsHere("Approvals")).toBeTruthy();
    },
  );

  it("NAV-17 NAV-18 a parameter is passed to the page, and an optional one may be absent", async () => {
    const mail = {
      id: 7,
      to: "a@b.example",
      subject: "Hello",
      template: "x",
      state: "kept",
      createdAt: "2026-01-05T15:07:00Z",
      sentAt: null,
      lastError: null,
      tries: 0,
      nextTryAt: null,
      isCut: false,
    };
    const responses = { "GET /api/outbox": [mail], "GET /api/outbox/7": { ...mail, text: "The text." } };
    const { unmount } = await openPortal("/outbox", { session: admin, responses });
    await pageIsHere("Outbox");
    expect(screen.queryByRole("dialog", { name: "Hello" })).toBeNull();
    unmount();
    await openPortal("/outbox/7", { session: admin, responses });
    await screen.findByRole("dialog", { name: "Hello" });
  });

  it.each(["/nowhere", "/settings-of-nobody", "/approvals/7"])(
    "NF-01 NF-02 NAV-16 %s is not a page",
    async (address) => {
      await openPortal(address, { session: tenant });
      await pageIsHere("404 Page Not Found");
      expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    },
  );

  it("NF-01 the 404 page has no layout for visitors who are signed out", async () => {
    await openPortal("/nowhere");
    await pageIsHere("404 Page Not Found");
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(location.pathname).toBe("/nowhere");
  });

  it.each([
    ["/login", "Sign in"],
    ["/register", "Create New Account"],
  ])("NAV-01 NAV-02 %s has neither sidebar nor top bar", async (address, title) => {
    await openPortal(address);
    await pageIsHere(title);
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
  });
});

describe("starting without a saved session", () => {
  it.each(["/", "/dashboard", "/work-orders", "/work-orders/7", "/approvals"])(
    "AUTH-12 AUTH-20 %s leads to exactly /login without asking the server for the session",
    async (address) => {
      const { sent } = await openPortal(`${address}?x=1`);
      await pageIsHere("Sign in");
      expect(location.pathname + location.search).toBe("/login");
      expect(asked(sent)).not.toContain("GET /api/me");
    },
  );
});

describe("starting with a saved session", () => {
  it("AUTH-04 AUTH-05 AUTH-08 shows a spinner and no page until the server has answered", async () => {
    let resolve: (response: unknown) => void = () => {};
    const promise = new Promise((settle) => {
      resolve = settle;
    });
    const { sent } = await openPortal("/approvals", {
      session: admin,
      responses: { "GET /api/me": () => promise },
    });
    expect(screen.getByRole("status").textContent).toContain("Loading");
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(screen.queryByRole("heading")).toBeNull();
    await waitFor(() => expect(asked(sent)).toEqual(["GET /api/me"]));
    resolve(admin);
    await pageIsHere("Approvals");
  });

  it.each([401, 403])("AUTH-09 AUTH-10 a %i clears it silently", async (status) => {
    await openPortal("/approvals", {
      session: admin,
      responses: { "GET /api/me": problem(status, "Please sign in.") },
    });
    await pageIsHere("Sign in");
    expect(localStorage.getItem("session")).toBeNull();
    expect(document.querySelector("[data-toast-viewport]")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each([
    ["no network", unreachable],
    ["a gateway without a server", () => new Response("Bad gateway", { status: 502 })],
  ])("AUTH-11 AUTH-22 with %s the saved session is used, with a notice", async (_, response) => {
    await openPortal("/dashboard", { session: tenant, responses: { "GET /api/me": response } });
    await screen.findByText("Offline: showing your saved sign-in");
    screen.getByText("Maria Gonzales");
    expect(storedSession()).toMatchObject({ id: tenant.id });
  });

  it("AUTH-11 when the server answers again the notice goes", async () => {
    const { responses } = await openPortal("/dashboard", {
      session: tenant,
      responses: { "GET /api/me": unreachable },
    });
    await screen.findByText("Offline: showing your saved sign-in");
    responses["GET /api/me"] = tenant;
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText("Offline: showing your saved sign-in")).toBeNull());
  });

  it("going offline later says so at once, keeps the user and what was loaded, and ends with the connection", async () => {
    const { responses } = await openPortal("/work-orders", {
      session: { ...tenant, membership: "pending" },
      responses: { "GET /api/work-orders": [] },
    });
    await pageIsHere("Work Orders");
    await screen.findByText("Waiting for approval");
    responses["GET /api/me"] = unreachable;
    act(() => void dispatchEvent(new Event("offline")));
    await screen.findByText("Offline: showing what was loaded");
    await screen.findByText("What was loaded stays. Nothing can be changed until the connection is back.");
    screen.getByText("Waiting for approval");
    responses["GET /api/me"] = tenant;
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText("Offline: showing what was loaded")).toBeNull());
  });

  it("a call without a response is enough to ask whether the server is there", async () => {
    const { responses } = await openPortal("/work-orders", {
      session: tenant,
      responses: { "GET /api/work-orders": [] },
    });
    await pageIsHere("Work Orders");
    responses["GET /api/me"] = unreachable;
    responses["GET /api/documents"] = unreachable;
    fireEvent.click(screen.getByRole("link", { name: "Documents" }));
    await screen.findByText("Offline: showing what was loaded");
    expect(storedSession()).toMatchObject({ id: tenant.id });
  });

  it.each(["/login", "/register"])("AUTH-13 AUTH-14 AUTH-21 %s opens the dashboard", async (address) => {
    await openPortal(address, { session: admin });
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  });

  it("AUTH-15 maintenance arriving at / is sent to the work orders, others stay", async () => {
    const { unmount } = await openPortal("/", { session: { ...admin, role: "maintenance" } });
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    unmount();
    await openPortal("/", { session: tenant });
    await screen.findByRole("navigation", { name: "Main" });
    expect(location.pathname).toBe("/");
  });

  it("AUTH-01 AUTH-06 stores the user as the server reports it, and nothing else", async () => {
    const renamed = { ...tenant, fullName: "Maria Smith" };
    await openPortal("/dashboard", { session: tenant, responses: { "GET /api/me": renamed } });
    await screen.findByText("Maria Smith");
    expect(storedSession()).toEqual({
      id: 2,
      fullName: "Maria Smith",
      role: "tenant",
      email: tenant.email,
      unitId: 3,
    });
  });

  it("AUTH-07 a damaged saved session is ignored", async () => {
    localStorage.setItem("session", '{"id":"x"');
    const { sent } = await openPortal("/dashboard");
    await pageIsHere("Sign in");
    expect(asked(sent)).not.toContain("GET /api/me");
  });

  it("API-04 a page that gets a 401 asks for the session once more, and leaves only if it is over", async () => {
    const { responses } = await openPortal("/approvals", {
      session: admin,
      responses: { "GET /api/users": problem(401, "Please sign in.") },
    });
    await screen.findByText("The list could not be loaded.");
    expect(location.pathname).toBe("/approvals");
    responses["GET /api/me"] = problem(401, "Please sign in.");
    const [again] = screen.getAllByRole("button", { name: "Try again" });
    if (again !== undefined) await userEvent.click(again);
    await pageIsHere("Sign in");
  });

  it("follows another tab that signs out", async () => {
    await openPortal("/dashboard", { session: tenant });
    await screen.findByRole("navigation", { name: "Main" });
    const { watchSavedSession } = await import("#web/session/saved-session.ts");
    const { followSavedSession } = await import("#web/session/session-store.ts");
    const stop = watchSavedSession(followSavedSession);
    localStorage.removeItem("session");
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "session" })));
    expect(await pageIsHere("Sign in")).toBeTruthy();
    stop();
  });
});

describe("logging out", () => {
  const logOut = async () => userEvent.click(await screen.findByRole("button", { name: "Logout" }));

  it("AUTH-16 AUTH-17 AUTH-18 AUTH-19 NAV-27 clears the stored session and does not wait for the server", async () => {
    localStorage.setItem("draft:2:report", "{}");
    localStorage.setItem("theme", "dark");
    localStorage.setItem("choice:2:page-size:work-orders", "25");
    let response: (value: unknown) => void = () => {};
    const late = new Promise((resolve) => {
      response = resolve;
    });
    const { sent } = await openPortal("/dashboard", {
      session: tenant,
      responses: { "POST /api/logout": () => late },
    });
    await logOut();
    await pageIsHere("Sign in");
    expect(location.pathname).toBe("/login");
    expect(localStorage.getItem("session")).toBeNull();
    expect(localStorage.getItem("draft:2:report")).toBeNull();
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(localStorage.getItem("choice:2:page-size:work-orders")).toBe("25");
    await screen.findByText("Logged Out");
    screen.getByText("You have been successfully logged out");
    expect(asked(sent)).toContain("POST /api/logout");
    response({ success: true });
    await waitFor(() => expect(localStorage.getItem("unsent-sign-out")).toBeNull());
  });

  it("AUTH-16 works without a network; the unsent sign-out is sent first at the next start", async () => {
    const first = await openPortal("/dashboard", {
      session: tenant,
      responses: { "POST /api/logout": unreachable },
    });
    await logOut();
    await pageIsHere("Sign in");
    await waitFor(() => expect(localStorage.getItem("unsent-sign-out")).toBe("1"));
    first.unmount();
    saveAsSession(tenant);
    const { sent } = await openPortal("/dashboard", {
      session: tenant,
      responses: { "POST /api/logout": { success: true } },
    });
    await waitFor(() => expect(asked(sent).slice(0, 2)).toEqual(["POST /api/logout", "GET /api/me"]));
    expect(localStorage.getItem("unsent-sign-out")).toBeNull();
  });
});
