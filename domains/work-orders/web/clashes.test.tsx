import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { cleanBrowser, conflict, type Sent, unreachable } from "#web/testing/open-page.tsx";
import type { Clash } from "../work.ts";
import {
  calls,
  clashOf,
  entryOf,
  expectToast,
  fakeCanvas,
  landlord,
  openAs,
  openClashOf,
  orderOf,
  technician,
} from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();

const resolvePath = "POST /api/work-orders/7/clashes/4/resolve";
const both =
  "On Mon, Nov 23, 2:05 PM Sam Whitfield completed it. By the time this arrived, it had been moved to Cancelled by Linda Harcourt on Mon, Nov 23, 1:00 PM.";

async function openClashing(clash: Partial<Clash> = {}, responses = {}) {
  const portal = await openAs(landlord, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, { status: "cancelled", clashes: [clashOf(clash)] }),
    "GET /api/work-orders/7/history": [entryOf(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
}
const useIt = () => screen.getByRole("button", { name: /^Mark as completed/ });
const leaveIt = () => screen.getByRole("button", { name: /^Leave it as it is/ });
const isSettled = () => waitFor(() => expect(screen.queryByText(/^Changed twice/)).toBeNull());

describe("an order that was changed twice", () => {
  it("says both changes, and takes the late one with one tap", async () => {
    const { sent } = await openClashing({}, { [resolvePath]: orderOf(7, { status: "completed" }) });
    expect(screen.getByText("Changed twice: please choose")).toBeTruthy();
    expect(screen.getByText(both)).toBeTruthy();
    await userEvent.click(useIt());
    await expectToast("Late Change Used", "The other change stays in the log.");
    expect(calls(sent, resolvePath).map(({ body }) => body)).toEqual([{ use: true }]);
    await isSettled();
    expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
  });

  it("is left as it is with one tap", async () => {
    const { sent } = await openClashing({}, { [resolvePath]: orderOf(7, { status: "cancelled" }) });
    await userEvent.click(leaveIt());
    await expectToast("Left as It Is", "The other change stays in the log.");
    expect(calls(sent, resolvePath).map(({ body }) => body)).toEqual([{ use: false }]);
    await isSettled();
  });

  it("shows what became of it when somebody else has chosen first", async () => {
    await openClashing(
      {},
      { [resolvePath]: conflict("Sam Whitfield has chosen already.", orderOf(7, { status: "completed" })) },
    );
    await userEvent.click(leaveIt());
    await expectToast("Error", "Sam Whitfield has chosen already.", "destructive");
    await isSettled();
  });

  it("tells both to whoever may not choose, without buttons", async () => {
    await openClashing({ mayResolve: false, mayUse: false });
    expect(screen.getByText("Changed twice: somebody has to choose")).toBeTruthy();
    expect(screen.getByText(both)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Mark as|^Leave it/ })).toBeNull();
  });

  it("does not offer an order that somebody else has to the technician who started it", async () => {
    await openClashing({ asked: { did: "start", takes: true }, mayUse: false });
    expect(screen.getByText("Whoever runs the building can give it to you.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Give it/ })).toBeNull();
    expect(leaveIt()).toBeTruthy();
  });

  it.each<[string, Partial<Clash>, string, string]>([
    [
      "a start against another assignee",
      {
        asked: { did: "start", takes: true },
        found: { ...clashOf().found, what: "assignee", status: "open", assignee: "Dana Ortiz" },
      },
      "Give it to Sam Whitfield",
      "Sam Whitfield started it. By the time this arrived, it had been assigned to Dana Ortiz by Linda Harcourt",
    ],
    [
      "a pause against a cancellation",
      { asked: { did: "pause", reason: "part", until: null } },
      "Mark as paused",
      "Sam Whitfield paused it, waiting for a part. By the time this arrived, it had been moved to Cancelled",
    ],
  ])("%s", async (_, clash, button, words) => {
    await openClashing(clash);
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    expect(screen.getByRole("button", { name: new RegExp(`^${button}`) })).toBeTruthy();
  });

  it("cannot be chosen while there is no network", async () => {
    const { responses } = await openClashing({}, { [resolvePath]: unreachable });
    responses["GET /api/me"] = unreachable;
    await userEvent.click(useIt());
    await waitFor(() => expect((useIt() as HTMLButtonElement).disabled).toBe(true));
  });
});

describe("My Day", () => {
  it("asks the technician to choose, also about an order that is not theirs any more", async () => {
    let waiting = [openClashOf(7, { id: 4 })];
    const { sent } = await openAs(technician, "/my-day", {
      "GET /api/my-day": { own: [], hasMore: false, unassigned: [] },
      "GET /api/work-order-clashes": () => waiting,
      [resolvePath]: (_: Sent) => {
        waiting = [];
        return orderOf(7, { status: "completed" });
      },
    });
    const list = within(await screen.findByRole("list", { name: "To choose" }));
    expect(list.getByText(both)).toBeTruthy();
    expect(list.getByRole("link", { name: "#WO-0007 Fault number 7" }).getAttribute("href")).toBe(
      "/my-day/7",
    );
    await userEvent.click(list.getByRole("button", { name: "Mark as completed: Fault number 7" }));
    await isSettled();
    expect(calls(sent, resolvePath)).toHaveLength(1);
    expect(document.activeElement?.textContent).toBe("Your work");
  });
});
