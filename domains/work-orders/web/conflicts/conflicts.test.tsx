import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { conflict, resetBrowser, type SentRequest, unreachable } from "#web/testing/open-page.tsx";
import type { WorkConflict } from "../../work.ts";
import {
  buildConflict,
  buildEntry,
  buildOpenConflict,
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

const resolvePath = "POST /api/work-orders/7/conflicts/4/resolve";
const both =
  "Linda Harcourt moved this to Cancelled on Mon, Nov 23, 1:00 PM. Sam Whitfield completed it at 2:05 PM, without knowing. (Pacific Time)";

async function openWithConflict(conflict: Partial<WorkConflict> = {}, responses = {}) {
  const portal = await openAs(landlord, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, {
      status: "cancelled",
      conflicts: [buildConflict(conflict)],
    }),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
}
const useIt = () => screen.getByRole("button", { name: /^Mark as completed/ });
const keepAsIs = () => screen.getByRole("button", { name: /^Keep it Cancelled/ });
const isSettled = () => waitFor(() => expect(screen.queryByText(/^Conflicting updates/)).toBeNull());

describe("a work order with conflicting updates", () => {
  it("the conflict banner shows both updates and can apply the late update with one tap", async () => {
    const { sent } = await openWithConflict(
      {},
      { [resolvePath]: buildWorkOrder(7, { status: "completed" }) },
    );
    expect(screen.getByText("Conflicting updates: choose which one to keep")).toBeTruthy();
    expect(screen.getByText(both)).toBeTruthy();
    await userEvent.click(useIt());
    await expectToast("Marked as Completed", "The other update stays in the activity log.");
    expect(findCalls(sent, resolvePath).map(({ body }) => body)).toEqual([{ use: true }]);
    await isSettled();
    expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
  });

  it("the conflict banner can leave the work order unchanged with one tap", async () => {
    const { sent } = await openWithConflict(
      {},
      { [resolvePath]: buildWorkOrder(7, { status: "cancelled" }) },
    );
    await userEvent.click(keepAsIs());
    await expectToast(
      "Kept Cancelled",
      "Sam Whitfield's update wasn't applied. It stays in the activity log.",
    );
    expect(findCalls(sent, resolvePath).map(({ body }) => body)).toEqual([{ use: false }]);
    await isSettled();
  });

  it.each<[string, Partial<WorkConflict>, string]>([
    ["Keep it paused", { current: { ...buildConflict().current, field: "pause" } }, "Kept Paused"],
    [
      "Leave it with Dana Ortiz",
      { current: { ...buildConflict().current, field: "assignee", assignee: "Dana Ortiz" } },
      "Left with Dana Ortiz",
    ],
    [
      "Keep it unassigned",
      { current: { ...buildConflict().current, field: "assignee", assignee: null } },
      "Kept Unassigned",
    ],
  ])(
    "after “%s”, the message says what was kept and whose update wasn't applied",
    async (label, own, title) => {
      await openAs(technician, "/work-orders/7", {
        "GET /api/work-orders/7": buildWorkOrder(7, {
          conflicts: [buildConflict({ by: { id: technician.id, fullName: technician.fullName }, ...own })],
        }),
        "GET /api/work-orders/7/history": [],
        [resolvePath]: buildWorkOrder(7),
      });
      await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${label}`) }));
      await expectToast(title, "Your update wasn't applied. It stays in the activity log.");
    },
  );

  it("the conflict banner shows the reason that the landlord gave for the cancellation", async () => {
    await openWithConflict({ current: { ...buildConflict().current, reason: "Reported twice." } });
    expect(screen.getByText("Linda Harcourt's reason: “Reported twice.”")).toBeTruthy();
  });

  it("if someone else has resolved the conflict first, the conflict banner shows the outcome", async () => {
    await openWithConflict(
      {},
      {
        [resolvePath]: conflict(
          "Sam Whitfield has already resolved this conflict.",
          buildWorkOrder(7, { status: "completed" }),
        ),
      },
    );
    await userEvent.click(keepAsIs());
    await expectToast("Error", "Sam Whitfield has already resolved this conflict.", "destructive");
    await isSettled();
  });

  it("users who can't resolve the conflict see both updates without buttons", async () => {
    await openWithConflict({ canResolve: false, canUse: false });
    expect(screen.getByText("Conflicting updates: someone needs to choose which one to keep")).toBeTruthy();
    expect(screen.getByText(both)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Mark as|^Keep it/ })).toBeNull();
  });

  it("a conflict doesn't let a technician take a work order assigned to someone else", async () => {
    await openWithConflict({ requested: { step: "start", assignsSelf: true }, canUse: false });
    expect(screen.getByText("The property's manager can reassign it to you.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Assign to/ })).toBeNull();
    expect(keepAsIs()).toBeTruthy();
  });

  it.each<[string, Partial<WorkConflict>, string, string, string]>([
    [
      "a start conflicting with another assignee",
      {
        requested: { step: "start", assignsSelf: true },
        current: { ...buildConflict().current, field: "assignee", status: "open", assignee: "Dana Ortiz" },
      },
      "Assign to Sam Whitfield",
      "Leave it with Dana Ortiz",
      "Linda Harcourt assigned this to Dana Ortiz on Mon, Nov 23, 1:00 PM. Sam Whitfield started it at 2:05 PM, without knowing.",
    ],
    [
      "a pause conflicting with a cancellation",
      { requested: { step: "pause", reason: "part", until: null } },
      "Reopen as paused",
      "Keep it Cancelled",
      "Sam Whitfield paused it, waiting for a part, at 2:05 PM, without knowing.",
    ],
    [
      "a start conflicting with a cancellation",
      { requested: { step: "start", assignsSelf: true } },
      "Reopen for Sam Whitfield",
      "Keep it Cancelled",
      "Sam Whitfield started it at 2:05 PM, without knowing.",
    ],
    [
      "a start of the author's own work order that someone paused",
      {
        requested: { step: "start", assignsSelf: true },
        current: {
          ...buildConflict().current,
          field: "pause",
          assignee: "Sam Whitfield",
          pause: { reason: "approval", until: null, since: "2026-11-23T21:00:00Z" },
        },
      },
      "Mark as started",
      "Keep it paused",
      "Linda Harcourt paused this, waiting for approval, on Mon, Nov 23, 1:00 PM. Sam",
    ],
    [
      "a completion before the work order went to a team on the next day",
      {
        current: {
          ...buildConflict().current,
          field: "assignee",
          assignee: null,
          team: "Plumbers",
          at: "2026-11-24T21:00:00Z",
        },
      },
      "Mark as completed",
      "Leave it with team Plumbers",
      "Linda Harcourt assigned this to team Plumbers on Tue, Nov 24, 1:00 PM. Sam Whitfield had completed it on Mon, Nov 23, 2:05 PM.",
    ],
    [
      "a pause by the portal",
      {
        current: {
          ...buildConflict().current,
          field: "pause",
          pause: { reason: "approval", until: null, since: "2026-11-23T21:00:00Z" },
          by: null,
        },
      },
      "Mark as completed",
      "Keep it paused",
      "The portal paused this, waiting for approval, on Mon, Nov 23, 1:00 PM. Sam",
    ],
    [
      "a status no one has changed",
      { current: { ...buildConflict().current, status: "open", by: null, at: null } },
      "Mark as completed",
      "Keep it Open",
      "This was Open. Sam Whitfield completed it on Mon, Nov 23, 2:05 PM.",
    ],
  ])(
    "the conflict banner explains %s and offers both choices",
    async (_, conflict, useLabel, keepLabel, words) => {
      await openWithConflict(conflict);
      expect(screen.getByText(new RegExp(words))).toBeTruthy();
      for (const label of [useLabel, keepLabel])
        expect(screen.getByRole("button", { name: new RegExp(`^${label}`) })).toBeTruthy();
    },
  );

  it("the conflict banner lets a technician reopen the cancelled work order that they started", async () => {
    await openAs(technician, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7, {
        status: "cancelled",
        conflicts: [
          buildConflict({
            by: { id: technician.id, fullName: technician.fullName },
            requested: { step: "start", assignsSelf: true },
          }),
        ],
      }),
      "GET /api/work-orders/7/history": [],
    });
    expect(await screen.findByRole("button", { name: /^Reopen and continue/ })).toBeTruthy();
  });

  it("the conflict banner and the finishing sheet warn the author if their next step would resolve the conflict", async () => {
    const note = "If you continue, your conflicting update (started it) won't be applied.";
    const by = { id: technician.id, fullName: technician.fullName };
    const { sent } = await openAs(technician, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7, {
        status: "in_progress",
        assignee: { id: 8, fullName: "Priya Nair" },
        conflicts: [buildConflict({ by, requested: { step: "start", assignsSelf: true }, canUse: false })],
      }),
      "GET /api/work-orders/7/history": [],
    });
    await userEvent.click(await screen.findByRole("button", { name: "Complete" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Finish #WO-0007" }));
    expect(sheet.getByText(note)).toBeTruthy();
    await userEvent.click(sheet.getByRole("button", { name: "Close" }));
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Resume #WO-0007?" }));
    expect(question.getByText(note)).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/7/work")).toEqual([]);
  });

  it("the conflict banner shows the signature that came with a rejected completion", async () => {
    await openWithConflict({
      signature: { url: "/api/work-orders/7/signatures/3", signedByName: "Dana Ortiz" },
    });
    expect(screen.getByRole("img", { name: "Signature of Dana Ortiz" })).toBeTruthy();
    expect(
      screen.getByText("Dana Ortiz signed. The signature counts if the work order is marked as completed."),
    ).toBeTruthy();
  });

  it("a conflict can't be resolved while offline", async () => {
    const { responses } = await openWithConflict({}, { [resolvePath]: unreachable });
    responses["GET /api/me"] = unreachable;
    await userEvent.click(useIt());
    await waitFor(() => expect((useIt() as HTMLButtonElement).disabled).toBe(true));
  });
});

describe("conflicts in My Day", () => {
  it("My Day asks the technician to resolve a conflict even if the work order is no longer theirs", async () => {
    const current = { ...buildConflict().current, reason: "Reported twice." };
    let waiting = [buildOpenConflict(7, { id: 4, current })];
    const { sent } = await openAs(technician, "/my-day", {
      "GET /api/my-day": { assigned: [], hasMore: false, unassigned: [] },
      "GET /api/work-order-conflicts": () => waiting,
      [resolvePath]: (_: SentRequest) => {
        waiting = [];
        return buildWorkOrder(7, { status: "completed" });
      },
    });
    const list = within(await screen.findByRole("list", { name: "Conflicts to resolve" }));
    expect(list.getByText(both.replace("Sam Whitfield completed", "You completed"))).toBeTruthy();
    expect(list.getByText("Linda Harcourt's reason: “Reported twice.”")).toBeTruthy();
    expect(list.getByRole("link", { name: "#WO-0007 Problem 7" }).getAttribute("href")).toBe("/my-day/7");
    await userEvent.click(list.getByRole("button", { name: "Mark as completed: Problem 7" }));
    await isSettled();
    expect(findCalls(sent, resolvePath)).toHaveLength(1);
    expect(document.activeElement?.textContent).toBe("Your work");
  });
});
