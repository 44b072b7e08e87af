import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import type { SearchHit } from "#domains/search/contract.ts";
import { allPages } from "#web/all-pages.ts";
import { findMatchingOptions, toHitOption } from "#web/layout/palette-options.tsx";
import { admin, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";

resetBrowser();
// Imported before the first test, which would otherwise have to wait for them on a busy machine.
beforeAll(async () => {
  await Promise.all([
    import("#web/router.tsx"),
    import("#web/layout/app-layout.tsx"),
    import("#web/layout/search-palette.tsx"),
    import("#domains/dashboard/web/dashboard-page.tsx"),
    import("#domains/work-orders/web/work-orders-page.tsx"),
  ]);
}, 120_000);

const landlord: SessionUser = { ...admin, id: 5, role: "landlord" };
const technician: SessionUser = { ...admin, id: 6, role: "maintenance" };

const hit = (
  kind: SearchHit["kind"],
  id: number,
  title: string,
  fields: Partial<SearchHit> = {},
): SearchHit => ({
  kind,
  id,
  title,
  detail: "Somewhere",
  status: null,
  person: null,
  ...fields,
});
const leak = hit("work-order", 42, "Water drips", { status: "in_progress" });
const searchResult = (hits: SearchHit[], slowTypes: string[] = []) => ({
  hits,
  counts: [],
  unanswered: slowTypes,
});

const open = async (session: SessionUser, responses = {}, path = "/dashboard") => {
  const portal = await openPortal(path, {
    session,
    responses: { "GET /api/search/records": [], ...responses },
  });
  await screen.findByRole("button", { name: "Search" });
  return portal;
};
const openPalette = async () => {
  await userEvent.keyboard("/");
  return screen.findByRole("combobox", { name: "Search" });
};
const type = async (box: HTMLElement, text: string) => {
  box.focus();
  await userEvent.paste(text);
};
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const selectedOption = () => screen.getByRole("option", { selected: true }).textContent;
const group = (name: string) =>
  within(screen.getByRole("group", { name }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
const searchPaths = (sent: { path: string }[]) =>
  sent.map(({ path }) => path).filter((path) => path.startsWith("/api/search?"));

describe("search", () => {
  it("NAV-29 NAV-31 a shortcut opens the search, which finds a work order, and Enter opens it", async () => {
    const { sent } = await open(admin, { "GET /api/search": searchResult([leak]) });
    const box = await openPalette();
    await type(box, "wat");
    const option = await screen.findByRole("option", { name: /Water drips/ });
    expect(within(option).getByText("In Progress")).toBeTruthy();
    expect(searchPaths(sent)).toEqual(["/api/search?q=wat"]);
    expect(box.getAttribute("aria-activedescendant")).toBe(option.id);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/work-orders/42"));
    expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull();
  });

  it("NAV-31 search results are grouped by type, and their count is announced", async () => {
    const person = { role: "tenant", propertyId: 7 } as const;
    const payment = hit("payment", 4, "Rent, $10.00", { status: "completed" });
    const hits = [leak, hit("person", 9, "Tessa Tenant", { status: "pending", person }), payment];
    await open(landlord, { "GET /api/search": searchResult(hits) });
    await type(await openPalette(), "xyz");
    await screen.findByText("Found: Work orders 1, People 1, Payments 1.");
    expect(screen.getAllByRole("group").map((one) => one.getAttribute("aria-label"))).toEqual([
      "Work orders",
      "People",
      "Payments",
    ]);
    expect(group("People")).toEqual(["Tessa TenantTenant · Somewhere · Waiting for approval"]);
  });

  it("NAV-31 a type with more matches than are listed shows its total and a link to its list", async () => {
    const result = searchResult([leak, hit("payment", 4, "Rent, $10.00")]);
    const counts = [{ kind: "payment", count: 8 }];
    await open(landlord, { "GET /api/search": { ...result, counts } });
    await type(await openPalette(), "$10.00");
    await screen.findByText("Found: Work orders 1, Payments 8.");
    expect(group("Payments")).toEqual(["Rent, $10.00Somewhere", "View all 8 payments"]);
    await userEvent.click(screen.getByRole("option", { name: "View all 8 payments" }));
    expect(location.pathname + location.search).toBe("/payments?q=%2410.00");
  });

  it("NAV-31 results link to their page, and for landlords, people link to their property", () => {
    const person = (propertyId: number | null) => ({ person: { role: "tenant" as const, propertyId } });
    const pages: [SearchHit, string][] = [
      [leak, "/work-orders/42"],
      [hit("document", 3, "Lease"), "/documents/3"],
      [hit("property", 7, "Harbor House"), "/properties/7"],
      [hit("unit", 8, "Unit 101"), "/units/8"],
      [hit("lease", 5, "Kestrel & Co"), "/leases/5"],
      [hit("company", 6, "Kestrel & Co"), "/companies/6"],
      [hit("person", 9, "Tessa", person(7)), "/properties/7?tab=people"],
      [hit("person", 9, "Tessa", person(null)), "/users/9"],
      [hit("payment", 4, "Rent"), "/payments?payment=4"],
    ];
    for (const [one, href] of pages)
      expect(toHitOption(one).outcome).toEqual({ href, record: `${one.kind}-${one.id}` });
  });

  it("NAV-31 arrow keys wrap around, Home and End jump to the ends, and Escape closes the search and returns focus", async () => {
    await open(tenant, { "GET /api/search": searchResult([leak, hit("document", 3, "Watermark")]) });
    const button = screen.getByRole("button", { name: "Search" });
    await userEvent.click(button);
    await type(await screen.findByRole("combobox", { name: "Search" }), "wat");
    await screen.findByRole("option", { name: /Watermark/ });
    expect(selectedOption()).toMatch(/Water drips/);
    await userEvent.keyboard("{ArrowUp}");
    expect(selectedOption()).toMatch(/Watermark/);
    await userEvent.keyboard("{ArrowDown}");
    expect(selectedOption()).toMatch(/Water drips/);
    await userEvent.keyboard("{End}");
    expect(selectedOption()).toMatch(/Watermark/);
    await userEvent.keyboard("{Home}");
    expect(selectedOption()).toMatch(/Water drips/);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it("NAV-31 going back from the search stays on the page, and going back from an opened result returns to the page below the search", async () => {
    await open(admin, { "GET /api/search": searchResult([leak]) });
    await openPalette();
    await waitFor(() => expect(history.state?.layers).toBe(1));
    history.back();
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull());
    expect(location.pathname).toBe("/dashboard");
    await type(await openPalette(), "wat");
    await screen.findByRole("option", { name: /Water drips/ });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/work-orders/42"));
    history.back();
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    await waitFor(() => expect(history.state?.layers ?? 0).toBe(0));
    expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull();
  });

  it("NAV-31 pressing Enter right after typing opens a result for the new text, not the previous one", async () => {
    const responses = {
      "GET /api/search": ({ path }: { path: string }) =>
        searchResult([path.endsWith("q=nova") ? hit("document", 3, "Nova") : leak]),
    };
    await open(tenant, responses);
    const box = await openPalette();
    await type(box, "old");
    await screen.findByRole("option", { name: /Water drips/ });
    await userEvent.clear(box);
    await type(box, "nova");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/documents/3"));
  });

  it("NAV-31 a note names any type that couldn't be searched", async () => {
    await open(admin, { "GET /api/search": searchResult([leak], ["document"]) });
    await type(await openPalette(), "water");
    expect(await screen.findByText("Searching documents took too long. Please try again.")).toBeTruthy();
  });

  it("NAV-31 a search without results and a failed search each show a message", async () => {
    const { responses } = await open(admin, { "GET /api/search": searchResult([]) });
    const box = await openPalette();
    await type(box, "zzz");
    expect(await screen.findByText("No results for “zzz”")).toBeTruthy();
    responses["GET /api/search"] = problem(503, "Too slow.");
    await type(box, "q");
    expect(await screen.findByText("Search failed. Please try again.")).toBeTruthy();
  });
});

describe("actions", () => {
  it.each([
    [tenant, ["New work order", "Pay rent", "Upload a document", "Sign out"]],
    [technician, ["New work order", "Upload a document", "Sign out"]],
    [
      landlord,
      [
        "New work order",
        "Upload a document",
        "Invite someone",
        "Add a property",
        "Add a unit",
        "New lease",
        "Sign out",
      ],
    ],
    [{ ...tenant, membership: "pending" } as SessionUser, ["New work order", "Sign out"]],
  ])("NAV-31 the palette offers only actions that the user can perform", async (user, labels) => {
    await open(user);
    await openPalette();
    expect(group("Actions")).toEqual(labels);
  });

  it("NAV-31 actions can be found by synonyms and open a form, open a dialog, or sign out", async () => {
    await open(landlord, {
      "GET /api/search": searchResult([]),
      "GET /api/buildings": [],
      "POST /api/logout": { success: true },
    });
    await type(await openPalette(), "tenancy new");
    await screen.findByRole("option", { name: "New lease" });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/leases/new"));
    await type(await openPalette(), "invite");
    await screen.findByRole("option", { name: "Invite someone" });
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: /^Invite/ });
    await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await type(await openPalette(), "logout");
    await screen.findByRole("option", { name: "Sign out" });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/login"));
    expect(localStorage.getItem("session")).toBeNull();
  });

  it("NAV-31 actions come before results: exact names first, then names with the words, then other words", async () => {
    await open(landlord, { "GET /api/search": searchResult([leak]) });
    const box = await openPalette();
    await type(box, "leases");
    await screen.findByRole("option", { name: /Water drips/ });
    expect(options()).toEqual([
      "Leases",
      "Leases ending soon",
      "Rent rollReports",
      "Lease expirationsReports",
      "Water dripsSomewhereIn Progress",
    ]);
    await userEvent.clear(box);
    await type(box, "sign in");
    await waitFor(() =>
      expect(options().slice(0, 3)).toEqual([
        "Where you're signed inYour profile",
        "PasswordYour profile",
        "Two-factor authenticationYour profile",
      ]),
    );
  });

  it("NAV-31 actions appear before the server responds, and Enter runs the first one", async () => {
    await open(landlord, { "GET /api/search": () => new Promise(() => undefined) });
    const box = await openPalette();
    await type(box, "aged");
    expect(options()).toEqual(["Aged receivablesReports"]);
    expect(box.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option").id);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(location.pathname).toBe("/reports/aged"));
  });

  it("NAV-31 the palette can switch the theme", async () => {
    await open(tenant, { "GET /api/search": searchResult([]) });
    await type(await openPalette(), "dark");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(document.documentElement.classList.contains("dark")).toBe(true));
    expect(screen.queryByRole("combobox", { name: "Search" })).toBeNull();
    await type(await openPalette(), "light");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(document.documentElement.classList.contains("dark")).toBe(false));
  });

  it("NAV-31 a tenant finds no staff pages", async () => {
    await open(tenant);
    await openPalette();
    expect(group("Pages")).toEqual(["Dashboard", "Work Orders", "Documents", "Payments", "Your profile"]);
  });
});

describe("pages, settings, and actions in the palette", () => {
  const pending: SessionUser = { ...tenant, membership: "pending" };
  const profile = ["Password", "Two-factor authentication", "Where you're signed in"];
  it.each([
    ["balance", admin, ["Payments", "Leases", "Rent roll", "Aged receivables"]],
    ["balance", landlord, ["Payments", "Leases", "Rent roll", "Aged receivables"]],
    ["balance", technician, ["Payments"]],
    ["balance", tenant, ["Payments", "Your leases"]],
    ["balance", pending, ["Payments"]],
    ["aged", admin, ["Aged receivables"]],
    ["aged", tenant, []],
    ["rent roll", landlord, ["Rent roll"]],
    ["rent roll", technician, []],
    ["security", landlord, ["Deposits held", ...profile]],
    ["security", pending, profile],
    ["2fa", tenant, ["Two-factor authentication"]],
    ["2", tenant, []],
    ["two-factor", tenant, ["Two-factor authentication"]],
    ["password", technician, ["Password"]],
    ["sessions", tenant, ["Where you're signed in"]],
    ["theme", technician, ["Light theme", "Dark theme", "System theme"]],
    ["notification settings", tenant, ["Notification settings"]],
    ["statement", landlord, ["Payments", "Leases", "Month End", "CAM history"]],
    ["report a problem", tenant, ["New work order"]],
    ["new lease", landlord, ["New lease"]],
    ["lease", landlord, ["Leases", "Leases ending soon", "Lease expirations", "Rent roll", "New lease"]],
    ["lease ending", landlord, ["Leases ending soon", "Lease expirations"]],
    ["expiring leases", landlord, ["Leases ending soon"]],
    ["lease ending", tenant, []],
    ["new lease", tenant, []],
    ["invite", landlord, ["Invite someone"]],
    ["invite", technician, []],
    ["upload", landlord, ["Upload a document", "Upload a ZIP", "Import"]],
    ["upload", tenant, ["Upload a document"]],
    ["upload", pending, []],
    ["import", landlord, ["Import"]],
    ["import", tenant, []],
    ["add property", admin, ["Add a property"]],
    ["logo", admin, ["Settings"]],
    ["logo", landlord, []],
    ["sign out", tenant, ["Sign out"]],
    ["log out", tenant, ["Sign out"]],
    ["sign o", tenant, []],
    ["who did what", admin, ["Audit log"]],
    ["export", tenant, ["Work Orders", "Documents", "Payments", "Your leases"]],
    ["trash", technician, ["Trash"]],
    ["...", admin, []],
  ] as const)("NAV-31 “%s” finds only what this user can open", (text, user, labels) => {
    expect(findMatchingOptions(user, text).map(({ label }) => label)).toEqual(labels);
  });

  it("NAV-31 every palette entry has a unique name and id and opens an existing page", () => {
    for (const user of [admin, landlord, technician, tenant, pending]) {
      const all = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
        .split(" ")
        .flatMap((letter) => findMatchingOptions(user, letter));
      const names = new Map(all.map((choice) => [choice.key, choice.label]));
      expect(new Set(names.values()).size).toBe(names.size);
      const addresses = all.flatMap(({ outcome }) => ("href" in outcome ? [outcome.href] : []));
      expect(addresses.filter((href) => !isPage(href))).toEqual([]);
    }
  });
});

const isPage = (href: string): boolean =>
  allPages.some(({ patterns }) =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replace(/\/:\w+\?/, "(/[^/]+)?")}$`).test(href.split("?")[0] ?? ""),
    ),
  );

describe("recently opened records", () => {
  it("NAV-31 recent records come first with current data, missing records are removed, and names aren't stored", async () => {
    localStorage.setItem(
      "recent",
      JSON.stringify({ userId: tenant.id, records: ["document-3", "work-order-41"] }),
    );
    const { sent } = await open(tenant, {
      "GET /api/search/records": [leak, hit("document", 3, "Lease of 101")],
    });
    window.history.pushState(null, "", "/work-orders/42");
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem("recent") ?? "")).toEqual({
        userId: tenant.id,
        records: ["work-order-42", "document-3", "work-order-41"],
      }),
    );
    window.history.pushState(null, "", "/dashboard");
    await openPalette();
    await screen.findByRole("option", { name: /Lease of 101/ });
    expect(group("Recent")).toEqual(["Water dripsSomewhereIn Progress", "Lease of 101Somewhere"]);
    expect(sent.map(({ path }) => path)).toContain(
      "/api/search/records?records=work-order-42%2Cdocument-3%2Cwork-order-41",
    );
    expect(localStorage.getItem("recent")).toBe(
      JSON.stringify({ userId: tenant.id, records: ["work-order-42", "document-3"] }),
    );
  });

  it("NAV-31 recent records belong to one user, and tampered entries aren't requested", async () => {
    localStorage.setItem("recent", JSON.stringify({ userId: admin.id, records: ["document-3"] }));
    const { sent } = await open(tenant);
    await openPalette();
    expect(screen.queryByRole("group", { name: "Recent" })).toBeNull();
    localStorage.setItem("recent", JSON.stringify({ userId: tenant.id, records: ["x", 7, "tenancy-1"] }));
    await userEvent.keyboard("{Escape}");
    await openPalette();
    expect(sent.filter(({ path }) => path.includes("/records"))).toEqual([]);
  });
});
