import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import {
  buildEntry,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  openAs,
  technician,
} from "#domains/work-orders/web/testing/work-orders.ts";
import { problem, resetBrowser, type SentRequest, unreachable } from "#web/testing/open-page.tsx";
import type { MyDay, MyDayWorkOrder } from "../../my-day-contract.ts";

resetBrowser();
fakeCanvas();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./my-day-page.tsx"),
    import("#domains/work-orders/web/view/work-order-dialogs.tsx"),
  ]),
);

const me = { id: technician.id, fullName: technician.fullName };
const of = (
  id: number,
  facts: Partial<WorkOrder> = {},
  overrides: Partial<MyDayWorkOrder> = {},
): MyDayWorkOrder => ({
  order: buildWorkOrder(id, { assignee: me, ...facts }),
  contacts: [],
  earlier: [],
  history: [],
  ...overrides,
});
const dayWith = (day: Partial<MyDay>): MyDay => ({ assigned: [], hasMore: false, unassigned: [], ...day });
const open = (day: MyDay | (() => unknown), responses = {}, path = "/my-day") =>
  openAs(technician, path, { "GET /api/my-day": day, ...responses });
const part = async (name: string) => within(await screen.findByRole("region", { name }));

describe("My Day", () => {
  it("My Day shows overdue, today's, nearby, and next work, each with location, access, contacts, and previous work", async () => {
    const near = { unit: { id: 3, unitNumber: "101", floor: "2" } };
    await open(
      dayWith({
        assigned: [
          of(
            1,
            {
              ...near,
              dueAt: "2026-01-01T10:00:00Z",
              access: { building: "Keys at the desk", unit: "Ring twice" },
            },
            {
              contacts: [
                { name: "Maria Gonzales", role: "reporter", phone: null, email: "maria@coffee.example" },
                { name: "Harbor Lane Coffee", role: "company", phone: "(206) 555-0110", email: null },
              ],
              earlier: [
                { id: 3, title: "Drain smells", status: "completed", completedAt: "2025-12-01T10:00:00Z" },
              ],
            },
          ),
          of(2, { status: "in_progress" }),
          of(4, { propertyId: 9 }),
        ],
        unassigned: [of(5, { ...near, assignee: null })],
      }),
    );
    const lead = await part("Now");
    expect(lead.getByRole("button", { name: /^Complete\s*Problem 2$/ })).toBeTruthy();
    const overdue = await part("Overdue");
    expect(overdue.getByText("Harborview Center · Unit 101 · Room 1 · Floor 2")).toBeTruthy();
    const [callLink] = overdue.getAllByRole("link", { name: "Call Harbor Lane Coffee" });
    expect(callLink?.getAttribute("href")).toBe("tel:2065550110");
    await userEvent.click(overdue.getByRole("button", { name: "Access and contacts Problem 1" }));
    expect(overdue.getByText("Ring twice")).toBeTruthy();
    expect(overdue.getByText("Keys at the desk")).toBeTruthy();
    expect(overdue.getByRole("link", { name: "Email Maria Gonzales" }).getAttribute("href")).toBe(
      "mailto:maria@coffee.example",
    );
    expect(overdue.getByText("Drain smells")).toBeTruthy();
    const nearby = await part("Nearby");
    expect(nearby.getByText("Same floor")).toBeTruthy();
    expect(nearby.getByRole("button", { name: "Assign to me Problem 5" })).toBeTruthy();
    expect((await part("Next")).getByRole("button", { name: "Start Problem 4" })).toBeTruthy();
  });

  it("if no timer is running, My Day leads with the next work order and its access, contacts, and buttons", async () => {
    const day = dayWith({
      assigned: [
        of(
          1,
          {
            dueAt: "2026-01-01T10:00:00Z",
            location: "Plant room",
            unit: { id: 3, unitNumber: "101", floor: "2" },
            access: { building: "Keys at the desk", unit: null },
          },
          {
            contacts: [{ name: "Harbor Lane Coffee", role: "company", phone: "(206) 555-0110", email: null }],
          },
        ),
        of(2),
      ],
    });
    await open(day);
    const lead = await part("Up next");
    expect(lead.getByText("Plant room")).toBeTruthy();
    expect(lead.getByText("Harborview Center · Unit 101 · Floor 2")).toBeTruthy();
    expect(lead.getAllByText("Keys at the desk").length).toBeGreaterThan(0);
    expect(lead.getAllByRole("link", { name: "Call Harbor Lane Coffee" })[0]?.getAttribute("href")).toBe(
      "tel:2065550110",
    );
    expect(lead.getByRole("link", { name: /^Comment\s*Problem 1$/ }).getAttribute("href")).toBe(
      "/my-day/1#comment",
    );
    expect(lead.getByRole("button", { name: /^Start\s*Problem 1$/ })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Overdue" })).toBeNull();
    expect((await part("Next")).getByRole("link", { name: "Problem 2" })).toBeTruthy();
  });

  it("in My Day, one button takes, starts, and completes a work order, which moves to its new section right away", async () => {
    let order = buildWorkOrder(1, { assignee: null });
    const change = (facts: Partial<WorkOrder>) => {
      order = { ...order, ...facts, version: order.version + 1 };
      return order;
    };
    const { sent } = await open(
      () => dayWith(order.assignee === null ? { unassigned: [of(1, order)] } : { assigned: [of(1, order)] }),
      {
        "PUT /api/work-orders/1/assignee": () => change({ assignee: me }),
        "POST /api/work-orders/1/work": ({ body }: SentRequest) =>
          change({ status: (body as { step: string }).step === "start" ? "in_progress" : "completed" }),
      },
    );
    await userEvent.click(
      await (await part("Unassigned")).findByRole("button", { name: "Assign to me Problem 1" }),
    );
    await userEvent.click(
      await (await part("Up next")).findByRole("button", { name: /^Start\s*Problem 1$/ }),
    );
    await userEvent.click(await (await part("Now")).findByRole("button", { name: /^Complete\s*Problem 1$/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Complete" }));
    expect(await screen.findByText("You have no assigned work.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Your work");
    expect(findCalls(sent, "POST /api/work-orders/1/work").map(({ body }) => body)).toMatchObject([
      { step: "start" },
      { step: "complete" },
    ]);
  });

  it("offline, My Day shows the saved day and when the timer started, and opens unsent changes", async () => {
    const { responses } = await open(dayWith({ assigned: [of(1, { dueAt: "2026-01-01T10:00:00Z" })] }));
    const start = await screen.findByRole("button", { name: /^Start\s*Problem 1$/ });
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/1/work": unreachable });
    await userEvent.click(start);
    const lead = await part("Now");
    expect(await lead.findByRole("button", { name: /^Complete\s*Problem 1$/ })).toBeTruthy();
    expect(lead.getByText("0:00")).toBeTruthy();
    expect(lead.getByText(/^on the clock since \d+:\d\d/)).toBeTruthy();
    const line = within(screen.getByRole("main"));
    await userEvent.click(await line.findByRole("button", { name: "1 change waiting" }));
    expect(await screen.findByRole("dialog", { name: "Unsent changes" })).toBeTruthy();
  });

  it("My Day asks for confirmation before starting another work order and says which timer will stop", async () => {
    const startedAt = "2026-01-01T10:00:00Z";
    const { sent } = await open(dayWith({ assigned: [of(1, { status: "in_progress" }), of(2)] }), {
      "GET /api/my-times": [{ workOrderId: 1, startedAt, endedAt: null }],
      "POST /api/work-orders/2/work": buildWorkOrder(2, { assignee: me, status: "in_progress" }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Start Problem 2" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Start #WO-0002?" }));
    expect(question.getByText("This will stop your timer on #WO-0001.")).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/2/work")).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Start" }));
    await expectToast("Status Updated", "Your timer on #WO-0001 has stopped.");
  });

  it("a paused work order that leads My Day says so instead of looking like work in progress", async () => {
    const pause = { reason: "break", until: null, since: "2026-01-01T10:00:00Z" } as const;
    await open(dayWith({ assigned: [of(1, { status: "in_progress", pause })] }));
    const lead = await part("Up next");
    expect(lead.getByText("Paused")).toBeTruthy();
    expect(lead.queryByText("In Progress")).toBeNull();
  });

  it("My Day shows the running timer of a work order assigned to a colleague", async () => {
    const startedAt = new Date().toISOString();
    const running = { id: 9, user: me, startedAt, endedAt: null, recordedAt: startedAt, note: null };
    const times = [{ ...running, version: 1, canEdit: true }];
    const assignee = { id: 8, fullName: "Priya Nair" };
    await open(dayWith({ assigned: [of(2, { status: "in_progress", assignee, times }), of(1)] }));
    const lead = await part("Now");
    expect(lead.getByRole("link", { name: "Problem 2" })).toBeTruthy();
    expect(lead.getByText("0:00")).toBeTruthy();
  });

  it("a work order started offline moves to the top of My Day, where its timer runs", async () => {
    const startedAt = "2026-01-01T10:00:00Z";
    const running = { id: 9, user: me, startedAt, endedAt: null, recordedAt: startedAt, note: null };
    const times = [{ ...running, version: 1, canEdit: true }];
    const { responses } = await open(
      dayWith({
        assigned: [of(1, { status: "in_progress", times, clockStartedAt: startedAt }), of(2)],
      }),
    );
    expect(await (await part("Now")).findByRole("link", { name: "Problem 1" })).toBeTruthy();
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/2/work": unreachable });
    await userEvent.click(await screen.findByRole("button", { name: "Start Problem 2" }));
    await waitFor(async () =>
      expect((await part("Now")).getByRole("link", { name: "Problem 2" })).toBeTruthy(),
    );
    expect((await part("Now")).getByText("0:00")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Resume Problem 1" })).toBeTruthy();
  });

  it("My Day shows the first five nearby work orders and the rest on request", async () => {
    const near = [11, 12, 13, 14, 15, 16].map((id) => of(id, { assignee: null }));
    await open(dayWith({ assigned: [of(1, { dueAt: "2026-01-01T10:00:00Z" })], unassigned: near }));
    const nearby = await part("Nearby");
    expect(nearby.getAllByRole("button", { name: /^Assign to me/ })).toHaveLength(5);
    await userEvent.click(nearby.getByRole("button", { name: /^Show all 6/ }));
    expect(nearby.getAllByRole("button", { name: /^Assign to me/ })).toHaveLength(6);
  });

  it("My Day shows unassigned urgent work orders first and unfolded", async () => {
    const near = { assignee: null, priority: "low" } as const;
    await open(
      dayWith({
        assigned: [of(1, { dueAt: "2026-01-01T10:00:00Z" }), of(2, { dueAt: "2026-01-02T10:00:00Z" })],
        unassigned: [of(3, near), of(4, { ...near, priority: "urgent" })],
      }),
    );
    const urgent = await part("High priority, unassigned");
    expect(urgent.getByText("Same floor")).toBeTruthy();
    expect(urgent.getByRole("button", { name: "Assign to me Problem 4" }).closest("details")).toBeNull();
    const names = screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));
    expect(names.indexOf("High priority, unassigned")).toBeLessThan(names.indexOf("Overdue"));
    expect((await part("Nearby")).queryByText("Problem 4")).toBeNull();
  });

  it("My Day opens a work order in a dialog and shows the list again when it closes", async () => {
    const order = buildWorkOrder(1, { assignee: me });
    await open(dayWith({ assigned: [of(1)] }), {
      "GET /api/work-orders/1": order,
      "GET /api/work-orders/1/history": [buildEntry(1)],
    });
    await userEvent.click(await screen.findByRole("link", { name: "Problem 1" }));
    await screen.findByRole("heading", { name: "Activity Log" });
    const dialog = screen.getByRole("dialog");
    expect(location.pathname).toBe("/my-day/1");
    await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await waitFor(() => expect(location.pathname).toBe("/my-day"));
  });

  it("My Day shows an error and a retry button if loading failed", async () => {
    let isDown = true;
    await open(() => (isDown ? problem(503, "Later.")() : dayWith({ assigned: [of(1)] })));
    await screen.findByText("Couldn't load your day.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Problem 1" })).toBeTruthy();
  });
});

describe("start page", () => {
  it.each([
    [technician, "/my-day"],
    [landlord, "/dashboard"],
  ])("the start page for %o is %s", async (person, path) => {
    await openAs(person, "/start", { "GET /api/my-day": dayWith({}) });
    await waitFor(() => expect(location.pathname).toBe(path));
  });
});

describe("install hint", () => {
  const hint = "Add My Day to your home screen";

  it("the install hint explains installation on iOS until it is dismissed", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)");
    const view = await open(dayWith({}));
    await screen.findByText(hint);
    expect(screen.getByText(/Add to Home Screen/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Not now" }));
    expect(screen.queryByText(hint)).toBeNull();
    view.unmount();
    await open(dayWith({}));
    await screen.findByText("Nothing is due today");
    expect(screen.queryByText(hint)).toBeNull();
  });

  it("the install hint isn't shown where the browser can't install the portal", async () => {
    await open(dayWith({}));
    await screen.findByText("Nothing is due today");
    expect(screen.queryByText(hint)).toBeNull();
  });
});
