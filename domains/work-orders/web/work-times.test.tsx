import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { cleanBrowser, conflict, type Sent, tenant, unreachable } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../contract.ts";
import type { WorkTime } from "../work.ts";
import { calls, expectToast, fakeCanvas, landlord, openAs, orderOf, technician } from "./testing/orders.ts";
import { keep } from "./unsent/own-outbox.ts";

cleanBrowser();
fakeCanvas();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T20:30:00Z") });
});

const theo = { id: technician.id, fullName: technician.fullName };
const priya = { id: 8, fullName: "Priya Nair" };
const timeOf = (id: number, more: Partial<WorkTime> = {}): WorkTime => ({
  id,
  user: theo,
  startedAt: "2026-12-01T17:00:00.000Z",
  endedAt: "2026-12-01T18:45:00.000Z",
  note: null,
  version: 1,
  mayCorrect: true,
  ...more,
});
const running = timeOf(4, { user: priya, startedAt: "2026-12-01T20:05:00.000Z", endedAt: null });

async function openOrder(
  user: SessionUser,
  times: WorkTime[],
  responses = {},
  facts: Partial<WorkOrder> = {},
) {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, { status: "in_progress", assignee: theo, times, ...facts }),
    "GET /api/work-orders/7/history": [],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
}
const panel = () => within(screen.getByRole("region", { name: "Work time" }));
const entries = () =>
  panel()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const fill = async (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
async function choose(item: "Correct..." | "Remove...") {
  await userEvent.click(panel().getByRole("button", { name: /^Actions for the time of / }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

describe("the times of work on an order", () => {
  it("have who, when, how long and the note, what still runs, and the total", async () => {
    await openOrder(landlord, [timeOf(3, { note: "Two valves" }), running]);
    expect(entries()).toEqual([
      "Theo Unger1 h 45 minTue, Dec 1, 9:00–10:45 AMTwo valves",
      "Priya NairWorking now25 minsince Tue, Dec 1, 12:05 PM",
    ]);
    expect(panel().getByText("Total").parentElement?.textContent).toBe("Total 2 h 10 min");
  });

  it("are not for tenants", async () => {
    const { may } = orderOf(7);
    await openOrder(tenant, [], {}, { may: { ...may, work: false } });
    expect(screen.queryByRole("region", { name: "Work time" })).toBeNull();
  });

  it("of others are not a technician's to correct", async () => {
    await openOrder(technician, [timeOf(3, { user: priya, mayCorrect: false })]);
    expect(panel().queryByRole("button", { name: /^Actions/ })).toBeNull();
  });
});

describe("a landlord", () => {
  it("adds time on the clocks of the building; what cannot be so is said at its field", async () => {
    const startedAt = "2026-12-01T17:00:00.000Z";
    const added = { startedAt, endedAt: "2026-12-01T18:30:00.000Z", note: "Let him in" };
    const { sent } = await openOrder(landlord, [], {
      "POST /api/work-orders/7/times": orderOf(7, { times: [timeOf(3, { ...added, user: priya })] }),
    });
    expect(panel().getByText("No time is recorded yet.")).toBeTruthy();
    await userEvent.click(panel().getByRole("button", { name: "Add time" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add time to #WO-0007" }));
    const send = () => userEvent.click(dialog.getByRole("button", { name: "Add time" }));
    expect(((await dialog.findByLabelText("Day")) as HTMLInputElement).value).toBe("2026-12-01");
    await send();
    expect(await dialog.findByText("Please choose when the work ended")).toBeTruthy();
    await fill({ From: "23:00", To: "01:00" });
    expect(dialog.getByText("2 h, until the next day")).toBeTruthy();
    await send();
    expect(await dialog.findByText("Please choose a time that has passed")).toBeTruthy();
    await fill({ From: "09:00", To: "09:00" });
    await send();
    expect(await dialog.findByText("The work must end after it began")).toBeTruthy();
    await fill({ To: "10:30", Note: "Let him in" });
    expect(dialog.getByText("1 h 30 min")).toBeTruthy();
    await send();
    await expectToast("Time Added", "It stands on the work order.");
    expect(calls(sent, "POST /api/work-orders/7/times").map(({ body }) => body)).toEqual([added]);
    expect(entries()).toHaveLength(1);
  });

  it("corrects a time with a note; who was slower sees what it is now, and saves on top of that", async () => {
    const theirs = timeOf(3, { endedAt: "2026-12-01T18:00:00.000Z", version: 2 });
    const patches = [
      conflict("This time was changed in the meantime.", orderOf(7, { times: [theirs] })),
      () => Response.json(orderOf(7, { times: [{ ...theirs, version: 3 }] })),
    ];
    const { sent } = await openOrder(landlord, [timeOf(3)], {
      "PATCH /api/work-orders/7/times/3": () => patches.shift()?.(),
    });
    await choose("Correct...");
    expect(await screen.findByText(/^Recorded now: Tue, Dec 1, 9:00–10:45 AM/)).toBeTruthy();
    await press("Save Changes");
    expect(await screen.findByText("Please note why it is corrected")).toBeTruthy();
    await fill({ To: "10:15", "Why it is corrected": "Left earlier" });
    await press("Save Changes");
    expect(await screen.findByText("This time was changed in the meantime.")).toBeTruthy();
    expect(await screen.findByText(/^Recorded now: Tue, Dec 1, 9:00–10:00 AM/)).toBeTruthy();
    await press("Save Changes");
    await expectToast("Time Corrected", "The log keeps what the time of Theo Unger was before.");
    const patched = calls(sent, "PATCH /api/work-orders/7/times/3");
    expect(patched.map(({ init }) => new Headers(init.headers).get("if-match"))).toEqual(['"1"', '"2"']);
    expect(patched[1]?.body).toEqual({
      startedAt: "2026-12-01T17:00:00.000Z",
      endedAt: "2026-12-01T18:15:00.000Z",
      note: "Left earlier",
    });
  });

  it("corrects when a time began that still runs", async () => {
    const { sent } = await openOrder(landlord, [running], {
      "PATCH /api/work-orders/7/times/4": orderOf(7, { times: [running] }),
    });
    await choose("Correct...");
    await fill({ From: "11:30", "Why it is corrected": "Began earlier" });
    await press("Save Changes");
    await expectToast("Time Corrected", "The log keeps what the time of Priya Nair was before.");
    expect(calls(sent, "PATCH /api/work-orders/7/times/4").map(({ body }) => body)).toEqual([
      { startedAt: "2026-12-01T19:30:00.000Z", endedAt: null, note: "Began earlier" },
    ]);
  });

  it("removes a time after a question", async () => {
    await openOrder(landlord, [timeOf(3)], { "DELETE /api/work-orders/7/times/3": orderOf(7) });
    await choose("Remove...");
    const question = within(await screen.findByRole("alertdialog", { name: "Remove this time?" }));
    expect(question.getByText(/^Theo Unger, Tue, Dec 1, 9:00–10:45 AM\./)).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await expectToast("Time Removed", "The log keeps what it was.");
    expect(panel().getByText("No time is recorded yet.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Work time"));
  });
});

describe("a technician without a network", () => {
  it("adds time: it is shown among the times as waiting, and sent later", async () => {
    const { sent, responses } = await openOrder(technician, []);
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/7/times": unreachable });
    await userEvent.click(panel().getByRole("button", { name: "Add time" }));
    await fill({ From: "09:00", To: "10:00" });
    const dialog = within(await screen.findByRole("dialog", { name: "Add time to #WO-0007" }));
    await userEvent.click(dialog.getByRole("button", { name: "Add time" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add time to #WO-0007" })).toBeNull());
    expect(entries()).toEqual(["Theo UngerWaiting1 hTue, Dec 1, 9:00–10:00 AM"]);
    responses["GET /api/me"] = technician;
    responses["POST /api/work-orders/7/times"] = (_: Sent) => orderOf(7, { times: [timeOf(3)] });
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(entries()).toEqual([expect.stringContaining("Theo Unger1 h 45 min")]));
    expect(calls(sent, "POST /api/work-orders/7/times").at(-1)?.body).toMatchObject({
      startedAt: "2026-12-01T17:00:00.000Z",
    });
  });

  it("starts another order: the time of this one ends then", async () => {
    const { responses } = await openOrder(technician, [timeOf(3, { endedAt: null })]);
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/8/work": unreachable });
    await act(async () => void (await keep({ kind: "start", orderId: 8, payload: {} })));
    await waitFor(() =>
      expect(entries()).toEqual([expect.stringMatching(/3 h 30 minTue, Dec 1, 9:00 AM–12:30 PM$/)]),
    );
  });

  it("starts, and completes: the time of that waits too", async () => {
    const { responses } = await openOrder(technician, [], {}, { status: "open" });
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/7/work": unreachable });
    await press("Start");
    await waitFor(() =>
      expect(entries()).toEqual(["Theo UngerWorking nowWaiting0 minsince Tue, Dec 1, 12:30 PM"]),
    );
    vi.setSystemTime(new Date("2026-12-01T21:10:00Z"));
    await press("Complete");
    await waitFor(() => expect(entries()).toEqual(["Theo UngerWaiting40 minTue, Dec 1, 12:30–1:10 PM"]));
  });
});
