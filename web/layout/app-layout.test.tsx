import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { admin, openPortal, problem, publicConfig, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { pendingPerson } from "#web/testing/person.ts";

resetBrowser();

const open = async (session: SessionUser, responses = {}) => {
  const portal = await openPortal("/dashboard", { session, responses });
  const nav = await screen.findByRole("navigation", { name: "Main" });
  return {
    ...portal,
    nav,
    links: () =>
      within(nav)
        .getAllByRole("link")
        .map((link) => link.textContent.replace(/\d+$/, "")),
  };
};

const management = [
  "Properties",
  "Add Property",
  "Add Unit",
  "Leases",
  "Companies",
  "Dispatch rules",
  "Bills",
  "Reports",
  "Import",
] as const;

describe("the sidebar", () => {
  it.each([
    ["tenant", ["Dashboard", "Work Orders", "Documents", "Payments"], []],
    ["maintenance", ["My Day", "Dashboard", "Work Orders", "Documents", "Payments"], []],
    [
      "landlord",
      ["Dashboard", "Work Orders", "Documents", "Payments", "Approvals", ...management],
      ["Property Management"],
    ],
    [
      "admin",
      [
        "Dashboard",
        "Work Orders",
        "Documents",
        "Payments",
        "Approvals",
        ...management,
        "Manage Users",
        "Charge Posting",
        "Settings",
        "Audit log",
        "Outbox",
        "Webhooks",
        "System",
      ],
      ["Property Management", "Admin"],
    ],
  ] as const)(
    "ROLE-11 ROLE-12 ROLE-13 NAV-23 NAV-24 NAV-25 %s sees the sidebar entries for their role and no empty section",
    async (role, entries, sections) => {
      const { nav, links } = await open({ ...admin, role });
      expect(links()).toEqual(entries);
      expect(
        within(nav)
          .queryAllByRole("heading")
          .map((heading) => heading.textContent),
      ).toEqual(sections);
    },
  );

  it("a landlord awaiting approval doesn't see Approvals in the sidebar", async () => {
    const { links } = await open({ ...admin, role: "landlord", membership: "pending" });
    expect(links()).toEqual(["Dashboard", "Work Orders", "Documents", "Payments"]);
  });

  it("NAV-22 NAV-26 the sidebar has a title, and its footer shows the signed-in user", async () => {
    await open(tenant);
    const sidebar = screen.getByRole("complementary", { name: "Sidebar" });
    await within(sidebar).findByText("Property Management Portal");
    within(sidebar).getByText("M");
    expect(within(sidebar).getByText("Maria Gonzales")).toBeTruthy();
    expect(within(sidebar).getByText("Tenant")).toBeTruthy();
  });

  it("the sidebar shows the organization's name and logo", async () => {
    const config = { ...publicConfig, name: "Harbor Homes", logo: "/api/settings/logo?v=1a2b" };
    await open(tenant, { "GET /api/config": config });
    const sidebar = screen.getByRole("complementary", { name: "Sidebar" });
    const home = await within(sidebar).findByRole("link", { name: "Harbor Homes" });
    expect(home.querySelector("img")?.getAttribute("src")).toBe("/api/settings/logo?v=1a2b");
    expect(within(sidebar).queryByText("Property Management Portal")).toBeNull();
  });

  it("NAV-26 NAV-31 accessible names include everything that is visible: the role, and the count as displayed", async () => {
    await open(tenant, { "GET /api/notifications": { unread: 100, items: [] } });
    expect(screen.getByRole("button", { name: /^User menu of\s?Maria Gonzales\s?Tenant$/ })).toBeTruthy();
    const bell = await screen.findByRole("button", { name: "Notifications, 99+ unread" });
    expect(bell.textContent).toBe("99+");
  });

  it("the sidebar counts open work orders and people awaiting approval", async () => {
    const { nav, sent } = await open(admin, { "GET /api/users": [pendingPerson] });
    await within(nav).findByText("14");
    const described = (name: string) =>
      within(nav).getByRole("link", { name }).getAttribute("aria-description");
    expect(described("Work Orders")).toBe("14 open");
    await waitFor(() => expect(described("Approvals")).toBe("1 waiting"));
    expect(sent.map(({ path }) => path)).toContain("/api/users?state=pending&page=1&pageSize=50");
  });

  it("the sidebar collapses to icons, keeps their accessible names, and remembers its state", async () => {
    const { unmount } = await open(tenant);
    await userEvent.click(screen.getByRole("button", { name: "Collapse sidebar" }));
    screen.getByRole("link", { name: "Work Orders" });
    unmount();
    await open(tenant);
    expect(screen.getByRole("button", { name: "Expand sidebar" })).toBeTruthy();
  });

  it("NAV-30 the top bar opens and closes the drawer, and Escape closes it and returns focus", async () => {
    await open(tenant);
    const toggle = screen.getByRole("button", { name: "Open sidebar" });
    await userEvent.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement?.textContent).toContain("Dashboard");
    expect(screen.getByRole("main", { hidden: true }).hasAttribute("inert")).toBe(true);
    await userEvent.keyboard("{Escape}");
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(toggle);
    await userEvent.click(toggle);
    await userEvent.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("false");
  });

  it("the Back button closes the drawer, returns focus, and stays on the page", async () => {
    await open(tenant);
    const toggle = screen.getByRole("button", { name: "Open sidebar" });
    await userEvent.click(toggle);
    await waitFor(() => expect(history.state?.layers).toBe(1));
    history.back();
    await waitFor(() => expect(toggle.getAttribute("aria-expanded")).toBe("false"));
    expect(location.pathname).toBe("/dashboard");
    expect(document.activeElement).toBe(toggle);
  });

  it("the Back button on a page opened from the drawer returns to the page below the drawer", async () => {
    const { nav } = await open(tenant);
    await userEvent.click(screen.getByRole("button", { name: "Open sidebar" }));
    await waitFor(() => expect(history.state?.layers).toBe(1));
    await userEvent.click(within(nav).getByRole("link", { name: "Payments" }));
    expect(location.pathname).toBe("/payments");
    history.back();
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    await waitFor(() => expect(history.state?.layers ?? 0).toBe(0));
    expect(screen.getByRole("button", { name: "Open sidebar" }).getAttribute("aria-expanded")).toBe("false");
  });

  it("THM-01 THM-02 the user menu changes the theme", async () => {
    await open(tenant);
    await userEvent.click(screen.getByRole("button", { name: /^User menu of\s?Maria Gonzales\s?Tenant$/ }));
    expect(screen.getByRole("menuitemradio", { name: "System" }).getAttribute("aria-checked")).toBe("true");
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Dark" }));
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(document.documentElement.classList.contains("dark")).toBe(true);
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Light" }));
    expect(document.documentElement.classList.contains("dark")).toBe(false);
  });
});

describe("the density", () => {
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole("button", { name: /^User menu/ }));
    await userEvent.click(screen.getByRole("menuitemradio", { name }));
  };
  const applied = () => document.documentElement.dataset.density;

  it("landlords and admins start with compact density and everyone else with comfortable density, which applies before the first paint", async () => {
    await open({ ...admin, role: "landlord" });
    expect([applied(), localStorage.getItem("density")]).toEqual(["compact", "compact"]);
    cleanup();
    await open(tenant);
    expect([applied(), localStorage.getItem("density")]).toEqual(["comfortable", "comfortable"]);
    cleanup();
    await open({ ...tenant, density: "compact" });
    expect(applied()).toBe("compact");
  });

  it("the user menu applies a density immediately and saves it in the account", async () => {
    const { sent } = await open(tenant, { "PATCH /api/me": { ...tenant, density: "compact" } });
    await choose("Compact");
    expect(applied()).toBe("compact");
    await waitFor(() =>
      expect(screen.getByRole("menuitemradio", { name: "Compact" }).getAttribute("aria-checked")).toBe(
        "true",
      ),
    );
    expect(sent.find(({ method }) => method === "PATCH")?.body).toEqual({ density: "compact" });
  });

  it("the earlier density is restored if the new one can't be saved", async () => {
    await open(tenant, { "PATCH /api/me": problem(500, "No.") });
    await choose("Compact");
    await screen.findByText("Error");
    expect(applied()).toBe("comfortable");
  });
});

describe("the bottom bar on phones", () => {
  const bar = () => within(screen.getByRole("navigation", { name: "Shortcuts" }));
  const words = () =>
    [...bar().getAllByRole("link"), bar().getByRole("button")].map((one) => one.textContent);

  it("the phone's bottom bar has home, work, reporting, payments for tenants or documents for others, and More", async () => {
    await open(tenant);
    expect(words()).toEqual(["Home", "Work", "Report", "Pay", "More"]);
    expect(bar().getByRole("link", { name: "Home" }).getAttribute("aria-current")).toBe("page");
    cleanup();
    await open(admin);
    expect(words()).toEqual(["Home", "Work", "New", "Documents", "More"]);
    cleanup();
    await open({ ...admin, role: "maintenance" });
    expect(words()).toEqual(["My Day", "Work", "New", "Documents", "More"]);
  });

  it("the plus button opens the report form and is marked as the current entry, and More opens the sidebar", async () => {
    await open(tenant);
    await userEvent.click(bar().getByRole("link", { name: "Report a problem" }));
    await screen.findByRole("button", { name: "Submit Work Order" });
    expect(bar().getByRole("link", { current: "page" }).textContent).toBe("Report");
    await userEvent.click(bar().getByRole("button", { name: "More" }));
    expect(bar().getByRole("button", { name: "More" }).getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("button", { name: "Close sidebar" })).toBeTruthy();
  });
});

describe("the top bar", () => {
  it("NAV-31 the bell counts and lists notifications and marks them as read", async () => {
    const item = (id: number, readAt: string | null, documentId: number | null = null) => ({
      id,
      kind: "x",
      text: `Event ${id}`,
      link: documentId === null ? "/work-orders/42" : `/documents/${documentId}`,
      createdAt: "2026-01-05T15:07:00Z",
      readAt,
    });
    const { sent, responses } = await open(tenant, {
      "GET /api/notifications": {
        unread: 2,
        items: [item(9, null), item(8, null, 5), item(7, "2026-01-06T00:00:00Z")],
      },
      "POST /api/notifications/read": { success: true },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
    const panel = screen.getByRole("dialog", { name: "Notifications" });
    expect(within(panel).getAllByRole("listitem")).toHaveLength(3);
    within(panel).getAllByText("Jan 5, 3:07 PM");
    expect(
      within(panel)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/work-orders/42", "/documents/5", "/work-orders/42", "/notifications"]);
    responses["GET /api/notifications"] = { unread: 0, items: [] };
    await userEvent.click(within(panel).getByRole("button", { name: "Mark all as read" }));
    await screen.findByRole("button", { name: "Notifications" });
    expect(sent.find(({ path }) => path === "/api/notifications/read")?.body).toEqual({ upTo: 9 });
  });
});

describe("navigation", () => {
  const openAt = async (address: string) => {
    const scrolled = vi.fn<(x: number, y: number) => void>();
    vi.stubGlobal("scrollTo", scrolled);
    await openPortal(address, { session: admin });
    const link = (await screen.findByRole("navigation", { name: "Main" })).querySelector("a");
    link?.focus();
    return { scrolled, link, goTo: (next: string) => act(() => history.pushState(null, "", next)) };
  };
  const main = () => screen.getByRole("main");

  it.each([
    ["/leases", "/leases/7"],
    ["/leases/7", "/leases/7/balance"],
    ["/profile", "/profile/notifications"],
  ])(
    "going from %s to %s opens the page at its top with focus, and going back doesn't scroll",
    async (from, to) => {
      const { scrolled, link, goTo } = await openAt(from);
      goTo(to);
      expect(document.activeElement).toBe(main());
      expect(scrolled.mock.calls).toEqual([[0, 0]]);
      link?.focus();
      history.back();
      await waitFor(() => expect(document.activeElement).toBe(main()));
      expect(location.pathname).toBe(from);
      expect(scrolled).toHaveBeenCalledOnce();
      goTo(to);
      expect(scrolled).toHaveBeenCalledTimes(2);
    },
  );

  it.each(["/users/30", "/work-orders/7/edit"])(
    "opening the dialog %s neither scrolls the page nor moves focus",
    async (address) => {
      const { scrolled, goTo } = await openAt(`/${address.split("/")[1]}`);
      goTo(address);
      expect(document.activeElement?.tagName).not.toBe("MAIN");
      expect(scrolled).not.toHaveBeenCalled();
    },
  );
});

describe("notices", () => {
  it("REG-21 a person awaiting approval sees a notice and can have the confirmation email resent", async () => {
    const { sent } = await open(
      { ...tenant, membership: "pending", emailConfirmed: false },
      { "POST /api/confirm-address/resend": { success: true } },
    );
    await screen.findByText("Waiting for approval");
    await userEvent.click(screen.getByRole("button", { name: "Resend link" }));
    await screen.findByText("Email Sent");
    expect(sent.map(({ path }) => path)).toContain("/api/confirm-address/resend");
  });

  it("REG-21 a person who registered without a unit can select one if units are offered", async () => {
    const unitless: SessionUser = { ...tenant, membership: "pending", unitId: null };
    const { sent } = await open(unitless, { "POST /api/me/access-request": { ...unitless, unitId: 4 } });
    await screen.findByText(/assigns your unit/);
    await screen.findByRole("option", { name: "Unit 4" });
    await userEvent.selectOptions(screen.getByLabelText("Associated Unit"), "4");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText(/Until your landlord confirms your unit/);
    expect(sent.find(({ path }) => path === "/api/me/access-request")?.body).toEqual({ unitId: 4 });
    expect(screen.queryByLabelText("Associated Unit")).toBeNull();
  });

  it("REG-21 a person isn't asked for a unit if no units are offered", async () => {
    const { sent } = await open(
      { ...tenant, membership: "pending", unitId: null },
      { "GET /api/registration-units": [] },
    );
    await screen.findByText(/once an administrator approves you/);
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain("/api/registration-units"));
    expect(screen.queryByLabelText("Associated Unit")).toBeNull();
  });

  it("REG-21 a declined person sees the reason and can request access again", async () => {
    const declined: SessionUser = { ...tenant, membership: "declined", declineReason: "We don't know you." };
    const { sent } = await open(declined, {
      "POST /api/me/access-request": { ...tenant, membership: "pending" },
    });
    await screen.findByText("Reason: We don't know you.");
    await screen.findByRole("option", { name: "Unit 4" });
    await userEvent.selectOptions(screen.getByLabelText("Associated Unit"), "4");
    await userEvent.click(screen.getByRole("button", { name: "Request Again" }));
    await screen.findByText("Waiting for approval");
    expect(sent.find(({ path }) => path === "/api/me/access-request")?.body).toEqual({ unitId: 4 });
  });
});
