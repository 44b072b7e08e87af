import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { MonthChecklist } from "../contract.ts";

resetBrowser();
beforeAll(() => import("#domains/month-end/web/month-page.tsx"));

const path = "/api/properties/1/months/2026-10";
const empty = { count: 0, cents: null, listHref: null, records: [] };
const checklist: MonthChecklist = {
  month: "2026-10",
  state: "open",
  closed: null,
  reopened: null,
  statementIssuedAt: null,
  property: "Harbor House",
  entries: 28,
  debitCents: 7_665_643,
  checks: [
    { name: "unposted", ...empty },
    {
      name: "deposits",
      count: 7,
      cents: 653_600,
      listHref: "/payments?deposited=no&propertyId=1",
      records: [
        {
          href: "/payments?payment=5",
          label: "Salish Architects",
          note: "203",
          onDay: "2025-04-28",
          cents: 403_600,
        },
      ],
    },
  ],
  closesFrom: "2025-05",
  cannotClose: null,
  can: { close: true, reopen: false },
};
const open = (response: MonthChecklist, responses: FakeResponses = {}) =>
  openPortal("/properties/1/months/2026-10", {
    session: admin,
    responses: { [`GET ${path}`]: response, ...responses },
  });

describe("the checklist of a month", () => {
  it("the checklist shows completed and open items with links and closes the month once the open items are accepted", async () => {
    const { sent } = await open(checklist, { [`POST ${path}/close`]: { ...checklist, state: "closed" } });
    await screen.findByText("Every charge and late fee through the end of the month is posted.");
    screen.getByText("7 · $6,536.00");
    screen.getByText("Apr 28, 2025");
    expect(screen.getByRole("link", { name: "Salish Architects, 203" }).getAttribute("href")).toBe(
      "/payments?payment=5",
    );
    screen.getByText("and 6 more");
    expect(screen.getByRole("link", { name: "View in Payments" }).getAttribute("href")).toBe(
      "/payments?deposited=no&propertyId=1",
    );
    expect(screen.getByRole("link", { name: "Open Statement" }).getAttribute("href")).toBe(
      "/properties/1/months/2026-10/owner-statement",
    );
    await userEvent.click(screen.getByRole("button", { name: "Close October 2026" }));
    const dialog = await screen.findByRole("dialog", { name: "Close October 2026 at Harbor House?" });
    within(dialog).getByText("This also closes the months before it, from May 2025 on.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Close October 2026" }));
    within(dialog).getByText("Select each open check to accept it, or cancel and resolve it first.");
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.click(
      within(dialog).getByRole("checkbox", { name: "Payments not deposited: 7 ($6,536.00)" }),
    );
    await userEvent.click(within(dialog).getByRole("button", { name: "Close October 2026" }));
    await screen.findByText("Month Closed");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ accepted: ["deposits"] });
  });

  it("managers can't close a month with charges that haven't posted", async () => {
    await open({
      ...checklist,
      checks: [{ ...empty, name: "unposted", count: 2 }],
    });
    await userEvent.click(await screen.findByRole("button", { name: "Close October 2026" }));
    const dialog = await screen.findByRole("dialog");
    within(dialog).getByText("Unposted charges: 2");
    expect(
      within(dialog).getByRole<HTMLButtonElement>("button", { name: "Close October 2026" }).disabled,
    ).toBe(true);
  });

  it("before a landlord closes a month, the checklist says that only an administrator can reopen it", async () => {
    await open(checklist);
    await userEvent.click(await screen.findByRole("button", { name: "Close October 2026" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/ Only an administrator can reopen the month\.$/)).toBeTruthy();
  });

  it("after a landlord has closed a month, the checklist says that only an administrator can reopen it", async () => {
    const closed = { by: "Lena Ortiz", at: "2026-11-03T18:00:00Z" };
    await open({ ...checklist, state: "closed", closed, can: { close: false, reopen: false } });
    expect(await screen.findByText(/ Only an administrator can reopen it\.$/)).toBeTruthy();
  });

  it("the checklist offers the journal of a closed month, and an administrator can reopen the month with a reason", async () => {
    const closed = { by: "Lena Ortiz", at: "2026-11-03T18:00:00Z" };
    const { sent } = await open(
      { ...checklist, state: "closed", closed, closesFrom: null, can: { close: false, reopen: true } },
      { [`POST ${path}/reopen`]: checklist },
    );
    await screen.findByText("Lena Ortiz closed this month on Nov 3, 2026.");
    expect(screen.getByRole("link", { name: "Journal for QuickBooks" }).getAttribute("href")).toBe(
      `${path}/journal?format=iif`,
    );
    await userEvent.click(screen.getByRole("button", { name: "Reopen Month" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "A late bank statement");
    await userEvent.click(within(dialog).getByRole("button", { name: "Reopen October 2026" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ reason: "A late bank statement" }),
    );
  });
});
