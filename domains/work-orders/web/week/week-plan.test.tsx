import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { conflict, onPhone, resetBrowser, type SentRequest } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { getWeekDays, groupByPersonAndDay, needsPlanning, sumMinutes } from "../../week.ts";
import {
  buildRow,
  buildWorkOrder,
  expectToast,
  findCalls,
  landlord,
  openAs,
  serveList,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T18:00:00Z") });
});

const theo = { id: 5, fullName: "Theo Unger" };
const priya = { id: 8, fullName: "Priya Nair" };

/** A server that plans these work orders. Priya works only at another property. */
function server(rows: WorkOrderRow[], today = "2026-12-01") {
  const state = new Map(rows.map((row) => [row.id, row]));
  const all = () => [...state.values()];
  const week = ({ path }: SentRequest) => {
    const from = new URL(path, "http://localhost").searchParams.get("from") ?? "2026-11-30";
    const placed = groupByPersonAndDay(all(), getWeekDays(from));
    const minutes = (id: number) =>
      getWeekDays(from).map((day) => sumMinutes(placed.get(id)?.get(day) ?? []));
    return {
      from,
      today,
      people: [
        { ...priya, propertyIds: [2], minutes: minutes(priya.id) },
        { ...theo, propertyIds: null, minutes: minutes(theo.id) },
      ],
      orders: all().filter(({ assignee }) => assignee !== null),
      isTruncated: false,
    };
  };
  const plan = (id: number) => (sent: SentRequest) => {
    const { assigneeId, ...to } = sent.body as { assigneeId: number | null; plannedOn: string | null };
    const before = state.get(id) as WorkOrderRow;
    const planned = {
      ...before,
      ...to,
      assignee: assigneeId === null ? null : theo,
      version: before.version + 1,
    };
    state.set(id, planned);
    return buildWorkOrder(id, planned);
  };
  return {
    "GET /api/work-orders/week": week,
    "GET /api/work-orders": serveList(() => all().filter((row) => needsPlanning(row, new Date()))),
    ...Object.fromEntries(
      rows.flatMap(({ id }) => [
        [`PUT /api/work-orders/${id}/plan`, plan(id)],
        [`GET /api/work-orders/${id}/assignees`, [theo]],
      ]),
    ),
  };
}

const beside = () => screen.findByRole("region", { name: "Unplanned" });
const day = (name: string | RegExp) => screen.findByRole("group", { name });
const card = async (within_: HTMLElement, id: number) =>
  within(within_).findByRole("article", { name: new RegExp(`^#WO-000${id} `) });

async function drag(dragged: HTMLElement, target: HTMLElement) {
  const dataTransfer = { setData: () => undefined, effectAllowed: "", dropEffect: "" };
  fireEvent.dragStart(dragged, { dataTransfer });
  await waitFor(() => expect(dragged.className).toContain("opacity-40"));
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(dragged, { dataTransfer });
}

it("dragging a card onto a person's day plans the work order right away and updates the hours", async () => {
  const full = buildRow(8, { assignee: theo, plannedOn: "2026-12-02", estimateMinutes: 450 });
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([buildRow(7), full]));
  const wednesday = await day("Theo Unger, Wed, Dec 2: 7 h 30 min of 8 h");
  await drag(await card(await beside(), 7), wednesday);
  await card(await day("Theo Unger, Wed, Dec 2: 8 h 30 min, 30 min over capacity"), 7);
  expect(within(await beside()).queryByRole("article")).toBeNull();
  await expectToast("Work Order Planned", "#WO-0007: Theo Unger, Wed, Dec 2.");
  const [put] = findCalls(sent, "PUT /api/work-orders/7/plan");
  expect(put?.body).toEqual({ assigneeId: 5, plannedOn: "2026-12-02" });
  expect(new Headers(put?.init.headers).get("If-Match")).toBe('"1"');
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(findCalls(sent, "PUT /api/work-orders/7/plan")).toHaveLength(2));
  expect(findCalls(sent, "PUT /api/work-orders/7/plan")[1]?.body).toEqual({
    assigneeId: null,
    plannedOn: null,
    estimateMinutes: null,
    keepsVisit: true,
  });
});

it("a card can't be dropped on people who work at other properties or on past days", async () => {
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([buildRow(7)]));
  for (const where of [/^Priya Nair, Wed, Dec 2/, /^Theo Unger, Mon, Nov 30/])
    await drag(await card(await beside(), 7), await day(where));
  await card(await beside(), 7);
  expect(findCalls(sent, "PUT /api/work-orders/7/plan")).toEqual([]);
});

it("a card whose plan is rejected moves back, and a message says why", async () => {
  const planned = buildRow(7, { assignee: theo, plannedOn: "2026-12-02" });
  await openAs(landlord, "/work-orders?view=week", {
    ...server([planned]),
    "PUT /api/work-orders/7/plan": conflict(
      "Avery Whitfield edited #WO-0007 after you opened it.",
      buildWorkOrder(7, { ...planned, version: 2 }),
    ),
  });
  await drag(await card(await day(/^Theo Unger, Wed/), 7), await day(/^Theo Unger, Fri/));
  await expectToast("Error", "Avery Whitfield edited #WO-0007 after you opened it.", "destructive");
  await card(await day(/^Theo Unger, Wed/), 7);
  await day("Theo Unger, Fri, Dec 4: nothing planned");
});

it("Move to... sets the assignee, date, and estimate without a mouse, and the card's menu sets the estimate alone", async () => {
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([buildRow(7)]));
  const user = userEvent.setup();
  await user.click(
    within(await card(await beside(), 7)).getByRole("button", { name: "Move #WO-0007 to..." }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Plan #WO-0007" }));
  await dialog.findByRole("option", { name: "Theo Unger" });
  await user.selectOptions(dialog.getByLabelText("Person"), "Theo Unger");
  fireEvent.change(dialog.getByLabelText("Date"), { target: { value: "2026-12-03" } });
  await user.selectOptions(dialog.getByLabelText("Estimate"), "Other");
  await user.type(dialog.getByLabelText("Minutes"), "3");
  await user.click(dialog.getByRole("button", { name: "Save plan" }));
  await dialog.findByText("Please enter at least 5 minutes");
  await user.type(dialog.getByLabelText("Minutes"), "0");
  await user.click(dialog.getByRole("button", { name: "Save plan" }));
  const moved = await card(await day("Theo Unger, Thu, Dec 3: 30 min of 8 h"), 7);
  await user.click(within(moved).getByRole("button", { name: "Estimate for #WO-0007: 30 min" }));
  await user.click(screen.getByRole("menuitemradio", { name: "4 h" }));
  await day("Theo Unger, Thu, Dec 3: 4 h of 8 h");
  expect(findCalls(sent, "PUT /api/work-orders/7/plan").map(({ body }) => body)).toEqual([
    { assigneeId: 5, plannedOn: "2026-12-03", estimateMinutes: 30 },
    { assigneeId: 5, plannedOn: "2026-12-03", estimateMinutes: 240 },
  ]);
});

it("moving work away from its confirmed visit asks for confirmation and offers a new visit", async () => {
  const visit = {
    from: "2026-12-02T17:00:00Z",
    to: "2026-12-02T19:00:00Z",
    state: "confirmed" as const,
    note: null,
  };
  const { sent } = await openAs(
    landlord,
    "/work-orders?view=week",
    server([buildRow(7, { assignee: theo, appointment: visit })]),
  );
  const visited = await day("Theo Unger, Wed, Dec 2: 2 h of 8 h");
  expect((await card(visited, 7)).textContent).toContain("Visit 9:00–11:00 AM");
  await drag(await card(visited, 7), await day(/^Theo Unger, Fri/));
  const question = within(await screen.findByRole("dialog", { name: "A visit for #WO-0007 is confirmed" }));
  expect(findCalls(sent, "PUT /api/work-orders/7/plan")).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Move and propose a new visit time" }));
  const proposal = within(
    await screen.findByRole("dialog", { name: "When should the visit for #WO-0007 be?" }),
  );
  expect(proposal.getByLabelText<HTMLInputElement>("Date").value).toBe("2026-12-04");
  expect(findCalls(sent, "PUT /api/work-orders/7/plan")[0]?.body).toEqual({
    assigneeId: 5,
    plannedOn: "2026-12-04",
    keepsVisit: true,
  });
});

it("a card that is only due on a day is marked as unplanned, and the week is in the URL", async () => {
  const due = buildRow(7, { assignee: theo, dueAt: "2026-12-09T01:00:00Z" });
  await openAs(landlord, "/work-orders?view=week", server([due]));
  await userEvent.click(await screen.findByRole("button", { name: "Next week" }));
  const tuesday = await day("Theo Unger, Tue, Dec 8: nothing planned");
  expect((await card(tuesday, 7)).textContent).toContain("Due Tue, Dec 8, 5:00 PM PT, not planned");
  expect(new URLSearchParams(location.search).get("week")).toBe("2026-12-07");
  await userEvent.click(screen.getByRole("button", { name: "This week" }));
  await day("Theo Unger, Tue, Dec 1: nothing planned");
  expect(location.search).toBe("?view=week");
});

it("on a Sunday, the plan opens at the coming week, and This week shows the week that is ending", async () => {
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([], "2026-11-29"));
  await day("Theo Unger, Mon, Nov 30: nothing planned");
  await userEvent.click(screen.getByRole("button", { name: "This week" }));
  await waitFor(() =>
    expect(findCalls(sent, "GET /api/work-orders/week").at(-1)?.path).toContain("from=2026-11-23"),
  );
  await day("Theo Unger, Sun, Nov 29: nothing planned");
});

it("on a Sunday, the plan on a phone shows Monday first", async () => {
  onPhone();
  await openAs(landlord, "/work-orders?view=week", server([], "2026-11-29"));
  expect(await day("Theo Unger, Mon, Nov 30: nothing planned")).toBeTruthy();
});

it("on a phone, the plan shows one day, and its cards can't be dragged", async () => {
  onPhone();
  const planned = buildRow(7, { assignee: theo, plannedOn: "2026-12-03" });
  await openAs(landlord, "/work-orders?view=week", server([planned]));
  await day("Theo Unger, Tue, Dec 1: nothing planned");
  expect(screen.queryByRole("group", { name: /Dec 3/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Thu, Dec 3" }));
  const weekCard = await card(await day("Theo Unger, Thu, Dec 3: 1 h of 8 h"), 7);
  expect(weekCard.getAttribute("draggable")).toBe("false");
  within(weekCard).getByRole("button", { name: "Move #WO-0007 to..." });
});

it("users who can't plan don't see the week view", async () => {
  await openAs(technician, "/work-orders?view=week", server([buildRow(7)]));
  await screen.findByRole("tab", { name: "Kanban Board" });
  expect(screen.queryByRole("tab", { name: "Week" })).toBeNull();
});
