import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import type { Reconciliation, RecoveryStatement } from "../../reconciliation-contract.ts";

resetBrowser();
beforeAll(() => Promise.all([import("./reconciliation-page.tsx"), import("./statement-page.tsx")]), 60_000);

const property = { id: 1, name: "Harborview Center" };
const year = { from: "2025-01-01", to: "2025-12-31" };
const summary = {
  leaseId: 7,
  company: "Northlight Optical",
  units: [{ unitNumber: "204" }],
  lines: [{ poolId: 1, cents: 219_000 }],
  totalCents: 219_000,
  estimatesBilledCents: 240_000,
  estimatesPaidCents: 200_000,
  dueCents: -21_000,
};
const reconciliation: Reconciliation = {
  property,
  year: 2025,
  state: "draft",
  fingerprint: "f".repeat(43),
  review: null,
  closing: null,
  changes: [],
  cannotIssue: null,
  toIssue: { charges: 0, chargedCents: 0, credits: 1, creditedCents: 21_000 },
  today: "2026-02-02",
  runs: [],
  pools: [
    {
      id: 1,
      name: "CAM",
      ...year,
      totalCents: 365_000,
      recoveredCents: 219_000,
      occupancy: "75.12%",
      categories: [{ id: 3, name: "Cleaning", cents: 365_000 }],
      losses: [
        { cause: "vacancy", cents: 90_800 },
        { cause: "no-rule", cents: 55_200 },
      ],
    },
    {
      id: 2,
      name: "Utilities",
      ...year,
      totalCents: 0,
      recoveredCents: 0,
      occupancy: "75.12%",
      categories: [],
      losses: [],
    },
  ],
  statements: [summary],
  findings: [
    {
      key: "no-rule/7/1/",
      kind: "no-rule",
      sentence: "Cobalt Design has no rule for CAM.",
      cents: 55_200,
      leaseId: 7,
      acceptance: null,
    },
    {
      key: "no-pool///9",
      kind: "no-pool",
      sentence: "Snow removal is recoverable but in no pool.",
      cents: 900,
      leaseId: null,
      bills: [{ id: 12, vendor: "Bright & Clean", number: "A-17" }],
      acceptance: { reason: "Too little to share.", by: "Linda Harcourt", at: "2026-02-01T18:00:00Z" },
    },
    {
      key: "over-recovered//1/",
      kind: "over-recovered",
      sentence: "Tenants would pay more than CAM cost, without fees.",
      cents: 100,
      leaseId: null,
      leases: [
        { id: 8, company: "Cobalt Design" },
        { id: 7, company: "Northlight Optical" },
      ],
      acceptance: { reason: "Rounding", by: "Linda Harcourt", at: "2026-02-01T18:00:00Z" },
    },
  ],
};
const bill = {
  id: 12,
  categoryId: 3,
  vendor: "Bright & Clean",
  number: "A-17",
  billedOn: "2025-12-20",
  cents: 365_000,
};
const statement: RecoveryStatement = {
  ...summary,
  property,
  year: 2025,
  isDraft: true,
  issued: null,
  changes: [],
  pools: [
    {
      id: 1,
      name: "CAM",
      ...year,
      cents: 219_000,
      parts: [
        {
          ...year,
          rule: ["The tenant pays 60% of CAM."],
          clause: "Section 4.2, page 11",
          categories: [
            {
              id: 3,
              name: "Cleaning",
              cents: 365_000,
              isExcluded: false,
              sharedCents: 365_000,
              bills: [bill],
            },
            { id: 4, name: "Security", cents: 50_000, isExcluded: true, sharedCents: 0, bills: [] },
          ],
          steps: [
            { label: "Cost to share", text: "", cents: 365_000 },
            { label: "Share", text: "60% of the cost to share", cents: 219_000 },
            { label: "Amount", text: "", cents: 219_000 },
          ],
        },
      ],
    },
  ],
};
const responses = {
  "GET /api/properties/1/reconciliations/2025": reconciliation,
  "GET /api/properties/1/reconciliations/2024": {
    ...reconciliation,
    year: 2024,
    pools: [],
    statements: [],
    findings: [],
  },
  "GET /api/properties/1/reconciliations/2025/leases/7": statement,
  "POST /api/properties/1/reconciliations/2025/findings/accept": { success: true },
  "POST /api/properties/1/reconciliations/2025/findings/reopen": { success: true },
};
const open = (path: string) => openPortal(path, { session: admin, responses });
const rowTexts = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent)
        .join(" | "),
    );

describe("the reconciliation of a year", () => {
  it("the reconciliation shows each tenant's share, the rest of each pool by cause, and that no one is charged yet", async () => {
    await open("/properties/1/reconciliations/2025");
    await screen.findByText("This is a calculation. Nothing is charged.");
    const [first, second, third] = within(screen.getByRole("list", { name: "Findings" })).getAllByRole(
      "listitem",
    );
    expect(first?.textContent).toBe("Cobalt Design has no rule for CAM.View calculation$552.00Accept");
    expect(second?.textContent).toBe(
      "Snow removal is recoverable but in no pool.Bill: Bright & Clean A-17Linda Harcourt accepted it on Feb 1, 2026: Too little to share.$9.00Reopen",
    );
    expect(third?.textContent).toContain("Affects: Cobalt Design, Northlight Optical");
    const getHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(getHref("Bright & Clean A-17")).toBe("/bills/12");
    expect(getHref("Northlight Optical")).toBe("/properties/1/reconciliations/2025/leases/7?draft=yes");
    expect(rowTexts("Who pays for CAM")).toEqual([
      "Tenants' shares | $2,190.00",
      "Vacant area | $908.00",
      "Leases without recovery terms | $552.00",
      "Cost | $3,650.00",
    ]);
    expect(screen.queryByRole("region", { name: "Utilities" })).toBeNull();
  });

  it("clicking a tenant's share in the reconciliation opens its calculation", async () => {
    await open("/properties/1/reconciliations/2025");
    await userEvent.click(await screen.findByRole("cell", { name: "Northlight Optical" }));
    await screen.findByText("The tenant pays 60% of CAM.");
    screen.getByText("Section 4.2, page 11");
    expect(rowTexts("Categories in CAM, Jan 1, 2025 to Dec 31, 2025")).toEqual([
      "Cleaning | $3,650.00 | $3,650.00",
      "Security | $500.00 | Excluded",
    ]);
    expect(rowTexts("Calculation of CAM, Jan 1, 2025 to Dec 31, 2025")[1]).toBe(
      "Share | 60% of the cost to share | $2,190.00",
    );
    screen.getByText("Credit");
    expect(screen.getByRole("link", { name: "Recovery Terms" }).getAttribute("href")).toBe(
      "/leases/7/recovery-terms",
    );
  });

  it("a statement lists the estimates billed in the previous system on their own [REC-03]", async () => {
    const path = "/properties/1/reconciliations/2025/leases/7";
    await openPortal(path, {
      session: admin,
      responses: { [`GET /api${path}`]: { ...statement, previousEstimatesCents: 90_000 } },
    });
    const totals = await screen.findByRole("region", { name: "Totals" });
    expect(totals.textContent).toContain("Estimates billed$1,500.00$2,000.00 paid");
    expect(totals.textContent).toContain("Estimates billed in the previous system$900.00");
  });

  it("a finding can be accepted with a reason and reopened [REC-07]", async () => {
    const { sent } = await open("/properties/1/reconciliations/2025");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Accept" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Accept this finding?" }));
    dialog.getByText("Cobalt Design has no rule for CAM.");
    await user.type(dialog.getByLabelText(/Reason/), "It moved in last week.");
    await user.click(dialog.getByRole("button", { name: "Accept Finding" }));
    await screen.findByText("Finding Accepted");
    expect(sent.find(({ path }) => path.endsWith("/findings/accept"))?.body).toEqual({
      key: "no-rule/7/1/",
      sentence: "Cobalt Design has no rule for CAM.",
      cents: 55_200,
      reason: "It moved in last week.",
    });
    const [reopen] = screen.getAllByRole("button", { name: "Reopen" });
    if (reopen !== undefined) await user.click(reopen);
    await screen.findByText("Finding Reopened");
  });

  it("the reconciliation says if a year has no bills", async () => {
    await open("/properties/1/reconciliations/2025");
    await userEvent.selectOptions(await screen.findByLabelText("Year"), "2024");
    expect(await screen.findByText("No recoverable expenses in 2024")).toBeTruthy();
  });
});

it("the overview of recoveries shows what was issued in each year [REC-37]", async () => {
  const draft = {
    year: 2026,
    state: "draft",
    issuedAt: null,
    statements: 0,
    postedCents: 0,
    openQuestions: 0,
  };
  await openPortal("/recoveries", {
    session: admin,
    responses: {
      "GET /api/reconciliations": [
        { property, ...draft },
        {
          property,
          year: 2025,
          state: "issued",
          issuedAt: "2026-01-12T17:00:00Z",
          statements: 7,
          postedCents: 4_566_588,
          openQuestions: 1,
        },
      ],
    },
  });
  const current = await screen.findByRole("list", { name: "Properties in 2026" });
  expect(current.textContent).toBe("Harborview CenterDraft");
  const last = screen.getByRole("list", { name: "Properties in 2025" });
  expect(last.textContent).toBe(
    "Harborview CenterIssuedIssued Jan 12, 2026 · 7 statements · 1 open question$45,665.88Charged",
  );
  expect(within(last).getByRole("link", { name: "Harborview Center" }).getAttribute("href")).toBe(
    "/properties/1/reconciliations/2025",
  );
});
