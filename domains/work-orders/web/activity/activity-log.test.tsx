import { cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { admin, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { actionTypes } from "../../contract.ts";
import {
  buildEntry,
  buildWorkOrder,
  fakeCanvas,
  findCalls,
  openAs,
  waitForPage,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const openWith = async (history: unknown) => {
  const portal = await openAs(admin, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7),
    "GET /api/work-orders/7/history": history,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const entries = async () =>
  within(await screen.findByRole("list", { name: "Activity, newest first" })).getAllByRole("listitem");

describe("activity log", () => {
  it("ACT-01 ACT-02 ACT-05 ACT-12 the activity log loads only for an open work order and is shown as a timeline with times", async () => {
    const { sent } = await openWith([buildEntry(2), buildEntry(1)]);
    const items = await entries();
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain("Entry 2");
    expect(items[0]?.textContent).toContain("Jan 5, 7:07 AM PT");
    expect(findCalls(sent, "GET /api/work-orders/7/history")).toHaveLength(1);
  });

  it("an entry sent late from a phone shows when it happened and when it was sent", async () => {
    await openWith([
      buildEntry(2, { createdAt: "2025-01-05T17:40:00Z", happenedAt: "2025-01-05T14:05:00Z" }),
      buildEntry(1, { createdAt: "2025-01-06T15:30:00Z", happenedAt: "2025-01-05T14:05:00Z" }),
    ]);
    const [sameDay, nextDay] = await entries();
    expect(sameDay?.textContent).toContain("Jan 5, 6:05 AM PTsent 9:40 AM PT");
    expect(nextDay?.textContent).toContain("Jan 5, 6:05 AM PTsent Jan 6, 7:30 AM PT");
  });

  it("entries have the property's time, with its time zone only if the viewer's clock shows another time", async () => {
    const open = (timeZone: string) =>
      openAs(admin, "/work-orders/7", {
        "GET /api/work-orders/7": buildWorkOrder(7, { timeZone }),
        "GET /api/work-orders/7/history": [buildEntry(1, { actionType: "comment_added" })],
      });
    await open("UTC");
    expect((await entries())[0]?.textContent).toContain("Jan 5, 3:07 PMEntry 1");
    cleanup();
    await open("America/New_York");
    expect((await entries())[0]?.textContent).toContain("Jan 5, 10:07 AM ETEntry 1");
  });

  it("an event with a time at the property names the property's time zone", async () => {
    const actionType = "visit_changed";
    await openWith([
      buildEntry(2, { actionType, message: "Visit confirmed: Tue, Dec 1, 9:00–11:00 AM" }),
      buildEntry(1, { actionType: "due_changed", message: "Due date removed" }),
    ]);
    const [visit, removal] = await entries();
    expect(visit?.textContent).toContain("9:00–11:00 AM(Pacific Time)");
    expect(removal?.textContent).not.toContain("Pacific Time");
  });

  it("ACT-02 no history is requested while no work order is open", async () => {
    const { sent } = await openAs(admin, "/work-orders");
    await waitForPage();
    await screen.findByText("No work orders found");
    expect(sent.filter(({ path }) => path.includes("history"))).toEqual([]);
  });

  it("ACT-03 a skeleton is shown while the activity log loads", async () => {
    await openWith(() => new Promise(() => undefined));
    expect(screen.getByText("Loading activity")).toBeTruthy();
  });

  it("ACT-04 an empty activity log shows its own message", async () => {
    await openWith([]);
    await screen.findByText("No activity recorded yet");
    expect(
      screen.getByText("Activity will appear here as actions are taken on this work order."),
    ).toBeTruthy();
  });

  it("ACT-07 ACT-08 an activity entry without a message or a user shows default text", async () => {
    await openWith([buildEntry(2, { message: null, user: null, userId: null }), buildEntry(1)]);
    const [bare, whole] = await entries();
    expect(bare?.textContent).toContain("System event");
    expect(within(bare as HTMLElement).getByText("System")).toBeTruthy();
    expect(whole?.textContent).toContain("Maria Gonzales");
    expect(whole?.textContent).not.toContain("System");
  });

  it("ACT-09 ACT-10 ACT-11 every activity type has its own icon and color, and signatures have a check mark", async () => {
    await openWith(actionTypes.map((actionType, index) => buildEntry(index + 1, { actionType })));
    const items = await entries();
    const styles = items.map((item) => ({
      icon: item.querySelector("svg")?.innerHTML,
      colour: item.querySelector("svg")?.parentElement?.className,
    }));
    expect(new Set(styles.map(({ icon }) => icon)).size).toBe(actionTypes.length);
    expect(new Set(styles.map(({ colour }) => colour)).size).toBe(actionTypes.length);
    const withCheck = items.filter((item) => within(item).queryByText("Signed") !== null);
    expect(withCheck.map((item) => item.dataset["action"])).toEqual(["signature"]);
  });

  it("an activity log that fails to load shows an error", async () => {
    await openWith(problem(500, "Something broke."));
    expect(await screen.findByText("Activity couldn't be loaded.")).toBeTruthy();
  });
});
