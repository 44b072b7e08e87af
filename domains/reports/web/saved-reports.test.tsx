import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  publicConfig,
  resetBrowser,
  type SentRequest,
} from "#web/testing/open-page.tsx";
import type { SavedReport } from "../saved-reports-contract.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#domains/reports/web/reports-page.tsx"),
    import("#domains/reports/web/saved-reports-page.tsx"),
    import("#domains/reports/web/save-report-dialog.tsx"),
    import("#domains/reports/web/schedule-dialog.tsx"),
  ]),
);

const me = { id: admin.id, fullName: admin.fullName };
const pia = { id: 71, fullName: "Pia Partner" };
const build = (id: number, fields: Partial<SavedReport> = {}): SavedReport => ({
  id,
  name: `Report ${id}`,
  report: "aged",
  query: "period=last-month&overdue=yes",
  isShared: false,
  owner: me,
  isSentToUser: false,
  schedule: null,
  ...fields,
});
const schedule: SavedReport["schedule"] = {
  repeats: "monthly",
  day: 31,
  at: "07:00",
  formats: ["pdf", "xlsx"],
  timeZone: "America/Los_Angeles",
  nextRunAt: "2026-12-31T15:00:00Z",
  lastRunAt: "2026-11-30T15:00:00Z",
  recipients: [
    { ...me, outcome: "sent" },
    { ...pia, outcome: "no-access" },
  ],
};

const open = (path: string, saved: SavedReport[], responses: FakeResponses = {}) =>
  openPortal(path, {
    session: admin,
    responses: {
      "GET /api/buildings": [],
      "GET /api/saved-reports": () => saved,
      "POST /api/saved-reports": ({ body }: SentRequest) => {
        const added = build(30, body as Partial<SavedReport>);
        saved.push(added);
        return added;
      },
      ...responses,
    },
  });
const address = () => `${location.pathname}${location.search}`;
const pick = async (name: string | RegExp) => userEvent.click(await screen.findByRole("menuitem", { name }));
const find = (sent: SentRequest[], method: string, path: string) =>
  sent.find((request) => request.method === method && request.path === path);

describe("saved reports", () => {
  it("users can save a report with its filters and open it again from the list of saved reports", async () => {
    const { sent } = await open("/reports/aged?period=last-month&overdue=yes", [build(1)]);
    await userEvent.click(await screen.findByRole("button", { name: "Saved" }));
    await pick("Save this report...");
    const dialog = within(await screen.findByRole("dialog", { name: "Save Report" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save Report" }));
    await dialog.findByText("Please enter a name");
    await userEvent.type(dialog.getByLabelText(/^Name/), "Late");
    await userEvent.click(dialog.getByLabelText("Share with other managers"));
    await userEvent.click(dialog.getByRole("button", { name: "Save Report" }));
    await waitFor(() => expect(address()).toBe("/reports/aged?period=last-month&overdue=yes&saved=30"));
    expect(find(sent, "POST", "/api/saved-reports")?.body).toEqual({
      name: "Late",
      report: "aged",
      query: "period=last-month&overdue=yes",
      isShared: true,
    });
    await userEvent.click(screen.getByRole("button", { name: "Late" }));
    await pick(/^Report 1/);
    expect(address()).toBe("/reports/aged?period=last-month&overdue=yes&saved=1");
  });

  it("Cancel in the forms for saved reports returns focus to the button that opened them", async () => {
    await open("/reports/aged?period=last-month&overdue=yes&saved=1", [build(1)]);
    const button = await screen.findByRole("button", { name: "Report 1" });
    for (const [item, title] of [
      ["Save this report...", "Save Report"],
      ["Schedule...", "Schedule “Report 1”"],
    ] as const) {
      button.focus();
      await userEvent.keyboard("{Enter}");
      await pick(item);
      const dialog = within(await screen.findByRole("dialog", { name: title }));
      await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
      await waitFor(() => expect(document.activeElement).toBe(button));
    }
  });

  it("users can save changed filters only in their own reports", async () => {
    const { sent } = await open("/reports/aged?overdue=yes&saved=1", [build(1), build(2, { owner: pia })], {
      "PATCH /api/saved-reports/1": build(1, { query: "overdue=yes" }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Report 1" }));
    await pick("Save changes");
    await screen.findByText("Saved Report Updated");
    expect(find(sent, "PATCH", "/api/saved-reports/1")?.body).toEqual({ query: "overdue=yes" });
    await userEvent.click(screen.getByRole("button", { name: "Report 1" }));
    await pick(/^Report 2/);
    await userEvent.click(await screen.findByRole("button", { name: "Report 2" }));
    expect(screen.queryByRole("menuitem", { name: "Schedule..." })).toBeNull();
  });

  it("the schedules page shows each schedule with its last run, the outcomes, and the next run", async () => {
    await open("/reports/saved", [build(1, { schedule }), build(2, { owner: pia, isSentToUser: true })]);
    await screen.findByText("PDF and XLSX to 2 people on the last day of each month at 7:00 AM");
    const row = within(
      screen.getAllByRole("listitem").find((item) => item.textContent?.includes("Report 1")) as HTMLElement,
    );
    expect(row.getByText(/^Last run/).textContent).toMatch(
      /sent to 1\. Pia Partner: not sent because they can't open the report\. Next run /,
    );
    await screen.findByText("Aged receivables · Pia Partner · emailed to you");
    expect(screen.queryByRole("button", { name: "Actions for Report 2" })).toBeNull();
  });

  it("users can schedule a report for several people, and if the portal sends no emails, the dialog says so", async () => {
    const { sent } = await open("/reports/saved", [build(1)], {
      "GET /api/saved-reports/1/possible-recipients": [me, pia],
      "PUT /api/saved-reports/1/schedule": build(1, { schedule }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Report 1" }));
    await pick("Schedule...");
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule “Report 1”" }));
    await userEvent.selectOptions(dialog.getByLabelText("Repeats"), "Every month");
    await userEvent.selectOptions(dialog.getByLabelText("On"), "Last day");
    await userEvent.click(dialog.getByLabelText("XLSX"));
    await userEvent.click(await dialog.findByLabelText("Pia Partner"));
    await userEvent.click(dialog.getByRole("button", { name: "Save Schedule" }));
    await screen.findByText("Report Scheduled");
    expect(find(sent, "PUT", "/api/saved-reports/1/schedule")?.body).toEqual({
      repeats: "monthly",
      day: 31,
      at: "07:00",
      formats: ["pdf", "xlsx"],
      recipientIds: [me.id, pia.id],
    });
  });

  it("a portal without a mail server warns that scheduled reports aren't sent", async () => {
    await open("/reports/saved", [build(1, { schedule })], {
      "GET /api/config": { ...publicConfig, sendsEmails: false },
      "GET /api/saved-reports/1/possible-recipients": [me, pia],
      "PUT /api/saved-reports/1/schedule": build(1, { schedule }),
    });
    await screen.findByText("Until one is, reports are stored in the outbox and not sent.");
    await userEvent.click(await screen.findByRole("button", { name: "Actions for Report 1" }));
    await pick("Change schedule...");
    const dialog = within(await screen.findByRole("dialog", { name: "Schedule “Report 1”" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save Schedule" }));
    expect(await screen.findByText("“Report 1” can't be sent until a mail server is set up.")).toBeTruthy();
  });

  it("a link to a saved report opens the report with its filters", async () => {
    await open("/reports/saved/7", [build(7, { report: "rent-roll", query: "period=last-month" })]);
    await waitFor(() => expect(address()).toBe("/reports/rent-roll?period=last-month&saved=7"));
  });

  it("an unknown saved report shows Page Not Found", async () => {
    await open("/reports/saved/8", []);
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });
});
