import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { admin, cleanBrowser, problem } from "#web/testing/open-page.tsx";
import { actionTypes } from "../contract.ts";
import { calls, entryOf, fakeCanvas, openAs, orderOf, pageIsHere } from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();

const openWith = async (history: unknown) => {
  const portal = await openAs(admin, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7),
    "GET /api/work-orders/7/history": history,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const entries = async () =>
  within(await screen.findByRole("list", { name: "Activity, newest first" })).getAllByRole("listitem");

describe("the activity log", () => {
  it("ACT-01 ACT-02 ACT-05 ACT-12 is loaded only for an open order, and shown as a timeline with times", async () => {
    const { sent } = await openWith([entryOf(2), entryOf(1)]);
    const items = await entries();
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain("Entry 2");
    expect(items[0]?.textContent).toContain("Jan 5, 3:07 PM");
    expect(calls(sent, "GET /api/work-orders/7/history")).toHaveLength(1);
  });

  it("what a phone had kept is shown with its true time, and when it was sent", async () => {
    await openWith([
      entryOf(2, { createdAt: "2025-01-05T17:40:00Z", happenedAt: "2025-01-05T14:05:00Z" }),
      entryOf(1, { createdAt: "2025-01-06T07:30:00Z", happenedAt: "2025-01-05T14:05:00Z" }),
    ]);
    const [sameDay, nextDay] = await entries();
    expect(sameDay?.textContent).toContain("Jan 5, 2:05 PMsent 5:40 PM");
    expect(nextDay?.textContent).toContain("Jan 5, 2:05 PMsent Jan 6, 7:30 AM");
  });

  it("ACT-02 no history is requested while no order is open", async () => {
    const { sent } = await openAs(admin, "/work-orders");
    await pageIsHere();
    await screen.findByText("No work orders found");
    expect(sent.filter(({ path }) => path.includes("history"))).toEqual([]);
  });

  it("ACT-03 a skeleton is shown while it loads", async () => {
    await openWith(() => new Promise(() => undefined));
    expect(screen.getByText("Loading the activity")).toBeTruthy();
  });

  it("ACT-04 an empty log has its own message", async () => {
    await openWith([]);
    await screen.findByText("No activity recorded yet");
    expect(
      screen.getByText("Activity will appear here as actions are taken on this work order."),
    ).toBeTruthy();
  });

  it("ACT-07 ACT-08 an entry without a message or a user has default texts", async () => {
    await openWith([entryOf(2, { message: null, user: null, userId: null }), entryOf(1)]);
    const [bare, whole] = await entries();
    expect(bare?.textContent).toContain("System event");
    expect(within(bare as HTMLElement).getByText("System")).toBeTruthy();
    expect(whole?.textContent).toContain("Maria Gonzales");
    expect(whole?.textContent).not.toContain("System");
  });

  it("ACT-09 ACT-10 ACT-11 every kind has its own icon and colour; signatures have a check mark", async () => {
    await openWith(actionTypes.map((actionType, at) => entryOf(at + 1, { actionType })));
    const items = await entries();
    const looks = items.map((item) => ({
      icon: item.querySelector("svg")?.innerHTML,
      colour: item.querySelector("svg")?.parentElement?.className,
    }));
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(actionTypes.length);
    expect(new Set(looks.map(({ colour }) => colour)).size).toBe(actionTypes.length);
    const withCheck = items.filter((item) => within(item).queryByText("Signed") !== null);
    expect(withCheck.map((item) => item.dataset["action"])).toEqual(["signature"]);
  });

  it("a log that cannot be loaded shows an error", async () => {
    await openWith(problem(500, "Something broke."));
    expect(await screen.findByText("The activity could not be loaded.")).toBeTruthy();
  });
});
