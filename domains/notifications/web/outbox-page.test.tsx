import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";

resetBrowser();

const createEmail = (id: number, state: string, overrides: object = {}) => ({
  id,
  to: "maya@tenants.example",
  subject: `Email ${id}`,
  template: "approved",
  state,
  createdAt: "2026-03-01T08:00:00.000Z",
  sentAt: null,
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  secretsRemoved: false,
  ...overrides,
});
const createFigures = (overrides: object = {}) => ({
  counts: { queued: 0, retrying: 0, failed: 0, sent: 2, stored: 0 },
  hasMailServer: true,
  late: null,
  ...overrides,
});
const open = (address: string, responses: Record<string, unknown>) =>
  openPortal(address, {
    session: admin,
    responses: {
      "GET /api/outbox": [createEmail(9, "sent")],
      "GET /api/outbox/figures": createFigures(),
      ...responses,
    },
  });

describe("the outbox", () => {
  it("the outbox warns that emails aren't sent while no mail server is configured", async () => {
    await open("/outbox", { "GET /api/outbox/figures": createFigures({ hasMailServer: false }) });
    expect(await screen.findByText("No mail server is set up")).toBeTruthy();
  });

  it("the outbox shows why emails aren't being sent, and since when", async () => {
    const late = { count: 3, since: "2026-03-01T08:00:00.000Z", lastError: "No such host" };
    await open("/outbox", { "GET /api/outbox/figures": createFigures({ late }) });
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toMatch(
      /Emails aren't being sent3 emails have been waiting for more than 15 minutes, the oldest since Mar 1, 8:00 AM\.No such host/,
    );
    expect(screen.getByRole("tab", { name: /^Late ?3$/ })).toBeTruthy();
  });

  it("the outbox shows an unsent email's error and next attempt and filters the list by status", async () => {
    const nextAttemptAt = "2026-03-01T09:30:00.000Z";
    const { sent } = await open("/outbox", {
      "GET /api/outbox": [createEmail(9, "retrying", { lastError: "No such host.", nextAttemptAt })],
      "GET /api/outbox/figures": createFigures({
        counts: { queued: 0, retrying: 1, failed: 0, sent: 0, stored: 0 },
      }),
    });
    expect(await screen.findByText("No such host. Next attempt Mar 1, 9:30 AM.")).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: /^Retrying ?1$/ }));
    await waitFor(() => expect(sent.some(({ path }) => path.includes("state=retrying"))).toBe(true));
    expect(window.location.search).toBe("?state=retrying");
    expect(screen.getByRole("link", { name: "Export emails as CSV" }).getAttribute("href")).toContain(
      "state=retrying",
    );
  });

  it("the outbox resends all failed emails after confirmation", async () => {
    const counts = { queued: 0, retrying: 0, failed: 2, sent: 0, stored: 0 };
    await open("/outbox", {
      "GET /api/outbox/figures": createFigures({ counts }),
      "POST /api/outbox/resend-failed": { count: 2 },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Resend All Failed Emails" }));
    const question = screen.getByRole("alertdialog", { name: "Resend 2 failed emails?" });
    await userEvent.click(within(question).getByRole("button", { name: "Resend" }));
    expect((await screen.findAllByText("2 emails will be resent.")).length).toBeGreaterThan(0);
  });
});

describe("an email in the outbox", () => {
  const withText = (state: string, overrides: object = {}) => ({
    ...createEmail(9, state, overrides),
    text: "The text.",
  });

  it("the email page shows the email in a sandboxed frame and as plain text", async () => {
    await open("/outbox/9", { "GET /api/outbox/9": withText("sent") });
    const frame = await screen.findByTitle("Email preview");
    expect(frame.getAttribute("sandbox")).toBe("allow-popups allow-popups-to-escape-sandbox");
    expect(frame.getAttribute("src")).toBe("/api/outbox/9/page");
    await userEvent.click(screen.getByRole("tab", { name: "Plain text" }));
    expect(screen.getByText("The text.")).toBeTruthy();
  });

  it("opening and closing an email in the list leaves the history unchanged, even after a confirmation dialog", async () => {
    await open("/outbox?state=sent", {
      "GET /api/outbox/9": withText("sent"),
      "POST /api/outbox/9/resend": createEmail(10, "queued"),
    });
    history.replaceState({ isList: true }, "");
    const openFromList = async () => {
      await userEvent.click(await screen.findByRole("row", { name: /Email 9/ }));
      const dialog = within(await screen.findByRole("dialog", { name: "Email 9" }));
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

  it("after an email opened by its URL is closed, the back button doesn't reopen it", async () => {
    await open("/outbox/9", { "GET /api/outbox/9": withText("sent") });
    const entries = history.length;
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(location.pathname).toBe("/outbox"));
    expect(history.length).toBe(entries);
  });

  it("the email page shows the error of a failed email and resends it immediately", async () => {
    const { sent } = await open("/outbox/9", {
      "GET /api/outbox/9": withText("failed", { attempts: 2, lastError: "No such mailbox here" }),
      "POST /api/outbox/9/resend": createEmail(9, "queued"),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Tried 2 times.");
    await userEvent.click(screen.getByRole("button", { name: "Resend" }));
    await waitFor(() => expect(window.location.pathname).toBe("/outbox"));
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({});
  });

  it("the email page resends a sent email only after confirmation and shows the reason if that is rejected", async () => {
    const { sent } = await open("/outbox/9", {
      "GET /api/outbox/9": withText("sent"),
      "POST /api/outbox/9/resend": problem(409, "This email has since been sent."),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Resend" }));
    const question = screen.getByRole("alertdialog", { name: "Resend this email?" });
    await userEvent.click(within(question).getByRole("button", { name: "Resend" }));
    expect((await screen.findAllByText("This email has since been sent.")).length).toBeGreaterThan(0);
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ again: true });
  });

  it("an email whose link was removed can't be resent", async () => {
    await open("/outbox/9", { "GET /api/outbox/9": withText("sent", { secretsRemoved: true }) });
    expect(await screen.findByText(/can't be resent/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resend" })).toBeNull();
  });
});
