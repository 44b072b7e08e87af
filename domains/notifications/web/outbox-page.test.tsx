import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, cleanBrowser, openPortal, problem } from "#web/testing/open-page.tsx";

cleanBrowser();

const mail = (id: number, state: string, more: object = {}) => ({
  id,
  to: "maya@tenants.example",
  subject: `Mail ${id}`,
  template: "approved",
  state,
  createdAt: "2026-03-01T08:00:00.000Z",
  sentAt: null,
  tries: 0,
  nextTryAt: null,
  lastError: null,
  isCut: false,
  ...more,
});
const figures = (more: object = {}) => ({
  counts: { queued: 0, retrying: 0, failed: 0, sent: 2, kept: 0 },
  hasMailServer: true,
  late: null,
  ...more,
});
const open = (address: string, responses: Record<string, unknown>) =>
  openPortal(address, {
    session: admin,
    responses: { "GET /api/outbox": [mail(9, "sent")], "GET /api/outbox/figures": figures(), ...responses },
  });

describe("the outbox", () => {
  it("says that no mails are delivered while no mail server is set up", async () => {
    await open("/outbox", { "GET /api/outbox/figures": figures({ hasMailServer: false }) });
    expect(await screen.findByText("No mail server is set up")).toBeTruthy();
  });

  it("says that mail is not going out, since when and why", async () => {
    const late = { count: 3, since: "2026-03-01T08:00:00.000Z", lastError: "Nobody is here" };
    await open("/outbox", { "GET /api/outbox/figures": figures({ late }) });
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toMatch(
      /Mail is not going out3 mails have waited for more than 15 minutes, the oldest since Mar 1, 8:00 AM\.Nobody is here/,
    );
    expect(screen.getByRole("tab", { name: /^Late ?3$/ })).toBeTruthy();
  });

  it("shows the error of an undelivered mail and the next attempt, and filters the list by state", async () => {
    const nextTryAt = "2026-03-01T09:30:00.000Z";
    const { sent } = await open("/outbox", {
      "GET /api/outbox": [mail(9, "retrying", { lastError: "Nobody is here.", nextTryAt })],
      "GET /api/outbox/figures": figures({
        counts: { queued: 0, retrying: 1, failed: 0, sent: 0, kept: 0 },
      }),
    });
    expect(await screen.findByText("Nobody is here. Next try Mar 1, 9:30 AM.")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: /^Trying again ?1$/ }));
    await waitFor(() => expect(sent.some(({ path }) => path.includes("state=retrying"))).toBe(true));
    expect(window.location.search).toBe("?state=retrying");
    expect(screen.getByRole("link", { name: "Export mails as CSV" }).getAttribute("href")).toContain(
      "state=retrying",
    );
  });

  it("sends all failed mails again, after a confirmation", async () => {
    const counts = { queued: 0, retrying: 0, failed: 2, sent: 0, kept: 0 };
    await open("/outbox", {
      "GET /api/outbox/figures": figures({ counts }),
      "POST /api/outbox/resend-failed": { count: 2 },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Resend all failed" }));
    const question = screen.getByRole("alertdialog", { name: "Resend 2 failed mails?" });
    await userEvent.click(within(question).getByRole("button", { name: "Resend" }));
    expect((await screen.findAllByText("2 mails will be sent again.")).length).toBeGreaterThan(0);
  });
});

describe("a mail of the outbox", () => {
  const whole = (state: string, more: object = {}) => ({ ...mail(9, state, more), text: "The words." });

  it("is shown in a sandboxed frame as its reader sees it, and as text", async () => {
    await open("/outbox/9", { "GET /api/outbox/9": whole("sent") });
    const frame = await screen.findByTitle("The mail as its reader sees it");
    expect(frame.getAttribute("sandbox")).toBe("allow-popups allow-popups-to-escape-sandbox");
    expect(frame.getAttribute("src")).toBe("/api/outbox/9/page");
    await userEvent.click(screen.getByRole("tab", { name: "As text" }));
    expect(screen.getByText("The words.")).toBeTruthy();
  });

  it("opened from the list and closed leaves history as it was, with a question over it too", async () => {
    await open("/outbox?state=sent", {
      "GET /api/outbox/9": whole("sent"),
      "POST /api/outbox/9/resend": mail(10, "queued"),
    });
    history.replaceState({ isList: true }, "");
    const openFromList = async () => {
      await userEvent.click(await screen.findByRole("row", { name: /Mail 9/ }));
      const dialog = within(await screen.findByRole("dialog", { name: "Mail 9" }));
      expect(location.pathname + location.search).toBe("/outbox/9?state=sent");
      return dialog;
    };
    const expectList = async () => {
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      expect(location.pathname + location.search).toBe("/outbox?state=sent");
      expect(history.state).toEqual({ isList: true });
    };
    await userEvent.click((await openFromList()).getByRole("button", { name: "Close" }));
    await expectList();
    await userEvent.click(await (await openFromList()).findByRole("button", { name: "Resend" }));
    await waitFor(() => expect(history.state?.layers).toBe(1));
    const question = within(screen.getByRole("alertdialog"));
    await userEvent.click(question.getByRole("button", { name: "Resend" }));
    await expectList();
  });

  it("opened by its address and closed is not opened again by going back", async () => {
    await open("/outbox/9", { "GET /api/outbox/9": whole("sent") });
    const entries = history.length;
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(location.pathname).toBe("/outbox"));
    expect(history.length).toBe(entries);
  });

  it("that failed shows the error, and is sent again at once", async () => {
    const { sent } = await open("/outbox/9", {
      "GET /api/outbox/9": whole("failed", { tries: 2, lastError: "No such mailbox here" }),
      "POST /api/outbox/9/resend": mail(9, "queued"),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Tried 2 times, without success.");
    await userEvent.click(screen.getByRole("button", { name: "Resend" }));
    await waitFor(() => expect(window.location.pathname).toBe("/outbox"));
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({});
  });

  it("that was sent goes out again only after a confirmation, and a refusal is shown", async () => {
    const { sent } = await open("/outbox/9", {
      "GET /api/outbox/9": whole("sent"),
      "POST /api/outbox/9/resend": problem(409, "This cannot be sent again."),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Resend" }));
    const question = screen.getByRole("alertdialog", { name: "Send this mail again?" });
    await userEvent.click(within(question).getByRole("button", { name: "Resend" }));
    expect((await screen.findAllByText("This cannot be sent again.")).length).toBeGreaterThan(0);
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ again: true });
  });

  it("whose link was removed cannot be sent again", async () => {
    await open("/outbox/9", { "GET /api/outbox/9": whole("sent", { isCut: true }) });
    expect(await screen.findByText(/cannot be sent again/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resend" })).toBeNull();
  });
});
