import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { Reconciliation, ReconciliationRun, RecoveryStatement } from "../../reconciliation-contract.ts";

resetBrowser();
beforeAll(
  () =>
    Promise.all([
      import("../reconciliation/reconciliation-page.tsx"),
      import("../reconciliation/statement-page.tsx"),
    ]),
  60_000,
);

const path = "/api/properties/1/reconciliations/2025";
const page = "/properties/1/reconciliations/2025";
const landlord: typeof admin = { ...admin, role: "landlord" };
const property = { id: 1, name: "Harborview Center" };
const year = { from: "2025-01-01", to: "2025-12-31" };
const summary = {
  leaseId: 7,
  company: "Northlight Optical",
  units: [{ unitNumber: "204" }],
  lines: [{ poolId: 1, cents: 219_000 }],
  totalCents: 219_000,
  estimatesBilledCents: 100_000,
  estimatesPaidCents: 100_000,
  dueCents: 119_000,
};
const run: ReconciliationRun = {
  number: 1,
  by: "Linda Harcourt",
  at: "2026-02-02T18:00:00Z",
  reason: null,
  dueOn: "2026-03-04",
  statements: 12,
  filed: 12,
  charges: 11,
  chargedCents: 1_190_000,
  credits: 1,
  creditedCents: 4_000,
  reversal: null,
};
const draft: Reconciliation = {
  property,
  year: 2025,
  state: "draft",
  pools: [
    {
      id: 1,
      name: "CAM",
      ...year,
      totalCents: 365_000,
      recoveredCents: 219_000,
      occupancy: "75.12%",
      categories: [],
      losses: [],
    },
  ],
  statements: [summary],
  findings: [],
  fingerprint: "f".repeat(43),
  review: null,
  closing: null,
  changes: [],
  cannotIssue: null,
  toIssue: { charges: 11, chargedCents: 1_190_000, credits: 1, creditedCents: 4_000 },
  today: "2026-02-02",
  runs: [],
};
const review = { by: "Linda Harcourt", at: "2026-02-01T18:00:00Z" };
const change = { name: "CAM, cost", beforeCents: 365_000, nowCents: 400_000 };
const open = (reconciliation: Reconciliation, session = landlord, responses: Record<string, unknown> = {}) =>
  openPortal(page, {
    session,
    responses: {
      [`GET ${path}`]: reconciliation,
      [`POST ${path}/review`]: { success: true },
      [`POST ${path}/issue`]: { success: true },
      [`POST ${path}/reverse`]: { success: true },
      [`POST ${path}/close`]: { success: true },
      [`POST ${path}/reopen`]: { success: true },
      ...responses,
    },
  });
const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const findDialog = async () => within(await screen.findByRole("dialog"));

describe("the life of a reconciliation", () => {
  it("a draft is marked as reviewed with the amounts on screen [REC-08]", async () => {
    const { sent } = await open(draft);
    await click("Mark as Reviewed");
    await screen.findByText("Draft Reviewed");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ fingerprint: draft.fingerprint });
  });

  it("a draft that changed since its review lists what changed [REC-08]", async () => {
    await open({ ...draft, review, changes: [change] });
    await screen.findByText("1 amount has changed since Linda Harcourt reviewed them on Feb 1, 2026.");
    screen.getByText("CAM, cost: $3,650.00 before, $4,000.00 now");
    screen.getByRole("button", { name: "Mark as Reviewed" });
    expect(screen.queryByRole("button", { name: "Issue Statements" })).toBeNull();
  });

  it("a reviewed draft with an open finding can't be issued until it's accepted [REC-09]", async () => {
    const finding = {
      key: "no-rule/7/1/",
      kind: "no-rule",
      sentence: "Cobalt Design has no rule for CAM.",
      cents: 1,
      leaseId: 7,
      acceptance: null,
    } as const;
    await open({ ...draft, state: "reviewed", review, findings: [finding] });
    await screen.findByText("1 finding is open.");
    screen.getByText("Linda Harcourt, Feb 1, 2026");
    expect(screen.queryByRole("button", { name: "Issue Statements" })).toBeNull();
  });

  it("the dialog shows the charges and credits before the statements are issued [REC-09]", async () => {
    const { sent } = await open({ ...draft, state: "reviewed", review });
    await click("Issue Statements");
    const dialog = await findDialog();
    expect(
      within(dialog.getByRole("region", { name: "Amounts to post" })).getByText("11 charges"),
    ).toBeTruthy();
    dialog.getByText("$11,900.00");
    dialog.getByText("$40.00");
    await userEvent.click(dialog.getByRole("button", { name: "Issue Statements" }));
    await screen.findByText("Statements Issued");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      fingerprint: draft.fingerprint,
      corrects: 0,
      reason: "",
      dueOn: "2026-03-04",
    });
  });

  it("issued statements show the progress of filing, their history, and how to reverse them [REC-09, REC-10]", async () => {
    const { sent } = await open({ ...draft, state: "issued", runs: [{ ...run, filed: 3 }] });
    await screen.findByText("3 of 12 statements filed");
    const history = within(screen.getByRole("list", { name: "History" }));
    history.getByText(
      "Linda Harcourt issued 12 statements on Feb 2, 2026: 11 charges of $11,900.00 and 1 credit of $40.00",
    );
    await click("More actions");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Reverse statements" }));
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole("button", { name: "Reverse Statements" }));
    await dialog.findByText("Please enter a reason (at least 3 characters)");
    await userEvent.type(dialog.getByLabelText(/Reason/), "Wrong areas");
    await userEvent.click(dialog.getByRole("button", { name: "Reverse Statements" }));
    await screen.findByText("Statements Reversed");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ number: 1, reason: "Wrong areas" });
  });

  it("amounts that changed since the statements were issued lead to a correction with a reason [REC-11]", async () => {
    const { sent, responses } = await open({ ...draft, state: "issued", runs: [run], changes: [change] });
    await screen.findByText("1 amount has changed since the statements were issued.");
    responses[`GET ${path}`] = { ...draft, state: "reviewed", review, runs: [run] };
    await userEvent.click(screen.getByRole("link", { name: "Review Changes" }));
    await screen.findByText("This draft has the current amounts.");
    await click("Issue Correction");
    const dialog = await findDialog();
    await userEvent.type(dialog.getByLabelText(/Reason/), "A credit note arrived.");
    await userEvent.click(dialog.getByRole("button", { name: "Issue Correction" }));
    await screen.findByText("Statements Issued");
    expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
      corrects: 1,
      reason: "A credit note arrived.",
    });
  });

  it("a year is closed after a question, and only administrators reopen it [REC-12]", async () => {
    const { responses } = await open({ ...draft, state: "issued", runs: [run] });
    await click("Close Year");
    const question = within(await screen.findByRole("alertdialog"));
    responses[`GET ${path}`] = {
      ...draft,
      state: "closed",
      runs: [run],
      closing: { by: "Linda Harcourt", at: "2026-02-05T18:00:00Z" },
    };
    await userEvent.click(question.getByRole("button", { name: "Close Year" }));
    await screen.findByText("Reconciliation Closed");
    await screen.findByText("Linda Harcourt, Feb 5, 2026");
    expect(screen.queryByRole("button", { name: "Reopen Year" })).toBeNull();
    expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  });

  it("an administrator reopens a closed year with a reason [REC-12]", async () => {
    const { sent } = await open({ ...draft, state: "closed", runs: [run], closing: review }, admin);
    await click("Reopen Year");
    const dialog = await findDialog();
    await userEvent.type(dialog.getByLabelText(/Reason/), "A bill arrived late.");
    await userEvent.click(dialog.getByRole("button", { name: "Reopen Year" }));
    await screen.findByText("Reconciliation Reopened");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ reason: "A bill arrived late." });
  });
});

describe("an issued statement", () => {
  it("links to its charge and its document, and shows what has changed since [REC-11, REC-13]", async () => {
    const statement: RecoveryStatement = {
      ...summary,
      property,
      year: 2025,
      isDraft: false,
      issued: {
        number: 1,
        by: "Linda Harcourt",
        at: "2026-02-02T18:00:00Z",
        reason: null,
        dueOn: "2026-03-04",
        postedCents: 119_000,
        entryId: 88,
        isFiled: true,
        documentId: 41,
      },
      changes: [{ name: "CAM", beforeCents: 219_000, nowCents: 240_000 }],
      pools: [],
    };
    await openPortal(`${page}/leases/7`, {
      session: landlord,
      responses: { [`GET ${path}/leases/7`]: statement },
    });
    await screen.findByText("Linda Harcourt issued this statement on Feb 2, 2026.");
    screen.getByText(/\$1,190\.00 was charged, due on Mar 4, 2026\./);
    expect(screen.getByRole("link", { name: "View charge" }).getAttribute("href")).toBe(
      "/leases/7?tab=ledger",
    );
    expect(screen.getByRole("link", { name: "View document" }).getAttribute("href")).toBe("/documents/41");
    screen.getByText("CAM: $2,190.00 before, $2,400.00 now");
    expect(screen.getByRole("link", { name: "Show Draft" }).getAttribute("href")).toBe(
      `${page}/leases/7?draft=yes`,
    );
  });
});
