import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Notification } from "#domains/notifications/contract.ts";
import { type Answers, cleanBrowser, openPortal, problem, tenant } from "#web/testing/open-page.tsx";

cleanBrowser();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const item = (id: number, facts: Partial<Notification> = {}): Notification => ({
  id,
  kind: "work-order.comment",
  text: `Event ${id}`,
  link: `/documents/${id}`,
  createdAt: hoursAgo(0),
  readAt: null,
  ...facts,
});
const read = hoursAgo(0);

const open = (address: string, responses: Answers) =>
  openPortal(address, {
    session: tenant,
    responses: { "POST /api/notifications/read": { success: true }, ...responses },
  });
const bodies = (sent: { method: string; body: unknown }[]) =>
  sent.filter(({ method }) => method === "POST").map(({ body }) => body);

describe("NAV-31 all notifications", () => {
  it("are listed by day; opening one marks it as read, and all can be marked at once", async () => {
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
    await waitFor(() => expect(bodies(sent)).toEqual([{ ids: [7] }, { upTo: 9 }]));
    await userEvent.click(within(today).getByRole("link", { name: /Event 9/ }));
    expect(location.pathname).toBe("/documents/9");
    await waitFor(() => expect(bodies(sent).at(-1)).toEqual({ ids: [9] }));
  });

  it("continue with older ones, and can be limited to unread ones in the address", async () => {
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
    await screen.findByText("You have read everything");
    expect(location.search).toBe("?show=unread");
    expect(requested.at(-1)).toBe("/api/notifications?limit=50&unread=yes");
  });
});

const topic = (name: string, facts: object = {}) => ({
  topic: name,
  label: name === "comments" ? "Comments" : "Documents",
  about: `About ${name}.`,
  inPortal: true,
  byMail: true,
  byPush: false,
  ...facts,
});

describe("NAV-31 the choice of notifications", () => {
  const openChoices = (responses: Answers = {}) =>
    open("/profile/notifications", {
      "GET /api/notification-preferences": {
        emailConfirmed: true,
        topics: [topic("comments"), topic("documents")],
      },
      ...responses,
    });
  const switchOf = (group: string, name: string) =>
    within(screen.getByRole("group", { name: group })).getByRole<HTMLInputElement>("switch", { name });

  it("is saved at once, switch by switch, with a toast", async () => {
    const { sent } = await openChoices({
      "PUT /api/notification-preferences": {
        emailConfirmed: true,
        topics: [topic("comments", { byMail: false })],
      },
    });
    await screen.findByRole("group", { name: "Comments" });
    expect(switchOf("Comments", "By email").checked).toBe(true);
    await userEvent.click(switchOf("Comments", "By email"));
    expect(await within(screen.getByRole("group", { name: "Comments" })).findByText("Saved")).toBeTruthy();
    expect(switchOf("Comments", "By email").checked).toBe(false);
    expect(switchOf("Documents", "By email").checked).toBe(true);
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ topic: "comments", byMail: false });
  });

  it("goes back to the saved state after a failure", async () => {
    await openChoices({ "PUT /api/notification-preferences": problem(503, "Please try again later.") });
    await screen.findByRole("group", { name: "Comments" });
    await userEvent.click(switchOf("Comments", "In the portal"));
    await screen.findByText("Please try again later.");
    expect(switchOf("Comments", "In the portal").checked).toBe(true);
  });

  it("says that nothing is mailed before the address is confirmed", async () => {
    await openChoices({
      "GET /api/notification-preferences": { emailConfirmed: false, topics: [topic("comments")] },
    });
    await screen.findByText("Your address is not confirmed");
    expect(screen.getByRole("button", { name: "Send the link again" })).toBeTruthy();
  });
});

describe("NAV-31 the unsubscribe link in a mail", () => {
  const link = { topics: [topic("comments")], isOff: false };

  it("turns nothing off until the button is pressed, signed in or not", async () => {
    const { sent } = await openPortal("/unsubscribe?token=2.comments.abc", {
      responses: { "GET /api/unsubscribe": link, "POST /api/unsubscribe": { success: true } },
    });
    await screen.findByText("Comments");
    expect(bodies(sent)).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Turn these emails off" }));
    await screen.findByText("These emails are off");
    expect(bodies(sent)).toEqual([{ token: "2.comments.abc" }]);
    expect(screen.queryByRole("button", { name: "Turn these emails off" })).toBeNull();
  });

  it("has a message for an invalid or incomplete link", async () => {
    const sentence = "This link is not valid. Please open the link in the email again.";
    const { unmount } = await openPortal("/unsubscribe?token=x", {
      responses: { "GET /api/unsubscribe": problem(400, sentence) },
    });
    await screen.findByText(sentence);
    unmount();
    await openPortal("/unsubscribe");
    expect(await screen.findByText("This link is not complete")).toBeTruthy();
  });
});
