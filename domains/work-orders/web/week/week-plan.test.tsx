import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { cleanBrowser, conflict, onPhone, type Sent } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { isToPlan, minutesOf, placedOrders, weekFrom } from "../../week.ts";
import {
  calls,
  expectToast,
  landlord,
  listOf,
  openAs,
  orderOf,
  rowOf,
  technician,
} from "../testing/orders.ts";

cleanBrowser();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T18:00:00Z") });
});

const theo = { id: 5, fullName: "Theo Unger" };
const priya = { id: 8, fullName: "Priya Nair" };

/** A server with these orders, which plans them; Priya works in another building only. */
function server(rows: WorkOrderRow[]) {
  const state = new Map(rows.map((row) => [row.id, row]));
  const all = () => [...state.values()];
  const week = ({ path }: Sent) => {
    const from = new URL(path, "http://localhost").searchParams.get("from") ?? "2026-11-30";
    const placed = placedOrders(all(), weekFrom(from));
    const minutes = (id: number) => weekFrom(from).map((day) => minutesOf(placed.get(id)?.get(day) ?? []));
    return {
      from,
      today: "2026-12-01",
      people: [
        { ...priya, propertyIds: [2], minutes: minutes(priya.id) },
        { ...theo, propertyIds: null, minutes: minutes(theo.id) },
      ],
      orders: all().filter(({ assignee }) => assignee !== null),
      isCut: false,
    };
  };
  const plan = (id: number) => (sent: Sent) => {
    const { assigneeId, ...to } = sent.body as { assigneeId: number | null; plannedOn: string | null };
    const before = state.get(id) as WorkOrderRow;
    const planned = {
      ...before,
      ...to,
      assignee: assigneeId === null ? null : theo,
      version: before.version + 1,
    };
    state.set(id, planned);
    return orderOf(id, planned);
  };
  return {
    "GET /api/work-orders/week": week,
    "GET /api/work-orders": listOf(() => all().filter((row) => isToPlan(row, new Date()))),
    ...Object.fromEntries(
      rows.flatMap(({ id }) => [
        [`PUT /api/work-orders/${id}/plan`, plan(id)],
        [`GET /api/work-orders/${id}/assignees`, [theo]],
      ]),
    ),
  };
}

const beside = () => screen.findByRole("region", { name: "To be planned" });
const day = (name: string | RegExp) => screen.findByRole("group", { name });
const card = async (within_: HTMLElement, id: number) =>
  within(within_).findByRole("article", { name: new RegExp(`^#WO-000${id} `) });

async function drag(held: HTMLElement, target: HTMLElement) {
  const dataTransfer = { setData: () => undefined, effectAllowed: "", dropEffect: "" };
  fireEvent.dragStart(held, { dataTransfer });
  await waitFor(() => expect(held.className).toContain("opacity-40"));
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(held, { dataTransfer });
}

it("a card dragged onto a day of somebody is planned for it at once, and the hours follow in words", async () => {
  const full = rowOf(8, { assignee: theo, plannedOn: "2026-12-02", estimateMinutes: 450 });
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([rowOf(7), full]));
  const wednesday = await day("Theo Unger, Wed, Dec 2: 7 h 30 min of 8 h");
  await drag(await card(await beside(), 7), wednesday);
  await card(await day("Theo Unger, Wed, Dec 2: 8 h 30 min, 30 min over a day"), 7);
  expect(within(await beside()).queryByRole("article")).toBeNull();
  await expectToast("Work Order Planned", "#WO-0007: Theo Unger, Wed, Dec 2.");
  const [put] = calls(sent, "PUT /api/work-orders/7/plan");
  expect(put?.body).toEqual({ assigneeId: 5, plannedOn: "2026-12-02" });
  expect(new Headers(put?.init.headers).get("If-Match")).toBe('"1"');
});

it("a card is not taken by who works elsewhere, nor on a day that is past", async () => {
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([rowOf(7)]));
  for (const where of [/^Priya Nair, Wed, Dec 2/, /^Theo Unger, Mon, Nov 30/])
    await drag(await card(await beside(), 7), await day(where));
  await card(await beside(), 7);
  expect(calls(sent, "PUT /api/work-orders/7/plan")).toEqual([]);
});

it("a refused plan goes back and says why", async () => {
  const planned = rowOf(7, { assignee: theo, plannedOn: "2026-12-02" });
  await openAs(landlord, "/work-orders?view=week", {
    ...server([planned]),
    "PUT /api/work-orders/7/plan": conflict(
      "Avery Whitfield edited #WO-0007 in the meantime.",
      orderOf(7, { ...planned, version: 2 }),
    ),
  });
  await drag(await card(await day(/^Theo Unger, Wed/), 7), await day(/^Theo Unger, Fri/));
  await expectToast("Error", "Avery Whitfield edited #WO-0007 in the meantime.", "destructive");
  await card(await day(/^Theo Unger, Wed/), 7);
  await day("Theo Unger, Fri, Dec 4: nothing planned");
});

it("without a mouse: Move to... asks for person, day and estimate, and the estimate alone is set on the card", async () => {
  const { sent } = await openAs(landlord, "/work-orders?view=week", server([rowOf(7)]));
  const user = userEvent.setup();
  await user.click(
    within(await card(await beside(), 7)).getByRole("button", { name: "Move #WO-0007 to..." }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Plan #WO-0007" }));
  await dialog.findByRole("option", { name: "Theo Unger" });
  await user.selectOptions(dialog.getByLabelText("Person"), "Theo Unger");
  fireEvent.change(dialog.getByLabelText("Day"), { target: { value: "2026-12-03" } });
  await user.selectOptions(dialog.getByLabelText("Takes"), "Other");
  await user.type(dialog.getByLabelText("Minutes"), "3");
  await user.click(dialog.getByRole("button", { name: "Save plan" }));
  await dialog.findByText("Please enter at least 5 minutes");
  await user.type(dialog.getByLabelText("Minutes"), "0");
  await user.click(dialog.getByRole("button", { name: "Save plan" }));
  const moved = await card(await day("Theo Unger, Thu, Dec 3: 30 min of 8 h"), 7);
  await user.click(within(moved).getByRole("button", { name: "Estimate of #WO-0007: 30 min" }));
  await user.click(screen.getByRole("menuitemradio", { name: "4 h" }));
  await day("Theo Unger, Thu, Dec 3: 4 h of 8 h");
  expect(calls(sent, "PUT /api/work-orders/7/plan").map(({ body }) => body)).toEqual([
    { assigneeId: 5, plannedOn: "2026-12-03", estimateMinutes: 30 },
    { assigneeId: 5, plannedOn: "2026-12-03", estimateMinutes: 240 },
  ]);
});

it("work with an agreed visit is moved to another day only after a question, which offers another visit", async () => {
  const visit = {
    from: "2026-12-02T17:00:00Z",
    to: "2026-12-02T19:00:00Z",
    state: "agreed" as const,
    note: null,
  };
  const { sent } = await openAs(
    landlord,
    "/work-orders?view=week",
    server([rowOf(7, { assignee: theo, appointment: visit })]),
  );
  const visited = await day("Theo Unger, Wed, Dec 2: 2 h of 8 h");
  expect((await card(visited, 7)).textContent).toContain("Visit 9:00–11:00 AM");
  await drag(await card(visited, 7), await day(/^Theo Unger, Fri/));
  const question = within(await screen.findByRole("dialog", { name: "A visit for #WO-0007 is agreed" }));
  expect(calls(sent, "PUT /api/work-orders/7/plan")).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Move and propose another visit" }));
  const proposal = within(await screen.findByRole("dialog", { name: "When is the visit for #WO-0007?" }));
  expect(proposal.getByLabelText<HTMLInputElement>("Day").value).toBe("2026-12-04");
  expect(calls(sent, "PUT /api/work-orders/7/plan")[0]?.body).toEqual({
    assigneeId: 5,
    plannedOn: "2026-12-04",
    visitStays: true,
  });
});

it("what is only due on a day says that it is not planned; weeks are in the address", async () => {
  const due = rowOf(7, { assignee: theo, dueAt: "2026-12-09T01:00:00Z" });
  await openAs(landlord, "/work-orders?view=week", server([due]));
  await userEvent.click(await screen.findByRole("button", { name: "Next week" }));
  const tuesday = await day("Theo Unger, Tue, Dec 8: nothing planned");
  expect((await card(tuesday, 7)).textContent).toContain("Due Tue, Dec 8, 5:00 PM, not planned");
  expect(new URLSearchParams(location.search).get("week")).toBe("2026-12-07");
  await userEvent.click(screen.getByRole("button", { name: "This week" }));
  await day("Theo Unger, Tue, Dec 1: nothing planned");
  expect(location.search).toBe("?view=week");
});

it("a phone shows one day, and no card is dragged there", async () => {
  onPhone();
  const planned = rowOf(7, { assignee: theo, plannedOn: "2026-12-03" });
  await openAs(landlord, "/work-orders?view=week", server([planned]));
  await day("Theo Unger, Tue, Dec 1: nothing planned");
  expect(screen.queryByRole("group", { name: /Dec 3/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Thu, Dec 3" }));
  const shown = await card(await day("Theo Unger, Thu, Dec 3: 1 h of 8 h"), 7);
  expect(shown.getAttribute("draggable")).toBe("false");
  within(shown).getByRole("button", { name: "Move #WO-0007 to..." });
});

it("who does not plan has no week", async () => {
  await openAs(technician, "/work-orders?view=week", server([rowOf(7)]));
  await screen.findByRole("tab", { name: "Kanban Board" });
  expect(screen.queryByRole("tab", { name: "Week" })).toBeNull();
});
