import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, problem, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import type { SavedView } from "../../views-contract.ts";
import {
  buildRow,
  expectToast,
  findCalls,
  landlord,
  openAs,
  technician,
  waitForPage,
} from "../testing/work-orders.ts";

resetBrowser();

const buildView = (id: number, overrides: Partial<SavedView> = {}): SavedView => ({
  id,
  name: `View ${id}`,
  query: "status=open&columns=due",
  isShared: false,
  isDefault: false,
  owner: { id: landlord.id, fullName: landlord.fullName },
  ...overrides,
});
/** A server that stores the views. */
function serveViews(views: SavedView[]) {
  const stored = [...views];
  const edit = (id: number, change: Partial<SavedView>) => {
    const at = stored.findIndex((view) => view.id === id);
    stored[at] = { ...(stored[at] as SavedView), ...change };
    return stored[at];
  };
  return {
    "GET /api/saved-views": () => stored,
    "GET /api/work-orders": [buildRow(7)],
    "POST /api/saved-views": ({ body }: SentRequest) => {
      const saved = buildView(30, body as Partial<SavedView>);
      stored.push(saved);
      return saved;
    },
    ...Object.fromEntries(
      views.flatMap(({ id }) => [
        [`PATCH /api/saved-views/${id}`, ({ body }: SentRequest) => edit(id, body as Partial<SavedView>)],
        [
          `PUT /api/saved-views/${id}/sharing`,
          ({ body }: SentRequest) => edit(id, body as Partial<SavedView>),
        ],
        [`DELETE /api/saved-views/${id}`, { success: true }],
      ]),
    ),
    "PUT /api/saved-views/default": ({ body }: SentRequest) => {
      const { viewId } = body as { viewId: number | null };
      for (const { id } of stored) edit(id, { isDefault: id === viewId });
      return { success: true };
    },
  };
}
const address = () => `${location.pathname}${location.search}`;
const open = async (name: RegExp = /^Views/) => userEvent.click(await screen.findByRole("button", { name }));
const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
const pick = async (name: string | RegExp) => userEvent.click(await screen.findByRole("menuitem", { name }));
const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

describe("views menu", () => {
  it("the views menu opens personal and shared views and puts their filters in the URL", async () => {
    const shared = buildView(2, {
      name: "Overdue",
      query: "due=overdue&sort=due-first&view=board",
      owner: { id: 1, fullName: "Avery Whitfield" },
      isShared: true,
    });
    const { sent } = await openAs(
      landlord,
      "/work-orders",
      serveViews([buildView(1, { isShared: true }), shared]),
    );
    await waitForPage();
    await open();
    expect(items()).toEqual(["View 1Shared", "OverdueAvery Whitfield", "Save as a new view..."]);
    await pick(/^View 1/);
    expect(address()).toBe("/work-orders?status=open&columns=due&saved=1");
    await waitFor(() => expect(headings()).toContain("Due"));
    await waitFor(() =>
      expect(findCalls(sent, "GET /api/work-orders").at(-1)?.path).toContain("/api/work-orders?status=open"),
    );
    await open(/^Views: View 1$/);
    await pick(/^Overdue/);
    expect(address()).toBe("/work-orders?due=overdue&sort=due-first&view=board&saved=2");
    await screen.findByRole("region", { name: "Kanban board" });
    await open(/^Views: Overdue/);
    expect(items()).not.toContain("Delete...");
  });

  it("the views menu saves the current list with its columns as a named view", async () => {
    localStorage.setItem(`choice:${landlord.id}:columns:work-orders`, '["age","priority"]');
    const { sent } = await openAs(landlord, "/work-orders?status=open&sort=oldest&page=2", serveViews([]));
    await open();
    await pick("Save as a new view...");
    const dialog = within(await screen.findByRole("dialog", { name: "Save View" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save View" }));
    await dialog.findByText("Please enter a name");
    await userEvent.type(dialog.getByLabelText(/^Name/), "Old");
    await userEvent.click(dialog.getByRole("button", { name: "Save View" }));
    await expectToast("View Saved", "“Old” was added to your views.");
    expect(findCalls(sent, "POST /api/saved-views")[0]?.body).toEqual({
      name: "Old",
      query: "status=open&sort=oldest&columns=priority%2Cage",
    });
    expect(address()).toBe("/work-orders?status=open&sort=oldest&columns=priority%2Cage&saved=30");
    expect(screen.getByRole("button", { name: "Views: Old" })).toBeTruthy();
  });

  it("the views menu shows an error if a name is already in use", async () => {
    const taken = problem(400, "You already have a view with this name.", {
      name: "You already have a view with this name.",
    });
    await openAs(landlord, "/work-orders", { ...serveViews([]), "POST /api/saved-views": taken });
    await open();
    await pick("Save as a new view...");
    const dialog = within(await screen.findByRole("dialog", { name: "Save View" }));
    await userEvent.type(dialog.getByLabelText(/^Name/), "View 1");
    await userEvent.click(dialog.getByRole("button", { name: "Save View" }));
    expect(await dialog.findByText("You already have a view with this name.")).toBeTruthy();
  });

  it("the views menu saves changes to a view, including its columns", async () => {
    const { sent } = await openAs(
      landlord,
      "/work-orders?status=open&columns=due&saved=1",
      serveViews([buildView(1)]),
    );
    await screen.findByRole("button", { name: "Views: View 1" });
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Property" }));
    expect(address()).toBe("/work-orders?status=open&columns=due%2Cproperty&saved=1");
    expect(localStorage.getItem(`choice:${landlord.id}:columns:work-orders`)).toBeNull();
    await userEvent.keyboard("{Escape}");
    await open(/^Views: View 1, changed$/);
    await pick("Save changes");
    await expectToast("View Updated", "“View 1” now uses the current filters and layout.");
    expect(findCalls(sent, "PATCH /api/saved-views/1")[0]?.body).toEqual({
      query: "status=open&columns=property%2Cdue",
    });
    expect(screen.getByRole("button", { name: "Views: View 1" })).toBeTruthy();
  });

  it("the views menu renames, shares, and deletes the user's own view", async () => {
    const { sent } = await openAs(
      landlord,
      "/work-orders?status=open&columns=due&saved=1",
      serveViews([buildView(1)]),
    );
    await open();
    await pick("Share with staff");
    await expectToast("View Shared", "“View 1” is now available to staff.");
    expect(findCalls(sent, "PUT /api/saved-views/1/sharing")[0]?.body).toEqual({ isShared: true });
    await open();
    await pick("Rename...");
    const dialog = within(await screen.findByRole("dialog", { name: "Rename View" }));
    await userEvent.clear(dialog.getByLabelText(/^Name/));
    await userEvent.type(dialog.getByLabelText(/^Name/), "Now");
    await userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
    await screen.findByRole("button", { name: "Views: Now" });
    await open();
    await pick("Delete...");
    const question = within(await screen.findByRole("alertdialog", { name: "Delete “Now”?" }));
    expect(question.getByText(/^Everyone you shared it with will lose it\./)).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(address()).toBe("/work-orders?status=open&columns=due"));
    expect(findCalls(sent, "DELETE /api/saved-views/1")).toHaveLength(1);
  });

  it("the views menu doesn't offer sharing to technicians, and tenants have no views", async () => {
    const own = buildView(1, { owner: { id: technician.id, fullName: technician.fullName } });
    const first = await openAs(technician, "/work-orders?status=open&columns=due&saved=1", serveViews([own]));
    await open();
    expect(items()).toEqual([
      "View 1 (current)",
      "Save as a new view...",
      "Set as default",
      "Rename...",
      "Delete...",
    ]);
    first.unmount();
    const { sent } = await openAs(tenant, "/work-orders", serveViews([]));
    await waitForPage();
    expect(screen.queryByRole("button", { name: /^Views/ })).toBeNull();
    expect(findCalls(sent, "GET /api/saved-views")).toEqual([]);
  });
});

describe("default view", () => {
  const view = buildView(1, { isDefault: true });
  const ofView = "/work-orders?status=open&columns=due&saved=1";

  it.each([
    ["an admin", admin],
    ["a technician, instead of their own work orders,", technician],
  ])("the default view opens the list for %s", async (_, user) => {
    await openAs(user, "/work-orders", serveViews([view]));
    await waitFor(() => expect(address()).toBe(ofView));
  });

  it("the default view is set and removed in the views menu", async () => {
    await openAs(admin, ofView, serveViews([buildView(1)]));
    await open();
    await pick("Set as default");
    await expectToast("Default Changed", "The list now opens with “View 1.”");
    await open();
    await pick("Remove as default");
    await waitFor(() => expect(localStorage.getItem(`choice:${admin.id}:has-default-view`)).toBe("false"));
    expect(address()).toBe(ofView);
  });

  it("the default view isn't applied again after the user clears its filters", async () => {
    await openAs(
      admin,
      "/work-orders",
      serveViews([buildView(1, { isDefault: true, query: "status=open" })]),
    );
    await waitFor(() => expect(address()).toBe("/work-orders?status=open&saved=1"));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Filter by Status" }), "All Statuses");
    expect(address()).toBe("/work-orders?saved=1");
    await screen.findByRole("button", { name: "Views: View 1, changed" });
  });

  it("the default view doesn't override filters in the URL, and if it can't be loaded, the list opens as usual", async () => {
    const first = await openAs(admin, "/work-orders?status=urgent", serveViews([view]));
    await screen.findByRole("button", { name: "Views" });
    await waitForPage();
    expect(address()).toBe("/work-orders?status=urgent");
    first.unmount();
    localStorage.setItem(`choice:${technician.id}:has-default-view`, "true");
    await openAs(technician, "/work-orders", {
      ...serveViews([]),
      "GET /api/saved-views": problem(503, "Please try again later."),
    });
    await waitFor(() => expect(address()).toBe("/work-orders?assignee=me"));
  });
});
