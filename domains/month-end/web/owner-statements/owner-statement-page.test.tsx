import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { OwnerStatement } from "../../owner-statement-contract.ts";

resetBrowser();
beforeAll(() => import("#domains/month-end/web/owner-statements/owner-statement-page.tsx"));

const page = "/properties/1/months/2026-10/owner-statement";
const path = `/api${page}`;
const draft: OwnerStatement = {
  property: "Harbor House",
  address: "12 Pier Road, Seattle, WA 98101",
  month: "2026-10",
  on: "2026-10-31",
  preparedAt: "2026-11-03T18:00:00Z",
  amounts: { chargedCents: 300_000, receivedCents: 200_000, overdueCents: 100_000 },
  figures: [{ label: "Charges due", value: "$3,000.00" }],
  sections: [],
  isMonthClosed: false,
  isDraft: true,
  notes: "",
  notesVersion: 0,
  versions: [],
  changes: [],
  cannotIssue: null,
};
const version = { number: 1, by: "Lena Ortiz", at: "2026-11-03T18:00:00Z", reason: null, documentId: 7 };
const issued: OwnerStatement = { ...draft, isDraft: false, versions: [version] };
const open = (response: OwnerStatement, responses: FakeResponses = {}, url = page) =>
  openPortal(url, { session: admin, responses: { [`GET ${path}`]: response, ...responses } });

describe("an owner statement", () => {
  it("a manager adds notes to an owner statement and issues it after a warning that its month isn't closed", async () => {
    const { sent } = await open(draft, {
      [`PUT ${path}/notes`]: draft,
      [`POST ${path}/issue`]: issued,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Add Notes" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Notes" }), "The roof was inspected.");
    await userEvent.click(screen.getByRole("button", { name: "Save Notes" }));
    await screen.findByText("Notes Saved");
    await userEvent.click(screen.getByRole("button", { name: "Issue Statement" }));
    const dialog = await screen.findByRole("dialog", { name: "Issue the statement for October 2026?" });
    within(dialog).getByText("October 2026 isn't closed.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Issue Statement" }));
    await screen.findByText("Statement Issued");
    expect(sent.filter(({ method }) => method !== "GET").map(({ body }) => body)).toEqual([
      { notes: "The roof was inspected.", notesVersion: 0 },
      { corrects: 0, amounts: draft.amounts, notesVersion: 0, reason: "" },
    ]);
  });

  it("if amounts changed before a statement is issued, the owner statement page shows the current amounts", async () => {
    let current = draft;
    await open(draft, {
      [`GET ${path}`]: () => current,
      [`POST ${path}/issue`]: problem(409, "The amounts have changed since you opened this statement."),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Issue Statement" }));
    const dialog = await screen.findByRole("dialog");
    current = { ...draft, figures: [{ label: "Charges due", value: "$2,500.00" }] };
    await userEvent.click(within(dialog).getByRole("button", { name: "Issue Statement" }));
    await screen.findByText("The amounts have changed since you opened this statement.");
    expect(await screen.findByText("$2,500.00")).toBeTruthy();
  });

  it("an owner statement can't be issued before its month is over", async () => {
    await open({ ...draft, cannotIssue: "October 2026 isn't over at Harbor House." });
    await screen.findByText("October 2026 isn't over at Harbor House.");
    expect(screen.queryByRole("button", { name: "Issue Statement" })).toBeNull();
  });

  it("if the ledger has changed since the statement was issued, its page shows both amounts and links to the document", async () => {
    await open({
      ...issued,
      changes: [{ name: "Cash received", issuedCents: 200_000, currentCents: 150_000 }],
    });
    await screen.findByText("Cash received: $2,000.00 in this statement, $1,500.00 now.");
    expect(screen.getByRole("link", { name: "Version 1" }).getAttribute("href")).toBe("/documents/7");
    expect(screen.getByRole("link", { name: "Download PDF" }).getAttribute("href")).toBe(`${path}/file`);
    expect(screen.queryByRole("button", { name: "Add Notes" })).toBeNull();
    expect(screen.getByRole("link", { name: "Correct" }).getAttribute("href")).toBe(`${page}?draft=yes`);
  });

  it("an issued statement is corrected with a reason", async () => {
    const { sent } = await open(
      { ...draft, isMonthClosed: true, versions: [version] },
      { [`POST ${path}/issue`]: issued },
      `${page}?draft=yes`,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Issue Corrected Statement" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByRole("textbox", { name: /Reason/ }), "A late charge");
    await userEvent.click(within(dialog).getByRole("button", { name: "Issue Corrected Statement" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
        corrects: 1,
        amounts: draft.amounts,
        notesVersion: 0,
        reason: "A late charge",
      }),
    );
  });
});
