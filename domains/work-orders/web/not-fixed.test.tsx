import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { cleanBrowser, conflict, problem, tenant } from "#web/testing/open-page.tsx";
import { calls, entryOf, expectToast, fakeCanvas, openAs, orderOf } from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();

const move = "PATCH /api/work-orders/7/status";
const may = { ...orderOf(7).may, moveTo: ["open" as const] };
const reopened = (version: number) => orderOf(7, { may: { ...may, moveTo: [] }, version });
const openCompleted = async (response: unknown) => {
  const portal = await openAs(tenant, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, { status: "completed", may }),
    "GET /api/work-orders/7/history": [entryOf(1)],
    [move]: response,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const reason = () => screen.getByLabelText<HTMLTextAreaElement>("What is still wrong?");

describe("a completed order that is not fixed", () => {
  it("ROLE-18 is reopened with what is still wrong, which is kept until then", async () => {
    const { sent, responses } = await openCompleted(problem(503, "Please try again in a moment."));
    await press("Not fixed");
    await press("Reopen");
    await screen.findByText("Please write what is still wrong");
    expect(calls(sent, move)).toEqual([]);
    await userEvent.type(reason(), "It still drips.");
    await press("Cancel");
    await press("Not fixed");
    expect(reason().value).toBe("It still drips.");
    await press("Reopen");
    await screen.findByText("Please try again in a moment.");
    responses[move] = reopened(2);
    await press("Reopen");
    await expectToast("Work Order Reopened", "It is open again, with your comment.");
    expect(calls(sent, move).at(-1)?.body).toEqual({ status: "open", reason: "It still drips." });
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  });

  it("and that somebody else has reopened keeps what is typed, and says who; sent again, it is a comment", async () => {
    const sentence = "Lena Landlord moved #WO-0007 to Open in the meantime.";
    const { sent, responses } = await openCompleted(conflict(sentence, reopened(2)));
    await press("Not fixed");
    await userEvent.type(reason(), "It still drips.");
    responses["GET /api/work-orders/7"] = reopened(2);
    await press("Reopen");
    await screen.findByText(sentence);
    expect(reason().value).toBe("It still drips.");
    responses[move] = reopened(2);
    await press("Reopen");
    await waitFor(() => expect(screen.queryByLabelText("What is still wrong?")).toBeNull());
    const versions = calls(sent, move).map(({ init }) => new Headers(init.headers).get("If-Match"));
    expect(versions).toEqual(['"1"', '"2"']);
    expect(screen.queryByRole("button", { name: "Not fixed" })).toBeNull();
  });
});
