import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { enqueue } from "#domains/work-orders/web/offline-queue/offline-queue.ts";
import {
  buildEntry,
  buildOpenConflict,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
  technician,
} from "#domains/work-orders/web/testing/work-orders.ts";
import { problem, resetBrowser, tenant, unreachable } from "#web/testing/open-page.tsx";

resetBrowser();
fakeCanvas();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/work-orders/web/work-orders-page.tsx"),
    import("#domains/work-orders/web/view/work-order-dialogs.tsx"),
    import("#domains/work-orders/web/time-log/time-entry-dialog.tsx"),
  ]),
);

const mine = { assignee: { id: technician.id, fullName: technician.fullName } };
const commented = buildEntry(9, {
  actionType: "comment_added",
  message: "The valve is worn.",
  userId: technician.id,
});

/** Opens a work order for a technician who then goes offline. */
async function openWithoutNetwork() {
  const portal = await openAs(technician, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, mine),
    "GET /api/work-orders/7/history": [buildEntry(1)],
  });
  await screen.findByText("Activity Log");
  await screen.findByText("Entry 1");
  const { responses } = portal;
  responses["GET /api/me"] = unreachable;
  responses["POST /api/work-orders/7/comments"] = unreachable;
  return {
    ...portal,
    comeBack(answer: unknown, me = technician) {
      responses["GET /api/me"] = me;
      responses["POST /api/work-orders/7/comments"] = answer;
      act(() => void dispatchEvent(new Event("online")));
    },
  };
}

async function writeComment() {
  await userEvent.type(screen.getByLabelText("Comment"), "The valve is worn.");
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
}

const indicator = (words: string) => screen.findByRole("button", { name: words });

/** Closes the work order and opens the sheet of unsent changes. */
async function openSheet(words: string) {
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await indicator(words));
  return within(await screen.findByRole("dialog", { name: "Unsent changes" }));
}

describe("an offline technician", () => {
  it("an offline technician's comment is saved, shown as waiting, and sent with its original time once back online", async () => {
    const { sent, comeBack } = await openWithoutNetwork();
    await writeComment();
    await expectToast("Saved on This Phone", "It will be sent when you're back online.");
    const waiting = within(screen.getByRole("list", { name: "Waiting to be sent" }));
    expect(waiting.getByText("The valve is worn.")).toBeTruthy();
    expect((screen.getByLabelText("Comment") as HTMLTextAreaElement).value).toBe("");
    await screen.findByText(/Your work, comments, photos, and new work orders are saved on this phone/);
    expect(screen.queryByText(/nothing can be changed/)).toBeNull();
    const before = findCalls(sent, "POST /api/work-orders/7/comments").length;
    comeBack(commented);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Waiting to be sent" })).toBeNull());
    const [again] = findCalls(sent, "POST /api/work-orders/7/comments").slice(before);
    const headers = new Headers(again?.init.headers);
    expect(headers.get("Happened-At")).toMatch(/^\d{4}-/);
    expect(headers.get("Idempotency-Key")).toBe(
      new Headers(findCalls(sent, "POST /api/work-orders/7/comments")[0]?.init.headers).get(
        "Idempotency-Key",
      ),
    );
    expect(again?.body).toEqual({ text: "The valve is worn.", internal: false });
  });

  it("times of pending changes are in the property's time zone, which is named if the viewer's clock shows another time", async () => {
    const { responses } = await openWithoutNetwork();
    responses["POST /api/work-orders/7/times"] = unreachable;
    const payload = { startedAt: "2026-12-01T17:00:00Z", endedAt: "2026-12-01T18:30:00Z" };
    await act(async () => void (await enqueue({ kind: "time", orderId: 7, payload })));
    const times = "Dec 1, 9:00 AM to Dec 1, 10:30 AM PT";
    const waiting = within(await screen.findByRole("list", { name: "Waiting to be sent" }));
    expect(waiting.getByText(times)).toBeTruthy();
    expect(waiting.getByText(/^\w{3} \d+, \d+:\d\d [AP]M PT$/)).toBeTruthy();
    const sheet = await openSheet("1 change waiting");
    expect(sheet.getByText(times)).toBeTruthy();
    expect(sheet.getByText(/^\w{3} \d+, \d+:\d\d [AP]M PT$/)).toBeTruthy();
  });

  it("an offline technician sees unsent changes in the top bar and discards them only after confirming", async () => {
    await openWithoutNetwork();
    await writeComment();
    const sheet = await openSheet("1 change waiting");
    expect(sheet.getByText("Comment")).toBeTruthy();
    expect(sheet.getByText("#WO-0007 Problem 7")).toBeTruthy();
    await userEvent.click(sheet.getByRole("button", { name: "Discard" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Discard this change?" }));
    await userEvent.click(question.getByRole("button", { name: "Cancel" }));
    expect(sheet.getByText("The valve is worn.")).toBeTruthy();
    await userEvent.click(sheet.getByRole("button", { name: "Discard" }));
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect((await screen.findAllByText("No unsent changes")).length).toBeGreaterThan(0);
    expect(screen.queryByText(/^All (changes )?sent$/)).toBeNull();
  });

  it("an offline technician sees why a change was rejected and can retry it", async () => {
    const { comeBack, responses } = await openWithoutNetwork();
    await writeComment();
    comeBack(problem(404, "This work order doesn't exist, or you don't have access to it."));
    const sheet = await openSheet("1 change needs your attention");
    const entry = within(sheet.getByRole("region", { name: "Needs you" }));
    expect(entry.getByText("This work order doesn't exist, or you don't have access to it.")).toBeTruthy();
    responses["POST /api/work-orders/7/comments"] = commented;
    await userEvent.click(entry.getByRole("button", { name: "Try again" }));
    await screen.findByText("All changes sent");
  });

  it("after sending, an offline technician sees that updates need a decision, with links to their work orders", async () => {
    const { comeBack, responses } = await openWithoutNetwork();
    await writeComment();
    const by = { id: technician.id, fullName: technician.fullName };
    responses["GET /api/work-order-conflicts"] = [
      buildOpenConflict(3, { by }),
      buildOpenConflict(4, { by }),
      // A colleague's, for which the property's manager decides.
      buildOpenConflict(5, { by: { id: 9, fullName: "Priya Nair" } }),
    ];
    comeBack(commented);
    const sheet = await openSheet("2 updates need a decision");
    expect(screen.queryByText(/^All (changes )?sent$/)).toBeNull();
    expect(sheet.getAllByText(/You completed it at 2:05 PM, without knowing/)).toHaveLength(2);
    await userEvent.click(sheet.getByRole("link", { name: "#WO-0004 Problem 4" }));
    await waitFor(() => expect(location.pathname).toBe("/work-orders/4"));
    expect(screen.queryByRole("dialog", { name: "Unsent changes" })).toBeNull();
  });

  it("an offline technician corrects a rejected time entry and sends it again", async () => {
    const { sent, responses, comeBack } = await openWithoutNetwork();
    const times = "POST /api/work-orders/7/times";
    responses[times] = unreachable;
    const payload = { startedAt: "2025-12-01T17:02:00.000Z", endedAt: "2025-12-01T17:30:00.000Z" };
    await act(async () => void (await enqueue({ kind: "time", orderId: 7, payload })));
    const message = "This overlaps other work: #WO-0003, Mon, Dec 1, 8:30–9:10 AM";
    responses[times] = problem(400, message, { startedAt: message });
    comeBack(commented);
    const sheet = await openSheet("1 change needs your attention");
    await userEvent.click(await sheet.findByRole("button", { name: "Change times" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change times" }));
    expect(dialog.getByText(message)).toBeTruthy();
    expect((dialog.getByLabelText("From") as HTMLInputElement).value).toBe("09:02");
    fireEvent.change(dialog.getByLabelText("From"), { target: { value: "09:10" } });
    responses[times] = buildWorkOrder(7, mine);
    await userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("All changes sent");
    expect(findCalls(sent, times).at(-1)?.body).toMatchObject({ startedAt: "2025-12-01T17:10:00.000Z" });
  });

  it("an offline technician still finds rejected changes after losing their role", async () => {
    const { comeBack } = await openWithoutNetwork();
    await writeComment();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await indicator("1 change waiting");
    // As a browser with storage would record it.
    localStorage.setItem("unsent-changes", JSON.stringify({ 5: { fullName: "Theo Unger", count: 1 } }));
    comeBack(problem(403, "You don't have permission to do this."), { ...technician, role: "tenant" });
    await screen.findAllByText("Tenant");
    await userEvent.click(await indicator("1 change needs your attention"));
    const sheet = within(await screen.findByRole("dialog", { name: "Unsent changes" }));
    expect(sheet.getByText("You don't have permission to do this.")).toBeTruthy();
    expect(sheet.getByText("The valve is worn.")).toBeTruthy();
    for (const name of ["Try again", "Copy", "Save", "Discard"])
      expect(sheet.getByRole("button", { name })).toBeTruthy();
  });

  it("an offline technician sees the first few unsent photos and the total number", async () => {
    const { responses } = await openWithoutNetwork();
    responses["POST /api/work-orders/7/images"] = unreachable;
    const photos = [{ name: "tap.jpg", blob: new Blob(["photo"]) }];
    await act(async () => {
      for (let at = 0; at < 60; at += 1)
        await enqueue({ kind: "photo", orderId: 7, payload: { label: "" }, photos });
    });
    const waiting = await screen.findByRole("list", { name: "Photos waiting to be sent" });
    expect(within(waiting).getAllByRole("listitem")).toHaveLength(12);
    const sheet = await openSheet("60 changes waiting");
    expect(within(sheet.getByRole("region", { name: "Waiting" })).getAllByRole("listitem")).toHaveLength(50);
    expect(sheet.getByText("Plus 10 more.")).toBeTruthy();
  });

  it("an offline technician can sign out only after deciding what happens to unsent changes", async () => {
    await openWithoutNetwork();
    await writeComment();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await indicator("1 change waiting");
    await userEvent.click(screen.getByRole("button", { name: "Logout" }));
    const question = within(await screen.findByRole("dialog", { name: "Sign out with unsent changes?" }));
    expect(question.getByText("1 change hasn't been sent from this phone.")).toBeTruthy();
    expect((question.getByRole("button", { name: "Send now" }) as HTMLButtonElement).disabled).toBe(true);
    for (const name of ["Keep on phone", "Save as a file", "Discard"])
      expect(question.getByRole("button", { name })).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Discard" }));
    await userEvent.click(await screen.findByRole("button", { name: "Discard and sign out" }));
    await screen.findByRole("heading", { name: "Sign in" });
    await waitFor(() => expect(location.pathname).toBe("/login"));
  });
});

describe("an online technician", () => {
  it("an online technician sees a rejection right away and keeps the typed text", async () => {
    const { responses } = await openAs(technician, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7, mine),
      "GET /api/work-orders/7/history": [buildEntry(1)],
    });
    await screen.findByText("Activity Log");
    responses["POST /api/work-orders/7/comments"] = problem(400, "Remove hidden control characters");
    await writeComment();
    await expectToast("Error", "Remove hidden control characters", "destructive");
    expect((screen.getByLabelText("Comment") as HTMLTextAreaElement).value).toBe("The valve is worn.");
    expect(screen.queryByRole("list", { name: "Waiting to be sent" })).toBeNull();
  });
});

describe("another user's changes on this phone", () => {
  const mark = () =>
    localStorage.setItem("unsent-changes", JSON.stringify({ 5: { fullName: "Sam Whitfield", count: 2 } }));

  it("the sign-in page mentions another user's unsent changes", async () => {
    mark();
    await openAs(tenant, "/login", { "GET /api/me": problem(401, "Sign in to continue.") });
    await screen.findByText("2 changes not sent from this phone");
    expect(screen.getByText("Sign in as Sam Whitfield to send them.")).toBeTruthy();
  });

  it("unsent changes survive someone else signing in and out", async () => {
    mark();
    await openAs(tenant, "/work-orders");
    await screen.findByText("2 changes not sent from this phone");
    await userEvent.click(screen.getByRole("button", { name: "Logout" }));
    await screen.findByRole("heading", { name: "Sign in" });
    expect(await screen.findByText("2 changes not sent from this phone")).toBeTruthy();
  });
});

it("a device clock that is off by a day is reported once", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
  await openAs(technician, "/work-orders", {
    "GET /api/me": () => Response.json(technician, { headers: { Date: tomorrow } }),
  });
  await expectToast("This phone's clock is 1 day slow", "We'll adjust the times.");
});
