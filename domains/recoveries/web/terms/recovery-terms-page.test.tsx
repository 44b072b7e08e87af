import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { poolRecovery } from "#test/money/recoveries.ts";
import { admin, openPortal, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { RecoveryTermsDetails } from "../../contract.ts";
import type { RecoveryHistory } from "../../history-contract.ts";

resetBrowser();
beforeAll(
  () =>
    Promise.all([
      import("./recovery-terms-page.tsx"),
      import("./edit-recovery-terms.tsx"),
      import("../history/history-section.tsx"),
    ]),
  60_000,
);

const path = "/api/leases/7/recovery-terms";
const security = { id: 4, name: "Security", isControllable: true, variesWithOccupancy: false };
const details: RecoveryTermsDetails = {
  leaseId: 7,
  company: "Northlight Optical",
  property: { id: 1, name: "Harborview Center" },
  leaseFrom: "2024-03-01",
  leaseTo: null,
  current: null,
  versions: [],
  pools: [
    { id: 1, name: "CAM", categories: [{ ...security, id: 3, name: "Cleaning" }, security] },
    { id: 2, name: "Property tax", categories: [{ ...security, id: 9, name: "Property tax" }] },
  ],
  version: 5,
  can: { edit: true },
};
const withTerms: RecoveryTermsDetails = {
  ...details,
  current: 2,
  versions: [
    {
      number: 1,
      from: "2024-03-01",
      period: { from: "2024-03-01", to: "2025-06-30" },
      terms: { pools: [poolRecovery()], statementDueDays: null, auditWindowDays: null },
      reason: "",
      madeBy: "Lena Ortiz",
      madeAt: "2026-11-03T18:00:00Z",
    },
    {
      number: 2,
      from: "2025-07-01",
      period: { from: "2025-07-01", to: null },
      terms: {
        pools: [poolRecovery({ share: { kind: "percentage", millionths: 125_000 }, clause: "Section 4.2" })],
        statementDueDays: 120,
        auditWindowDays: 60,
      },
      reason: "The tenant took the mezzanine.",
      madeBy: "Lena Ortiz",
      madeAt: "2026-11-04T18:00:00Z",
    },
  ],
};
const history: RecoveryHistory = {
  leaseId: 7,
  rows: [
    {
      poolId: 1,
      pool: "CAM",
      year: 2023,
      baseCents: null,
      cappedCents: 9_000_000,
      shareCents: 1_200_000,
      estimatesCents: 1_260_000,
      dueCents: -60_000,
      enteredBy: "Lena Ortiz",
      enteredAt: "2026-11-03T18:00:00Z",
    },
  ],
  pools: [
    { id: 1, name: "CAM" },
    { id: 2, name: "Property tax" },
  ],
  version: 5,
};
const open = (response: RecoveryTermsDetails) =>
  openPortal("/leases/7/recovery-terms", {
    session: admin,
    responses: {
      [`GET ${path}`]: response,
      [`POST ${path}`]: withTerms,
      "GET /api/leases/7/recovery-history": history,
      "PUT /api/leases/7/recovery-history": history,
    },
  });
const pool = (name: string) => within(screen.getByRole("group", { name }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("recovery terms", () => {
  it("recovery terms are shown with their clause and deadlines, and earlier versions with their reason", async () => {
    await open(withTerms);
    await screen.findByText("The tenant pays 12.5% of CAM.");
    screen.getByText("Section 4.2");
    screen.getByText("Not decided yet.");
    screen.getByText("The statement is due 120 days after the end of the year.");
    const versions = screen.getByRole("region", { name: "Versions" });
    expect(versions.textContent).toContain("From Jul 1, 2025current");
    within(versions).getByText("Reason: The tenant took the mezzanine.");
  });

  it("recovery terms are entered pool by pool and shown as sentences before they're saved", async () => {
    const { sent } = await open(details);
    await userEvent.click(await screen.findByRole("button", { name: "Add Recovery Terms" }));
    await screen.findByRole("dialog", { name: "Recovery Terms" });
    const cam = pool("CAM");
    cam.getByText("No rule yet.");
    await userEvent.selectOptions(cam.getByLabelText("What the tenant pays"), "A share by area");
    cam.getByText("The tenant pays a share of CAM: its area divided by the leasable area of the property.");
    await userEvent.click(cam.getByText("Base, gross-up, and cap"));
    await userEvent.type(cam.getByLabelText("Gross up to"), "95");
    cam.getByText("Costs that vary with occupancy are grossed up to 95% occupancy.");
    await userEvent.selectOptions(cam.getByLabelText("Cap on controllable costs"), "From a base, compounded");
    cam.getByText("Complete the fields to see the rule in words.");
    await userEvent.type(cam.getByLabelText("Cap"), "5");
    await userEvent.type(cam.getByLabelText("Cap's base year"), "2024");
    await userEvent.type(cam.getByLabelText("Controllable costs in that year"), "85,000");
    cam.getByText("Controllable costs can rise by 5% a year, compounded, from $85,000.00 in 2024.");
    await userEvent.click(cam.getByText("Administrative fee and excluded categories"));
    await userEvent.click(
      within(cam.getByRole("group", { name: "Excluded categories" })).getByLabelText("Security"),
    );
    cam.getByText("The tenant doesn't share Security.");
    await userEvent.selectOptions(
      pool("Property tax").getByLabelText("What the tenant pays"),
      "Nothing (gross)",
    );
    await press("Save Terms");
    await screen.findByText("Recovery Terms Saved");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      from: "2024-03-01",
      reason: "",
      version: 5,
      terms: {
        pools: [
          poolRecovery({
            grossUpBasisPoints: 9_500,
            cap: { kind: "cumulative-compounded", basisPoints: 500, baseYear: 2024, baseCents: 8_500_000 },
            excludedCategoryIds: [4],
          }),
          poolRecovery({ poolId: 2, share: { kind: "none" } }),
        ],
        statementDueDays: null,
        auditWindowDays: null,
      },
    });
  });

  it("if a field is invalid, the recovery terms form keeps its entries and marks the field", async () => {
    const { sent } = await open(withTerms);
    await userEvent.click(await screen.findByRole("button", { name: "Change Terms" }));
    await screen.findByRole("dialog", { name: "Recovery Terms" });
    const percentage = pool("CAM").getByLabelText<HTMLInputElement>("Percentage");
    expect(percentage.value).toBe("12.5");
    await userEvent.clear(percentage);
    await userEvent.type(percentage, "125");
    await press("Save Terms");
    await waitFor(() => pool("CAM").getByText("Enter a percentage above 0 and up to 100"));
    expect(percentage.value).toBe("125");
    expect(document.activeElement).toBe(percentage);
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("tenants can read recovery terms but can't change them", async () => {
    await open({ ...withTerms, can: { edit: false } });
    await screen.findByText("The tenant pays 12.5% of CAM.");
    expect(screen.queryByRole("button", { name: "Change Terms" })).toBeNull();
  });

  it("amounts from the previous system are listed, and added by pool and year [REC-21]", async () => {
    const { sent } = await open(details);
    const table = within(await screen.findByRole("table", { name: "Amounts from your previous system" }));
    table.getByText("$90,000.00");
    table.getByText("-$600.00");
    await press("Add Amounts");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.selectOptions(dialog.getByLabelText("Pool"), "Property tax");
    await userEvent.type(dialog.getByLabelText("Year"), "2023");
    expect(dialog.queryByLabelText("Reason")).toBeNull();
    await userEvent.type(dialog.getByLabelText("Base year cost"), "120,000");
    await press("Save Amounts");
    await screen.findByText("Amounts Saved");
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({
      poolId: 2,
      year: 2023,
      baseCents: 12_000_000,
      cappedCents: null,
      shareCents: null,
      estimatesCents: null,
      reason: "",
      version: 5,
    });
  });

  it("a change of amounts from the previous system asks for a reason [REC-21]", async () => {
    const { sent } = await open(withTerms);
    await userEvent.click(await screen.findByRole("button", { name: "Edit CAM for 2023" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.clear(dialog.getByLabelText("Controllable costs billed"));
    await userEvent.type(dialog.getByLabelText("Controllable costs billed"), "91,000");
    await userEvent.type(dialog.getByLabelText("Reason"), "Corrected");
    await press("Save Amounts");
    await screen.findByText("Amounts Saved");
    expect(sent.find(({ method }) => method === "PUT")?.body).toMatchObject({
      cappedCents: 9_100_000,
      shareCents: 1_200_000,
      reason: "Corrected",
    });
  });

  it("tenants don't see amounts from the previous system [REC-21]", async () => {
    await openPortal("/leases/7/recovery-terms", {
      session: tenant,
      responses: { [`GET ${path}`]: { ...withTerms, can: { edit: false } } },
    });
    expect(await screen.findByText("The tenant pays 12.5% of CAM.")).toBeTruthy();
    expect(screen.queryByText("Amounts from your previous system")).toBeNull();
  });
});
