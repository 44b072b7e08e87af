import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { currentQueueState } from "#web/offline-queue/current-queue.ts";
import {
  conflict,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import type { WorkTime } from "../../work.ts";
import { enqueue } from "../offline-queue/offline-queue.ts";
import {
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T20:30:00Z") });
});

const theo = { id: technician.id, fullName: technician.fullName };
const priya = { id: 8, fullName: "Priya Nair" };
const buildTime = (id: number, overrides: Partial<WorkTime> = {}): WorkTime => ({
  id,
  user: theo,
  startedAt: "2026-12-01T17:00:00.000Z",
  endedAt: "2026-12-01T18:45:00.000Z",
  recordedAt: "2026-12-01T18:45:00.000Z",
  note: null,
  version: 1,
  canEdit: true,
  ...overrides,
});
const running = buildTime(4, { user: priya, startedAt: "2026-12-01T20:05:00.000Z", endedAt: null });

async function openOrder(
  user: SessionUser,
  times: WorkTime[],
  responses = {},
  facts: Partial<WorkOrder> = {},
) {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, { status: "in_progress", assignee: theo, times, ...facts }),
    "GET /api/work-orders/7/history": [],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
}
const panel = () => within(screen.getByRole("region", { name: "Time log" }));
const entries = () =>
  panel()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const fill = async (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
async function choose(item: "Edit..." | "Remove...") {
  await userEvent.click(panel().getByRole("button", { name: /^Actions for .+'s time, / }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

describe("time entries", () => {
  it("time entries show who is working on a work order, even if it's assigned to someone else", async () => {
    await openOrder(landlord, [running]);
    const assignee = screen.getByText("Assigned to").parentElement?.parentElement;
    expect(assignee?.textContent).toBe(
      "Assigned toTheo UngerPriya Nair is working on it, on the clock Working for 0:25",
    );
  });

  it("the time log shows person, time, length, note, running timers, and the total", async () => {
    await openOrder(landlord, [buildTime(3, { note: "Two valves" }), running]);
    expect(entries()).toEqual([
      "Theo Unger1 h 45 minTue, Dec 1, 9:00–10:45 AMTwo valves",
      "Priya NairWorking now25 minsince Tue, Dec 1, 12:05 PM",
    ]);
    expect(panel().getByText("Total").parentElement?.textContent).toBe("Total 2 h 10 min");
  });

  it("time entries show when they were recorded if that was later than the work", async () => {
    await openOrder(landlord, [buildTime(3, { recordedAt: "2026-12-01T21:00:00.000Z" })]);
    expect(entries()).toEqual(["Theo Unger1 h 45 minTue, Dec 1, 9:00–10:45 AM, recorded 1:00 PM"]);
  });

  it("time entries aren't shown to tenants", async () => {
    const { can } = buildWorkOrder(7);
    await openOrder(tenant, [], {}, { can: { ...can, work: false } });
    expect(screen.queryByRole("region", { name: "Time log" })).toBeNull();
  });

  it("technicians can't edit someone else's time entries", async () => {
    await openOrder(technician, [buildTime(3, { user: priya, canEdit: false })]);
    expect(panel().queryByRole("button", { name: /^Actions/ })).toBeNull();
  });
});

describe("time entries for a landlord", () => {
  it("a landlord adds time entries in the property's time zone, and invalid times show errors on their fields", async () => {
    const startedAt = "2026-12-01T17:00:00.000Z";
    const added = { startedAt, endedAt: "2026-12-01T18:30:00.000Z", note: "Let him in" };
    const { sent } = await openOrder(landlord, [], {
      "POST /api/work-orders/7/times": buildWorkOrder(7, {
        times: [buildTime(3, { ...added, user: priya })],
      }),
    });
    expect(panel().getByText("No time recorded yet.")).toBeTruthy();
    await userEvent.click(panel().getByRole("button", { name: "Add time" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add time to #WO-0007" }));
    const send = () => userEvent.click(dialog.getByRole("button", { name: "Add time" }));
    expect(((await dialog.findByLabelText("Date")) as HTMLInputElement).value).toBe("2026-12-01");
    await send();
    expect(await dialog.findByText("Please select an end time")).toBeTruthy();
    await fill({ From: "23:00", To: "01:00" });
    expect(await dialog.findByText("2 h, ending the next day")).toBeTruthy();
    await send();
    expect(await dialog.findByText("Please select a time in the past")).toBeTruthy();
    await fill({ From: "09:00", To: "09:00" });
    await send();
    expect(await dialog.findByText("The end time must be after the start time")).toBeTruthy();
    await fill({ To: "10:30", Note: "Let him in" });
    expect(dialog.getByText("1 h 30 min")).toBeTruthy();
    await send();
    await expectToast("Time Added", "It's now on the work order.");
    expect(findCalls(sent, "POST /api/work-orders/7/times").map(({ body }) => body)).toEqual([added]);
    expect(entries()).toHaveLength(1);
  });

  it("a landlord edits a time entry with a note, and after someone else's edit, the form uses the current entry", async () => {
    const theirs = buildTime(3, { endedAt: "2026-12-01T18:00:00.000Z", version: 2 });
    const patches = [
      conflict("Someone else changed this time entry.", buildWorkOrder(7, { times: [theirs] })),
      () => Response.json(buildWorkOrder(7, { times: [{ ...theirs, version: 3 }] })),
    ];
    const { sent } = await openOrder(landlord, [buildTime(3)], {
      "PATCH /api/work-orders/7/times/3": () => patches.shift()?.(),
    });
    await choose("Edit...");
    expect(await screen.findByText(/^Currently recorded: Tue, Dec 1, 9:00–10:45 AM/)).toBeTruthy();
    await press("Save Changes");
    expect(await screen.findByText("Please explain why you're changing it")).toBeTruthy();
    await fill({ To: "10:15", "Reason for change": "Left earlier" });
    await press("Save Changes");
    expect(await screen.findByText("Someone else changed this time entry.")).toBeTruthy();
    expect(await screen.findByText(/^Currently recorded: Tue, Dec 1, 9:00–10:00 AM/)).toBeTruthy();
    await press("Save Changes");
    await expectToast("Time Updated", "The activity log keeps Theo Unger's original time.");
    const patched = findCalls(sent, "PATCH /api/work-orders/7/times/3");
    expect(patched.map(({ init }) => new Headers(init.headers).get("if-match"))).toEqual(['"1"', '"2"']);
    expect(patched[1]?.body).toEqual({
      startedAt: "2026-12-01T17:00:00.000Z",
      endedAt: "2026-12-01T18:15:00.000Z",
      note: "Left earlier",
    });
  });

  it("a landlord can edit the start of a time entry while its timer runs", async () => {
    const { sent } = await openOrder(landlord, [running], {
      "PATCH /api/work-orders/7/times/4": buildWorkOrder(7, { times: [running] }),
    });
    await choose("Edit...");
    await fill({ From: "11:30", "Reason for change": "Started earlier" });
    await press("Save Changes");
    await expectToast("Time Updated", "The activity log keeps Priya Nair's original time.");
    expect(findCalls(sent, "PATCH /api/work-orders/7/times/4").map(({ body }) => body)).toEqual([
      { startedAt: "2026-12-01T19:30:00.000Z", endedAt: null, note: "Started earlier" },
    ]);
  });

  it("a landlord removes time entries after confirmation", async () => {
    await openOrder(landlord, [buildTime(3)], { "DELETE /api/work-orders/7/times/3": buildWorkOrder(7) });
    await choose("Remove...");
    const question = within(await screen.findByRole("alertdialog", { name: "Remove this time entry?" }));
    expect(question.getByText(/^Theo Unger, Tue, Dec 1, 9:00–10:45 AM\./)).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await expectToast("Time Removed", "The original stays in the activity log.");
    expect(panel().getByText("No time recorded yet.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Time log"));
  });
});

it("time before the work order's report shows an error on its field and isn't sent", async () => {
  const { sent } = await openOrder(technician, [], {}, { reportedAt: "2026-12-01T18:12:40.000Z" });
  await userEvent.click(panel().getByRole("button", { name: "Add time" }));
  await fill({ From: "10:11", To: "10:30" });
  const dialog = within(await screen.findByRole("dialog", { name: "Add time to #WO-0007" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add time" }));
  expect(
    await dialog.findByText(
      "This work order was reported on Tue, Dec 1, 10:12 AM. Select a start time after that",
    ),
  ).toBeTruthy();
  expect(findCalls(sent, "POST /api/work-orders/7/times")).toEqual([]);
});

it("a technician's overlapping time shows an error on its field, and the form stays open", async () => {
  const message = "This overlaps other work: #WO-0003, Tue, Dec 1, 8:30–9:30 AM";
  const { responses } = await openOrder(technician, [], {
    "POST /api/work-orders/7/times": problem(400, message, { startedAt: message }),
  });
  await userEvent.click(panel().getByRole("button", { name: "Add time" }));
  await fill({ From: "09:00", To: "10:00" });
  const dialog = within(await screen.findByRole("dialog", { name: "Add time to #WO-0007" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add time" }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(dialog.getByLabelText("From").getAttribute("aria-invalid")).toBe("true");
  expect(currentQueueState().changes).toEqual([]);
  responses["POST /api/work-orders/7/times"] = buildWorkOrder(7, { times: [buildTime(3)] });
  await fill({ From: "09:30" });
  await userEvent.click(dialog.getByRole("button", { name: "Add time" }));
  await expectToast("Time Added", "It's now on the work order.");
});

describe("an offline technician", () => {
  it("a time entry added offline is shown as waiting and sent later", async () => {
    const { sent, responses } = await openOrder(technician, []);
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/7/times": unreachable });
    await userEvent.click(panel().getByRole("button", { name: "Add time" }));
    await fill({ From: "09:00", To: "10:00" });
    const dialog = within(await screen.findByRole("dialog", { name: "Add time to #WO-0007" }));
    await userEvent.click(dialog.getByRole("button", { name: "Add time" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Add time to #WO-0007" })).toBeNull());
    expect(entries()).toEqual(["Theo UngerWaiting1 hTue, Dec 1, 9:00–10:00 AM"]);
    responses["GET /api/me"] = technician;
    responses["POST /api/work-orders/7/times"] = (_: SentRequest) =>
      buildWorkOrder(7, { times: [buildTime(3)] });
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(entries()).toEqual([expect.stringContaining("Theo Unger1 h 45 min")]));
    expect(findCalls(sent, "POST /api/work-orders/7/times").at(-1)?.body).toMatchObject({
      startedAt: "2026-12-01T17:00:00.000Z",
    });
  });

  it("an offline technician who starts another work order stops the timer on this one", async () => {
    const { responses } = await openOrder(technician, [buildTime(3, { endedAt: null })]);
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/8/work": unreachable });
    await act(async () => void (await enqueue({ kind: "start", orderId: 8, payload: {} })));
    await waitFor(() =>
      expect(entries()).toEqual([expect.stringMatching(/3 h 30 minTue, Dec 1, 9:00 AM–12:30 PM$/)]),
    );
  });

  it("an offline technician who starts and completes work sees the time entry as waiting too", async () => {
    const { responses } = await openOrder(technician, [], {}, { status: "open" });
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/7/work": unreachable });
    await press("Start");
    await waitFor(() =>
      expect(entries()).toEqual(["Theo UngerWorking nowWaiting0 minsince Tue, Dec 1, 12:30 PM"]),
    );
    vi.setSystemTime(new Date("2026-12-01T21:10:00Z"));
    await press("Complete");
    const finishing = within(await screen.findByRole("dialog", { name: "Finish #WO-0007" }));
    expect(finishing.getByText("40 min")).toBeTruthy();
    await userEvent.click(finishing.getByRole("button", { name: "Complete" }));
    await waitFor(() => expect(entries()).toEqual(["Theo UngerWaiting40 minTue, Dec 1, 12:30–1:10 PM"]));
  });
});
