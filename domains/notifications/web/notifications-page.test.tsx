import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Notification } from "#domains/notifications/contract.ts";
import { type FakeResponses, openPortal, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";

resetBrowser();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const item = (id: number, fields: Partial<Notification> = {}): Notification => ({
  id,
  kind: "work-order.comment",
  text: `Event ${id}`,
  link: `/documents/${id}`,
  createdAt: hoursAgo(0),
  readAt: null,
  ...fields,
});
const read = hoursAgo(0);

const open = (address: string, responses: FakeResponses) =>
  openPortal(address, {
    session: tenant,
    responses: { "POST /api/notifications/read": { success: true }, ...responses },
  });
const postedBodies = (sent: { method: string; body: unknown }[]) =>
  sent.filter(({ method }) => method === "POST").map(({ body }) => body);

describe("NAV-31 all notifications", () => {
  it("the notifications page lists notifications by day, marks one as read when opened, and can mark all as read", async () => {
    const { sent } = await open("/notifications", {
      "GET /api/notifications": {
        unread: 2,
        items: [
          item(9),
          item(8, { readAt: read, link: null }),
          item(7, { createdAt: "2025-03-04T12:00:00Z" }),
        ],
      },
    });
    const today = await screen.findByRole("region", { name: "Today" });
    expect(within(today).getAllByRole("listitem")).toHaveLength(2);
    within(screen.getByRole("region", { name: "Mar 4, 2025" })).getByText("Event 7");
    await userEvent.click(screen.getByRole("button", { name: "Mark as read: Event 7" }));
    await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(postedBodies(sent)).toEqual([{ ids: [7] }, { upTo: 9 }]));
    await userEvent.click(within(today).getByRole("link", { name: /Event 9/ }));
    expect(location.pathname).toBe("/documents/9");
    await waitFor(() => expect(postedBodies(sent).at(-1)).toEqual({ ids: [9] }));
  });

  it("the notifications page loads older notifications and keeps the unread filter in the URL", async () => {
    const requested: string[] = [];
    await open("/notifications", {
      "GET /api/notifications": ({ path }: { path: string }) => {
        requested.push(path);
        if (path.includes("unread=yes")) return { unread: 0, items: [] };
        const older = path.includes("cursor=9");
        return Response.json(
          { unread: 0, items: [item(older ? 5 : 9, { readAt: read })] },
          { headers: older ? {} : { Link: '</api/notifications?cursor=9>; rel="next"' } },
        );
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show older notifications" }));
    await screen.findByText("Event 5");
    expect(screen.queryByRole("button", { name: "Show older notifications" })).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "Unread" }));
    await screen.findByText("You're all caught up");
    expect(location.search).toBe("?show=unread");
    expect(requested.at(-1)).toBe("/api/notifications?limit=50&unread=yes");
  });
});

const topic = (name: string, fields: object = {}) => ({
  topic: name,
  label: name === "comments" ? "Comments" : "Documents",
  about: `About ${name}.`,
  inPortal: true,
  byEmail: true,
  byPush: false,
  ...fields,
});

describe("NAV-31 notification preferences", () => {
  const openPreferences = (responses: FakeResponses = {}) =>
    open("/profile/notifications", {
      "GET /api/notification-preferences": {
        emailConfirmed: true,
        topics: [topic("comments"), topic("documents")],
      },
      ...responses,
    });
  const getSwitch = (group: string, name: string) =>
    within(screen.getByRole("group", { name: group })).getByRole<HTMLInputElement>("switch", { name });

  it("the preferences page saves each switch immediately and confirms it", async () => {
    const { sent } = await openPreferences({
      "PUT /api/notification-preferences": {
        emailConfirmed: true,
        topics: [topic("comments", { byEmail: false })],
      },
    });
    await screen.findByRole("group", { name: "Comments" });
    expect(getSwitch("Comments", "By email").checked).toBe(true);
    await userEvent.click(getSwitch("Comments", "By email"));
    expect(await within(screen.getByRole("group", { name: "Comments" })).findByText("Saved")).toBeTruthy();
    expect(getSwitch("Comments", "By email").checked).toBe(false);
    expect(getSwitch("Documents", "By email").checked).toBe(true);
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ topic: "comments", byEmail: false });
  });

  it("the preferences page reverts the switch if saving fails", async () => {
    await openPreferences({ "PUT /api/notification-preferences": problem(503, "Please try again later.") });
    await screen.findByRole("group", { name: "Comments" });
    await userEvent.click(getSwitch("Comments", "In the portal"));
    await screen.findByText("Please try again later.");
    expect(getSwitch("Comments", "In the portal").checked).toBe(true);
  });

  it("the preferences page explains that no emails are sent until the address is confirmed", async () => {
    await openPreferences({
      "GET /api/notification-preferences": { emailConfirmed: false, topics: [topic("comments")] },
    });
    await screen.findByText("Your email address isn't confirmed");
    expect(screen.getByRole("button", { name: "Resend link" })).toBeTruthy();
  });
});

describe("NAV-31 the unsubscribe page", () => {
  const link = { topics: [topic("comments")], isOff: false };

  it("the unsubscribe page turns off emails only when the button is clicked, signed in or not", async () => {
    const { sent } = await openPortal("/unsubscribe?token=2.comments.abc", {
      responses: { "GET /api/unsubscribe": link, "POST /api/unsubscribe": { success: true } },
    });
    await screen.findByText("Comments");
    expect(postedBodies(sent)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Turn off these emails" }));
    await screen.findByText("These emails are off");
    expect(postedBodies(sent)).toEqual([{ token: "2.comments.abc" }]);
    expect(screen.queryByRole("button", { name: "Turn off these emails" })).toBeNull();
  });

  it("the unsubscribe page shows a message for an invalid or incomplete link", async () => {
    const message = "This link isn't valid. Open the link in the email again.";
    const { unmount } = await openPortal("/unsubscribe?token=x", {
      responses: { "GET /api/unsubscribe": problem(400, message) },
    });
    await screen.findByText(message);
    unmount();
    await openPortal("/unsubscribe");
    expect(await screen.findByText("This link is incomplete")).toBeTruthy();
  });
});
