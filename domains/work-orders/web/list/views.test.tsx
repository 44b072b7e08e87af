import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, cleanBrowser, problem, type Sent, tenant } from "#web/testing/open-page.tsx";
import type { SavedView } from "../../views-contract.ts";
import { calls, expectToast, landlord, openAs, pageIsHere, rowOf, technician } from "../testing/orders.ts";

cleanBrowser();

const viewOf = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: `View ${id}`,
  query: "status=open&columns=due",
  isShared: false,
  isDefault: false,
  owner: { id: landlord.id, fullName: landlord.fullName },
  ...more,
});
/** A server that keeps the views. */
function answering(views: SavedView[]) {
  const kept = [...views];
  const edit = (id: number, change: Partial<SavedView>) => {
    const at = kept.findIndex((view) => view.id === id);
    kept[at] = { ...(kept[at] as SavedView), ...change };
    return kept[at];
  };
  return {
    "GET /api/saved-views": () => kept,
    "GET /api/work-orders": [rowOf(7)],
    "POST /api/saved-views": ({ body }: Sent) => {
      const saved = viewOf(30, body as Partial<SavedView>);
      kept.push(saved);
      return saved;
    },
    ...Object.fromEntries(
      views.flatMap(({ id }) => [
        [`PATCH /api/saved-views/${id}`, ({ body }: Sent) => edit(id, body as Partial<SavedView>)],
        [`PUT /api/saved-views/${id}/sharing`, ({ body }: Sent) => edit(id, body as Partial<SavedView>)],
        [`DELETE /api/saved-views/${id}`, { success: true }],
      ]),
    ),
    "PUT /api/saved-views/default": ({ body }: Sent) => {
      const { viewId } = body as { viewId: number | null };
      for (const { id } of kept) edit(id, { isDefault: id === viewId });
      return { success: true };
    },
  };
}
const address = () => `${location.pathname}${location.search}`;
const open = async (name: RegExp = /^Views/) => userEvent.click(await screen.findByRole("button", { name }));
const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
const pick = async (name: string | RegExp) => userEvent.click(await screen.findByRole("menuitem", { name }));
const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

describe("the menu Views", () => {
  it("opens own and shared views, all of which are then in the address", async () => {
    const shared = viewOf(2, {
      name: "Overdue",
      query: "due=overdue&sort=due-first&view=board",
      owner: { id: 1, fullName: "Avery Whitfield" },
      isShared: true,
    });
    const { sent } = await openAs(
      landlord,
      "/work-orders",
      answering([viewOf(1, { isShared: true }), shared]),
    );
    await pageIsHere();
    await open();
    expect(items()).toEqual(["View 1Shared", "OverdueAvery Whitfield", "Save as a new view..."]);
    await pick(/^View 1/);
    expect(address()).toBe("/work-orders?status=open&columns=due&saved=1");
    await waitFor(() => expect(headings()).toContain("Due"));
    await waitFor(() =>
      expect(calls(sent, "GET /api/work-orders").at(-1)?.path).toContain("/api/work-orders?status=open"),
    );
    await open(/^Views: View 1$/);
    await pick(/^Overdue/);
    expect(address()).toBe("/work-orders?due=overdue&sort=due-first&view=board&saved=2");
    await screen.findByRole("region", { name: "Kanban board" });
    await open(/^Views: Overdue/);
    expect(items()).not.toContain("Delete...");
  });

  it("saves what the list shows, with its columns, under a name", async () => {
    localStorage.setItem(`choice:${landlord.id}:columns:work-orders`, '["age","priority"]');
    const { sent } = await openAs(landlord, "/work-orders?status=open&sort=oldest&page=2", answering([]));
    await open();
    await pick("Save as a new view...");
    const dialog = within(await screen.findByRole("dialog", { name: "Save View" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save View" }));
    await dialog.findByText("Please write a name");
    await userEvent.type(dialog.getByLabelText(/^Name/), "Old");
    await userEvent.click(dialog.getByRole("button", { name: "Save View" }));
    await expectToast("View Saved", "“Old” is among your views now.");
    expect(calls(sent, "POST /api/saved-views")[0]?.body).toEqual({
      name: "Old",
      query: "status=open&sort=oldest&columns=priority%2Cage",
    });
    expect(address()).toBe("/work-orders?status=open&sort=oldest&columns=priority%2Cage&saved=30");
    expect(screen.getByRole("button", { name: "Views: Old" })).toBeTruthy();
  });

  it("says when a name is taken", async () => {
    const taken = problem(400, "You have a view of this name.", { name: "You have a view of this name." });
    await openAs(landlord, "/work-orders", { ...answering([]), "POST /api/saved-views": taken });
    await open();
    await pick("Save as a new view...");
    const dialog = within(await screen.findByRole("dialog", { name: "Save View" }));
    await userEvent.type(dialog.getByLabelText(/^Name/), "View 1");
    await userEvent.click(dialog.getByRole("button", { name: "Save View" }));
    expect(await dialog.findByText("You have a view of this name.")).toBeTruthy();
  });

  it("keeps what was changed since, also the columns", async () => {
    const { sent } = await openAs(
      landlord,
      "/work-orders?status=open&columns=due&saved=1",
      answering([viewOf(1)]),
    );
    await screen.findByRole("button", { name: "Views: View 1" });
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Building" }));
    expect(address()).toBe("/work-orders?status=open&columns=due%2Cbuilding&saved=1");
    expect(localStorage.getItem(`choice:${landlord.id}:columns:work-orders`)).toBeNull();
    await userEvent.keyboard("{Escape}");
    await open(/^Views: View 1, changed$/);
    await pick("Save changes");
    await expectToast("View Changed", "“View 1” shows what you see now.");
    expect(calls(sent, "PATCH /api/saved-views/1")[0]?.body).toEqual({
      query: "status=open&columns=building%2Cdue",
    });
    expect(screen.getByRole("button", { name: "Views: View 1" })).toBeTruthy();
  });

  it("renames, shares and deletes an own view", async () => {
    const { sent } = await openAs(
      landlord,
      "/work-orders?status=open&columns=due&saved=1",
      answering([viewOf(1)]),
    );
    await open();
    await pick("Share it with staff");
    await expectToast("View Shared", "Staff find “View 1” among their views now.");
    expect(calls(sent, "PUT /api/saved-views/1/sharing")[0]?.body).toEqual({ isShared: true });
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
    expect(question.getByText(/^It is gone for everybody you share it with\./)).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(address()).toBe("/work-orders?status=open&columns=due"));
    expect(calls(sent, "DELETE /api/saved-views/1")).toHaveLength(1);
  });

  it("offers no sharing to a technician, and a tenant has no views", async () => {
    const own = viewOf(1, { owner: { id: technician.id, fullName: technician.fullName } });
    const first = await openAs(technician, "/work-orders?status=open&columns=due&saved=1", answering([own]));
    await open();
    expect(items()).toEqual([
      "View 1, shown now",
      "Save as a new view...",
      "Make it my default",
      "Rename...",
      "Delete...",
    ]);
    first.unmount();
    const { sent } = await openAs(tenant, "/work-orders", answering([]));
    await pageIsHere();
    expect(screen.queryByRole("button", { name: /^Views/ })).toBeNull();
    expect(calls(sent, "GET /api/saved-views")).toEqual([]);
  });
});

describe("the default view", () => {
  const view = viewOf(1, { isDefault: true });
  const ofView = "/work-orders?status=open&columns=due&saved=1";

  it.each([
    ["an admin", admin],
    ["a technician, in place of Mine", technician],
  ])("is what the list begins with for %s", async (_, user) => {
    await openAs(user, "/work-orders", answering([view]));
    await waitFor(() => expect(address()).toBe(ofView));
  });

  it("is chosen in the menu and taken back there", async () => {
    await openAs(admin, ofView, answering([viewOf(1)]));
    await open();
    await pick("Make it my default");
    await expectToast("Default Changed", "The list begins with “View 1”.");
    await open();
    await pick("Do not begin with it any more");
    await waitFor(() => expect(localStorage.getItem(`choice:${admin.id}:has-default-view`)).toBe("false"));
    expect(address()).toBe(ofView);
  });

  it("stays off where the user has taken its filters off", async () => {
    await openAs(admin, "/work-orders", answering([viewOf(1, { isDefault: true, query: "status=open" })]));
    await waitFor(() => expect(address()).toBe("/work-orders?status=open&saved=1"));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Filter by Status" }), "All Statuses");
    expect(address()).toBe("/work-orders?saved=1");
    await screen.findByRole("button", { name: "Views: View 1, changed" });
  });

  it("does not come over an address that says which orders, and without an answer the list is as usual", async () => {
    const first = await openAs(admin, "/work-orders?status=urgent", answering([view]));
    await screen.findByRole("button", { name: "Views" });
    await pageIsHere();
    expect(address()).toBe("/work-orders?status=urgent");
    first.unmount();
    localStorage.setItem(`choice:${technician.id}:has-default-view`, "true");
    await openAs(technician, "/work-orders", {
      ...answering([]),
      "GET /api/saved-views": problem(503, "Please try again later."),
    });
    await waitFor(() => expect(address()).toBe("/work-orders?assignee=me"));
  });
});
