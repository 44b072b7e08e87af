import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { Estimates } from "../../estimates-contract.ts";
import { formatChange } from "./estimates-grid.tsx";

resetBrowser();
beforeAll(() => Promise.all([import("./estimates-page.tsx"), import("./apply-dialog.tsx")]), 60_000);

const row = (leaseId: number, company: string, [current, proposed]: readonly [number, number]) => ({
  leaseId,
  company,
  units: [{ unitNumber: String(200 + leaseId) }],
  kind: "common-area" as const,
  version: leaseId + 1,
  shareCents: 12 * proposed + 4,
  currentCents: current,
  scheduledCents: current,
  applied: null,
  proposedCents: proposed,
});
const estimates: Estimates = {
  property: { id: 1, name: "Harborview Center" },
  year: 2027,
  source: "actual",
  from: "2027-01-01",
  months: ["2027-01-01", "2027-02-01"],
  costCents: 485_000,
  roundingCents: 8,
  applied: null,
  notes: ["The bills for 2026 have no costs for Utilities, so the estimates stay as they are."],
  rows: [row(4, "Harbor Lane Coffee", [0, 9_125]), row(7, "Northlight Optical", [150_000, 156_000])],
  skipped: [
    {
      leaseId: 9,
      company: "Cobalt Design",
      units: [{ unitNumber: "301" }],
      kind: null,
      currentCents: 20_000,
      why: "The lease ends Dec 31, 2026.",
    },
  ],
};
const path = "/api/properties/1/estimates/2027";
const open = (responses: FakeResponses = {}) =>
  openPortal("/properties/1/estimates/2027", {
    session: { ...admin, role: "landlord" },
    responses: {
      [`GET ${path}`]: estimates,
      "GET /api/properties/1/reconciliations/2026": {
        property: estimates.property,
        year: 2026,
        pools: [],
        statements: [],
        findings: [],
      },
      [`POST ${path}`]: { leases: 2 },
      ...responses,
    },
  });
const cell = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name: `${name}, CAM` });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the estimates of a year", () => {
  it("the estimates page shows each amount with its change, the skipped leases, and what the rounding leaves [REC-30, REC-31]", async () => {
    await open();
    const table = within(await screen.findByRole("table", { name: "Monthly estimates for 2027" }));
    const texts = table
      .getAllByRole("row")
      .slice(1)
      .map((line) => [...line.children].map(({ textContent }) => textContent).join(" | "));
    expect(texts).toEqual([
      "Harbor Lane Coffee204 · CAM | $1,095.04 | $0.00 | $91.25 |  | New",
      "Northlight Optical207 · CAM | $18,720.04 | $1,500.00 | $1,560.00 |  | +4.0%",
      "Total | $19,815.08 | $1,500.00 | $1,651.25 | $1,651.25 | +10.1%",
    ]);
    screen.getByText(
      "Rounded to cents, the proposed amounts come to $0.08 less than the shares. The reconciliation of 2027 evens that out.",
    );
    const skipped = within(screen.getByRole("list", { name: "Skipped leases" }));
    expect(skipped.getByText("The lease ends Dec 31, 2026. $200.00 a month is charged now.")).toBeTruthy();
  });

  it("after estimates are applied, the page says what was applied and compares the proposal with it [REC-30]", async () => {
    const [cafe, shop] = estimates.rows;
    const applied = { by: "Lena Landlord", at: "2026-11-20T20:00:00.000Z" };
    const rows = [
      { ...cafe, scheduledCents: 9_125, applied },
      { ...shop, scheduledCents: 150_000 },
    ];
    await open({
      [`GET ${path}`]: {
        ...estimates,
        rows,
        applied: { ...applied, leases: 2, beforeCents: 20_000, afterCents: 34_125 },
      },
    });
    const table = within(await screen.findByRole("table", { name: "Monthly estimates for 2027" }));
    const texts = table
      .getAllByRole("row")
      .map((line) => [...line.children].map(({ textContent }) => textContent).join(" | "));
    expect(texts).toEqual([
      "Lease | Share of 2027 | Now | Applied | Proposed | Amount | Change",
      "Harbor Lane Coffee204 · CAM | $1,095.04 | $0.00 | $91.25 | $91.25 |  | 0.0%",
      "Northlight Optical207 · CAM | $18,720.04 | $1,500.00 | – | $1,560.00 |  | +4.0%",
      "Total | $19,815.08 | $1,500.00 | $91.25 | $1,651.25 | $1,651.25 | +3.8%",
    ]);
    screen.getByText("Estimates applied from Jan 1, 2027");
    screen.getByText(
      "2 leases, from $200.00 to $341.25 a month in total. Last applied by Lena Landlord on Nov 20, 2026.",
    );
    await userEvent.click(button("Apply Estimates"));
    const dialog = within(await screen.findByRole("dialog", { name: "Apply Estimates" }));
    dialog.getByText("The monthly charges of these leases increase by $60.00 in total.");
  });

  it("the grid of estimates moves with Enter, accepts a pasted column, and applies all estimates with the leases' versions [REC-32]", async () => {
    const { sent } = await open();
    await userEvent.click(await cell("Harbor Lane Coffee"));
    await userEvent.keyboard("100{Enter}");
    expect(document.activeElement).toBe(await cell("Northlight Optical"));
    fireEvent.paste(await cell("Harbor Lane Coffee"), {
      clipboardData: { getData: () => "110\n1,600.50\n" },
    });
    expect((await cell("Northlight Optical")).value).toBe("1,600.50");
    await userEvent.click(button("Apply Estimates"));
    const dialog = within(await screen.findByRole("dialog", { name: "Apply Estimates" }));
    dialog.getByText("The monthly charges of these leases increase by $210.50 in total.");
    await userEvent.click(dialog.getByRole("button", { name: "Apply Estimates" }));
    await screen.findByText("Estimates Applied");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      from: "2027-01-01",
      reason: "Estimates of operating expenses for 2027",
      rows: [
        { leaseId: 4, version: 5, kind: "common-area", monthlyCents: 11_000 },
        { leaseId: 7, version: 8, kind: "common-area", monthlyCents: 160_050 },
      ],
    });
  });

  it("estimates equal to the current charge aren't sent, and an amount that can't be read prevents applying [REC-32]", async () => {
    const { sent } = await open();
    await userEvent.clear(await cell("Northlight Optical"));
    await userEvent.type(await cell("Northlight Optical"), "15oo");
    expect(button("Apply Estimates").disabled).toBe(true);
    await userEvent.clear(await cell("Northlight Optical"));
    await userEvent.type(await cell("Northlight Optical"), "1500");
    await userEvent.click(button("Apply Estimates"));
    const dialog = within(await screen.findByRole("dialog", { name: "Apply Estimates" }));
    await userEvent.click(dialog.getByRole("button", { name: "Apply Estimates" }));
    await screen.findByText("Estimates Applied");
    expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({ rows: [{ leaseId: 4 }] });
  });

  it("a conflict is shown in the dialog, and leaving with edited amounts asks for confirmation [REC-30, REC-33]", async () => {
    const message =
      "Lena changed the lease of Northlight Optical after you opened these estimates, so none were applied. Reload the page.";
    await open({ [`POST ${path}`]: problem(409, message) });
    await userEvent.type(await cell("Northlight Optical"), "1");
    await userEvent.click(button("Apply Estimates"));
    const dialog = within(await screen.findByRole("dialog", { name: "Apply Estimates" }));
    await userEvent.click(dialog.getByRole("button", { name: "Apply Estimates" }));
    await dialog.findByText(message);
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await userEvent.click(screen.getByRole("link", { name: "Reconciliation of 2026" }));
    expect(
      await screen.findByRole("alertdialog", { name: "Leave without applying your changes?" }),
    ).toBeTruthy();
  });

  it("selecting another source or percentage recalculates the estimates unless amounts were edited [REC-30]", async () => {
    const { sent } = await open();
    await userEvent.selectOptions(await screen.findByLabelText("Calculated from"), "Budget for 2027");
    await userEvent.type(screen.getByLabelText("Percent change"), "3.5%{Enter}");
    expect(location.search).toBe("?source=budget&percent=3.5");
    await userEvent.type(await cell("Northlight Optical"), "1");
    expect(screen.getByLabelText<HTMLSelectElement>("Calculated from").disabled).toBe(true);
    await userEvent.click(button("Discard"));
    expect((await cell("Northlight Optical")).value).toBe("1,560");
    expect(sent.some(({ method }) => method === "POST")).toBe(false);
  });
});

it.each([
  [100_000, 104_250, "+4.3%"],
  [100_000, 90_000, "-10.0%"],
  [100_000, 100_000, "0.0%"],
  [100_000, 0, "Ends"],
  [0, 100, "New"],
  [0, 0, "–"],
  [100, null, "–"],
])("a change from %i to %j cents is shown as %j [REC-30]", (current, changed, text) => {
  expect(formatChange(current, changed)).toBe(text);
});
