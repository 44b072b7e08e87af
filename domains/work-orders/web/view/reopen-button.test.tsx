import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { conflict, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import {
  buildEntry,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const move = "PATCH /api/work-orders/7/status";
const can = { ...buildWorkOrder(7).can, moveTo: ["open" as const] };
const reopened = (version: number) => buildWorkOrder(7, { can: { ...can, moveTo: [] }, version });
const openCompleted = async (response: unknown) => {
  const portal = await openAs(tenant, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, { status: "completed", can }),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    [move]: response,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const reason = () => screen.getByLabelText<HTMLTextAreaElement>("What is still wrong?");

describe("reopening a completed work order", () => {
  it("ROLE-18 the tenant's description of the problem is sent when reopening and kept until then", async () => {
    const { sent, responses } = await openCompleted(problem(503, "Please try again in a moment."));
    await press("Not fixed? Reopen");
    await press("Reopen");
    await screen.findByText("Please describe what's still wrong");
    expect(findCalls(sent, move)).toEqual([]);
    await userEvent.type(reason(), "It still drips.");
    await userEvent.keyboard("{Escape}");
    await press("Not fixed? Reopen");
    expect(reason().value).toBe("It still drips.");
    await press("Reopen");
    await screen.findByText("Please try again in a moment.");
    responses[move] = reopened(2);
    await press("Reopen");
    await expectToast("Work Order Reopened", "The work order is open again with your comment.");
    expect(findCalls(sent, move).at(-1)?.body).toEqual({ status: "open", reason: "It still drips." });
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("if someone else reopened the work order first, the dialog keeps the text, names that person, and posts the text as a comment on retry", async () => {
    const sentence = "Lena Landlord changed the status of #WO-0007 to Open after you opened it.";
    const { sent, responses } = await openCompleted(conflict(sentence, reopened(2)));
    await press("Not fixed? Reopen");
    await userEvent.type(reason(), "It still drips.");
    responses["GET /api/work-orders/7"] = reopened(2);
    await press("Reopen");
    await screen.findByText(sentence);
    expect(reason().value).toBe("It still drips.");
    responses[move] = reopened(2);
    await press("Reopen");
    await waitFor(() => expect(screen.queryByLabelText("What is still wrong?")).toBeNull());
    const versions = findCalls(sent, move).map(({ init }) => new Headers(init.headers).get("If-Match"));
    expect(versions).toEqual(['"1"', '"2"']);
    expect(screen.queryByRole("button", { name: "Not fixed? Reopen" })).toBeNull();
  });
});
