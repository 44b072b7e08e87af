import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildWorkOrder,
  fakeCanvas,
  findCalls,
  noActions,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const openOrder = async (user = admin, overrides: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const dialog = () => within(screen.getByRole("dialog", { name: "Work Order #WO-0007" }));

describe("comments", () => {
  it("staff select who can see a comment, and internal comments are marked", async () => {
    const entry = buildEntry(2, {
      actionType: "comment_added",
      message: "Ordered the part.",
      internal: true,
    });
    const { sent, responses } = await openOrder(
      technician,
      {},
      { "POST /api/work-orders/7/comments": () => Response.json(entry, { status: 201 }) },
    );
    responses["GET /api/work-orders/7/history"] = [entry, buildEntry(1)];
    await userEvent.click(dialog().getByRole("button", { name: "Shared with the tenant" }));
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Internal: staff only" }));
    await userEvent.keyboard("{Escape}");
    expect(dialog().getByRole("button", { name: "Internal: staff only" })).toBeTruthy();
    expect(dialog().getByText("Internal: staff only").closest("[class*=sr-only]")).toBeNull();
    await userEvent.type(dialog().getByLabelText("Comment"), "Ordered the part.");
    await userEvent.click(dialog().getByRole("button", { name: "Add note" }));
    await dialog().findByText("Ordered the part.", { selector: "p" });
    const log = within(dialog().getByRole("region", { name: "Activity Log" }));
    expect(log.getByText("Internal: staff only")).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/7/comments")[0]?.body).toEqual({
      text: "Ordered the part.",
      internal: true,
    });
  });

  it("an unsent comment survives closing the work order and is cleared once sent", async () => {
    const entry = buildEntry(2, { actionType: "comment_added", message: "Still wet." });
    const again = async () => {
      await openOrder(
        tenant,
        { can: { ...noActions, comment: true } },
        { "POST /api/work-orders/7/comments": () => Response.json(entry, { status: 201 }) },
      );
    };
    const box = () => dialog().getByLabelText<HTMLTextAreaElement>("Comment");
    await again();
    await userEvent.type(box(), "Still wet.");
    await userEvent.keyboard("{Escape}");
    cleanup();
    await again();
    await waitFor(() => expect(box().value).toBe("Still wet."));
    await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
    await waitFor(() => expect(box().value).toBe(""));
    expect(document.activeElement).toBe(box());
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
    cleanup();
    await again();
    expect(box().value).toBe("");
  });

  it("a comment whose response was lost isn't duplicated, and the same text can be posted again later", async () => {
    const path = "POST /api/work-orders/7/comments";
    const { sent, responses } = await openOrder(
      tenant,
      { can: { ...noActions, comment: true } },
      { [path]: problem(503, "Please try again in a moment.") },
    );
    const send = async () => {
      const before = findCalls(sent, path).length;
      await userEvent.clear(dialog().getByLabelText("Comment"));
      await userEvent.type(dialog().getByLabelText("Comment"), "Still wet.");
      await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
      await waitFor(() => expect(findCalls(sent, path)).toHaveLength(before + 1));
    };
    await send();
    responses[path] = () =>
      Response.json(buildEntry(2, { actionType: "comment_added", message: "Still wet." }));
    await send();
    await waitFor(() => expect(dialog().getByLabelText<HTMLTextAreaElement>("Comment").value).toBe(""));
    await send();
    const [first, again, another] = findCalls(sent, path).map(({ init }) =>
      new Headers(init.headers).get("Idempotency-Key"),
    );
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });

  it("a tenant's comment is always shared, and the form offers no choice", async () => {
    const entry = buildEntry(2, { actionType: "comment_added", message: "Still wet." });
    const { sent } = await openOrder(
      tenant,
      { can: { ...noActions, comment: true } },
      { "POST /api/work-orders/7/comments": entry },
    );
    expect(dialog().queryByRole("button", { name: "Shared with the tenant" })).toBeNull();
    await userEvent.type(dialog().getByLabelText("Comment"), "Still wet.");
    await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
    await waitFor(() =>
      expect(findCalls(sent, "POST /api/work-orders/7/comments")[0]?.body).toEqual({
        text: "Still wet.",
        internal: false,
      }),
    );
  });
});

describe("verifying", () => {
  const result = {
    valid: true,
    entries: 3,
    photos: 1,
    files: 0,
    signatures: 0,
    problems: [],
    headHash: "ab",
  };
  it("verifying confirms that everything matches", async () => {
    await openOrder(admin, {}, { "GET /api/work-orders/7/verify": result });
    await userEvent.click(dialog().getByRole("button", { name: "Verify" }));
    await screen.findByText("The record is intact");
    expect(
      screen.getByText("Checked 3 log entries, 1 photo, 0 signatures. Everything matches."),
    ).toBeTruthy();
  });

  it("verifying lists what doesn't match", async () => {
    const problems = ["Photo 1 doesn't match the original."];
    await openOrder(admin, {}, { "GET /api/work-orders/7/verify": { ...result, valid: false, problems } });
    await userEvent.click(dialog().getByRole("button", { name: "Verify" }));
    await screen.findByText("Verification found problems");
    expect(screen.getByText("Photo 1 doesn't match the original.")).toBeTruthy();
  });
});
