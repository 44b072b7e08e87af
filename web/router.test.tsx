import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { navigate } from "wouter/use-browser-location";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { allPages } from "#web/all-pages.ts";
import { getRequiredAction } from "#web/page.ts";
import {
  admin,
  openPortal,
  problem,
  resetBrowser,
  type SentRequest,
  saveTestSession,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";

resetBrowser();

const requestLines = (sent: SentRequest[]) => sent.map(({ method, path }) => `${method} ${path}`);
const storedSession = () => JSON.parse(localStorage.getItem("session") ?? "null");
const findPage = (title: string) => screen.findByRole("heading", { level: 1, name: title });

describe("routing", () => {
  it.each(["/approvals", "/Approvals", "/APPROVALS/", "/approvals/"])(
    "NAV-20 NAV-21 %s opens the approvals page, regardless of letter case and trailing slash",
    async (address) => {
      await openPortal(address, { session: admin });
      expect(await findPage("Approvals")).toBeTruthy();
    },
  );

  it("NAV-17 NAV-18 a path parameter is passed to the page, and an optional parameter can be omitted", async () => {
    const email = {
      id: 7,
      to: "a@b.example",
      subject: "Hello",
      template: "x",
      state: "stored",
      createdAt: "2026-01-05T15:07:00Z",
      sentAt: null,
      lastError: null,
      attempts: 0,
      nextAttemptAt: null,
      secretsRemoved: false,
    };
    const responses = { "GET /api/outbox": [email], "GET /api/outbox/7": { ...email, text: "The text." } };
    const { unmount } = await openPortal("/outbox", { session: admin, responses });
    await findPage("Outbox");
    expect(screen.queryByRole("dialog", { name: "Hello" })).toBeNull();
    unmount();
    await openPortal("/outbox/7", { session: admin, responses });
    await screen.findByRole("dialog", { name: "Hello" });
  });

  it.each(["/nowhere", "/settings-of-no-one", "/approvals/7"])(
    "NF-01 NF-02 NAV-16 %s shows the 404 page",
    async (address) => {
      await openPortal(address, { session: tenant });
      await findPage("404 Page Not Found");
      expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    },
  );

  it("NF-01 signed-out visitors see the 404 page without the layout", async () => {
    await openPortal("/nowhere");
    await findPage("404 Page Not Found");
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(location.pathname).toBe("/nowhere");
  });

  it.each([
    ["/login", "Sign in"],
    ["/register", "Create New Account"],
  ])("NAV-01 NAV-02 %s has no sidebar and no top bar", async (address, title) => {
    await openPortal(address);
    await findPage(title);
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(screen.queryByRole("button", { name: "Search" })).toBeNull();
  });
});

describe("access to pages", () => {
  const paths = allPages
    .filter((page) => getRequiredAction(page) !== undefined)
    .map(({ patterns: [path] }) => path);
  const without = (deniedPaths: string[]) => paths.filter((path) => !deniedPaths.includes(path));

  // The time limit of the tests is for showing the pages.
  beforeAll(() => Promise.all(allPages.map(({ load }) => load())));

  const everyone = [
    "/dashboard",
    "/work-orders/:id?",
    "/documents",
    "/documents/:id",
    "/payments",
    "/profile",
    "/notifications",
    "/profile/notifications",
    "/developers",
  ];
  const tenants = [
    ...everyone,
    "/leases",
    "/leases/:id",
    "/leases/:id/recovery-terms",
    "/leases/:id/operating-expenses/:year",
    "/leases/:id/balance",
    "/leases/:id/statement",
  ];
  const technicians = [...everyone, "/my-day/:id?"];
  const administrators = without(["/my-day/:id?"]);
  const landlords = without([
    "/my-day/:id?",
    "/audit/work-orders/:id",
    "/users/:id?",
    "/posting",
    "/settings/journal-accounts",
    "/settings/export",
    "/settings",
    "/audit",
    "/outbox/:id?",
    "/webhooks",
    "/webhooks/:id",
    "/system",
  ]);

  const technician: SessionUser = { ...admin, role: "maintenance" };
  const landlord: SessionUser = { ...admin, role: "landlord" };
  const pendingTenant: SessionUser = { ...tenant, membership: "pending" };
  const declinedLandlord: SessionUser = { ...landlord, membership: "declined" };
  // The layout saves a technician's work orders. Its notice about the approval requests the configuration.
  it.each([
    ["tenants", tenant, tenants, undefined],
    ["technicians", technician, technicians, "GET /api/my-day"],
    ["landlords", landlord, landlords, undefined],
    ["administrators", admin, administrators, undefined],
    ["tenants waiting for approval", pendingTenant, everyone, "GET /api/config"],
    ["declined landlords", declinedLandlord, everyone, "GET /api/config"],
  ])(
    "%s can open only their pages, and the others show Access Denied and request nothing [ROLE-13, ROLE-15, PROP-15, APR-18, AUN-16, EXP-17, NAV-28]",
    async (_, session, openPaths, requestOfLayout) => {
      const openPage = async (path: string) => {
        act(() => navigate(path.replaceAll(/\/:\w+\?/g, "").replaceAll(/:\w+/g, "1")));
        return (await screen.findByRole("heading", { level: 1 })).textContent;
      };
      const { sent } = await openPortal("/nowhere", { session });
      await findPage("404 Page Not Found");
      await act(() => vi.dynamicImportSettled());
      const before = sent.length;
      for (const path of without(openPaths)) expect(await openPage(path), path).toBe("Access Denied");
      const lines = requestLines(sent.slice(before));
      expect(lines.filter((line) => line !== requestOfLayout)).toEqual([]);
      for (const path of openPaths) expect(await openPage(path), path).not.toBe("Access Denied");
    },
  );

  it("Access Denied has a link to the dashboard [PROP-17]", async () => {
    await openPortal("/properties", { session: tenant });
    await findPage("Access Denied");
    await userEvent.click(screen.getByRole("link", { name: "Return to Dashboard" }));
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  });
});

describe("starting without a saved session", () => {
  it.each(["/", "/dashboard", "/work-orders", "/work-orders/7", "/approvals"])(
    "AUTH-12 AUTH-20 %s redirects to exactly /login without asking the server for the session",
    async (address) => {
      const { sent } = await openPortal(`${address}?x=1`);
      await findPage("Sign in");
      expect(location.pathname + location.search).toBe("/login");
      expect(requestLines(sent)).not.toContain("GET /api/me");
    },
  );
});

describe("starting with a saved session", () => {
  it("AUTH-04 AUTH-05 AUTH-08 a spinner is shown instead of a page until the server responds", async () => {
    let resolve: (response: unknown) => void = () => {};
    const promise = new Promise((fulfill) => {
      resolve = fulfill;
    });
    const { sent } = await openPortal("/approvals", {
      session: admin,
      responses: { "GET /api/me": () => promise },
    });
    expect(screen.getByRole("status").textContent).toContain("Loading");
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(screen.queryByRole("heading")).toBeNull();
    await waitFor(() => expect(requestLines(sent)).toEqual(["GET /api/me"]));
    resolve(admin);
    await findPage("Approvals");
  });

  it.each([401, 403])(
    "AUTH-09 AUTH-10 a %i response clears the saved session without a message",
    async (status) => {
      await openPortal("/approvals", {
        session: admin,
        responses: { "GET /api/me": problem(status, "Sign in to continue.") },
      });
      await findPage("Sign in");
      expect(localStorage.getItem("session")).toBeNull();
      expect(document.querySelector("[data-toast-viewport]")).toBeNull();
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  it.each([
    ["no network", unreachable],
    ["a gateway without a server", () => new Response("Bad gateway", { status: 502 })],
  ])("AUTH-11 AUTH-22 with %s, the saved session is used and a notice is shown", async (_, response) => {
    await openPortal("/dashboard", { session: tenant, responses: { "GET /api/me": response } });
    await screen.findByText("Offline: showing your saved sign-in");
    screen.getByText("Maria Gonzales");
    expect(storedSession()).toMatchObject({ id: tenant.id });
  });

  it("AUTH-11 the offline notice disappears when the server responds again", async () => {
    const { responses } = await openPortal("/dashboard", {
      session: tenant,
      responses: { "GET /api/me": unreachable },
    });
    await screen.findByText("Offline: showing your saved sign-in");
    responses["GET /api/me"] = tenant;
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText("Offline: showing your saved sign-in")).toBeNull());
  });

  it("going offline later shows a notice until the connection is back and keeps the user and the loaded data", async () => {
    const { responses } = await openPortal("/work-orders", {
      session: { ...tenant, membership: "pending" },
      responses: { "GET /api/work-orders": [] },
    });
    await findPage("Work Orders");
    await screen.findByText("Waiting for approval");
    responses["GET /api/me"] = unreachable;
    act(() => void dispatchEvent(new Event("offline")));
    await screen.findByText("Offline: showing the last data loaded");
    await screen.findByText(
      "Your comments and new work orders are saved on this phone and sent when you're back online.",
    );
    screen.getByText("Waiting for approval");
    responses["GET /api/me"] = tenant;
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByText("Offline: showing the last data loaded")).toBeNull());
  });

  it("a single failed request triggers a check of whether the server is reachable", async () => {
    const { responses } = await openPortal("/work-orders", {
      session: tenant,
      responses: { "GET /api/work-orders": [] },
    });
    await findPage("Work Orders");
    responses["GET /api/me"] = unreachable;
    responses["GET /api/documents"] = unreachable;
    fireEvent.click(screen.getByRole("link", { name: "Documents" }));
    await screen.findByText("Offline: showing the last data loaded");
    expect(storedSession()).toMatchObject({ id: tenant.id });
  });

  it.each(["/login", "/register"])(
    "AUTH-13 AUTH-14 AUTH-21 %s redirects signed-in users to the dashboard",
    async (address) => {
      await openPortal(address, { session: admin });
      await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    },
  );

  it("AUTH-15 technicians who open / are sent to the work orders, and other roles stay on that page", async () => {
    const { unmount } = await openPortal("/", { session: { ...admin, role: "maintenance" } });
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
    unmount();
    await openPortal("/", { session: tenant });
    await screen.findByRole("navigation", { name: "Main" });
    expect(location.pathname).toBe("/");
  });

  it("AUTH-01 AUTH-06 the saved session is exactly the user that the server returned", async () => {
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

  it("AUTH-07 a corrupt saved session is ignored", async () => {
    localStorage.setItem("session", '{"id":"x"');
    const { sent } = await openPortal("/dashboard");
    await findPage("Sign in");
    expect(requestLines(sent)).not.toContain("GET /api/me");
  });

  it("API-04 a page that gets a 401 checks the session again and redirects to sign-in only if it has ended", async () => {
    const { responses } = await openPortal("/approvals", {
      session: admin,
      responses: { "GET /api/users": problem(401, "Sign in to continue.") },
    });
    await screen.findByText("Couldn't load the list.");
    expect(location.pathname).toBe("/approvals");
    responses["GET /api/me"] = problem(401, "Sign in to continue.");
    const [again] = screen.getAllByRole("button", { name: "Try again" });
    if (again !== undefined) await userEvent.click(again);
    await findPage("Sign in");
  });

  it("signing out in another tab signs out this tab", async () => {
    await openPortal("/dashboard", { session: tenant });
    await screen.findByRole("navigation", { name: "Main" });
    const { watchSavedSession } = await import("#web/session/saved-session.ts");
    const { followSavedSession } = await import("#web/session/session-store.ts");
    const stop = watchSavedSession(followSavedSession);
    localStorage.removeItem("session");
    act(() => void dispatchEvent(new StorageEvent("storage", { key: "session" })));
    expect(await findPage("Sign in")).toBeTruthy();
    stop();
  });
});

describe("logging out", () => {
  const logOut = async () => userEvent.click(await screen.findByRole("button", { name: "Logout" }));

  it("AUTH-16 AUTH-17 AUTH-18 AUTH-19 NAV-27 logging out clears the saved session without waiting for the server", async () => {
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
    await findPage("Sign in");
    expect(location.pathname).toBe("/login");
    expect(localStorage.getItem("session")).toBeNull();
    expect(localStorage.getItem("draft:2:report")).toBeNull();
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(localStorage.getItem("choice:2:page-size:work-orders")).toBe("25");
    await screen.findByText("Logged Out");
    screen.getByText("You have been successfully logged out");
    expect(requestLines(sent)).toContain("POST /api/logout");
    response({ success: true });
    await waitFor(() => expect(localStorage.getItem("unsent-sign-out")).toBeNull());
  });

  it("AUTH-16 logging out offline says when the server's session will end and ends it once the network is back", async () => {
    const { responses, sent } = await openPortal("/dashboard", {
      session: tenant,
      responses: { "GET /api/me": unreachable, "POST /api/logout": unreachable },
    });
    await screen.findByText("Offline: showing your saved sign-in");
    await logOut();
    await screen.findByText(
      "You have been successfully logged out. You can sign in again, and your session ends on the server, when you're back online.",
    );
    await waitFor(() => expect(localStorage.getItem("unsent-sign-out")).toBe("1"));
    responses["POST /api/logout"] = { success: true };
    const before = requestLines(sent).length;
    dispatchEvent(new Event("online"));
    await waitFor(() => expect(localStorage.getItem("unsent-sign-out")).toBeNull());
    expect(requestLines(sent).slice(before)).toEqual(["POST /api/logout"]);
  });

  it("AUTH-16 after logging out offline, the next start sends the pending sign-out first", async () => {
    const first = await openPortal("/dashboard", {
      session: tenant,
      responses: { "POST /api/logout": unreachable },
    });
    await logOut();
    await findPage("Sign in");
    await waitFor(() => expect(localStorage.getItem("unsent-sign-out")).toBe("1"));
    first.unmount();
    saveTestSession(tenant);
    const { sent } = await openPortal("/dashboard", {
      session: tenant,
      responses: { "POST /api/logout": { success: true } },
    });
    await waitFor(() => expect(requestLines(sent).slice(0, 2)).toEqual(["POST /api/logout", "GET /api/me"]));
    expect(localStorage.getItem("unsent-sign-out")).toBeNull();
  });
});
