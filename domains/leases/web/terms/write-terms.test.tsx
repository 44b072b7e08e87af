import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { activeTerms, draft, draftTerms, noTerms } from "../testing/leases.ts";
import { editor, fill, getRowTexts, openLease, press, previewTable, row } from "../testing/open-lease.ts";

resetBrowser();
// Loads the lazy parts before the tests need them.
beforeAll(() => Promise.all([import("../lease/lease-page.tsx"), import("./write-terms.tsx")]), 60_000);

describe("the terms form", () => {
  it("the terms form fills in a lease's first terms with the units' asking figures and says so until they're changed", async () => {
    const unit = (id: number, change: object) => ({
      id,
      propertyId: 1,
      unitNumber: "303",
      type: "office",
      status: "vacant",
      rent: 346_000,
      deposit: 350_000,
      areaSqft: 1_340,
      ...change,
    });
    const { sentTo } = await openLease(
      draft,
      noTerms,
      {
        "GET /api/properties/1/units": [unit(12, {}), unit(11, { rent: 900_000 })],
        "PUT /api/leases/13/terms": { ...activeTerms, leaseId: 13 },
      },
      "?write=terms",
    );
    const dialog = within(await editor());
    const first = await row("Charge 1");
    const value = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value;
    expect(["Monthly amount", "Deposit", "Area (sq ft)"].map(value)).toEqual([
      "3,460.00",
      "3,500.00",
      "1340",
    ]);
    expect(dialog.getAllByText("Prefilled from unit 303.")).toHaveLength(3);
    fill(first.getByLabelText("Monthly amount"), "3,200");
    expect(dialog.getAllByText("Prefilled from unit 303.")).toHaveLength(2);
    await press("Save Terms");
    await waitFor(() =>
      expect(sentTo("PUT /api/leases/13/terms")).toMatchObject([
        {
          body: {
            terms: {
              areaSquareFeet: 1_340,
              depositCents: 350_000,
              lines: [{ price: { monthlyCents: 320_000 } }],
            },
          },
        },
      ]),
    );
  });

  it("the terms form shows the schedule for the full term, with two years expanded and later years collapsed", async () => {
    const months = ["2027-11-01", "2027-12-01", "2028-01-01", "2029-01-01", "2030-01-01"].map((month) => ({
      month,
      charges: [],
      totalCents: 300_000,
      lateFees: [],
    }));
    const { sentTo } = await openLease(
      { ...draft, to: "2030-01-31" },
      { ...noTerms, versions: draftTerms.versions, current: 1 },
      {
        "POST /api/leases/13/schedule": {
          months,
          totalCents: 1_500_000,
          postedImmediately: [],
          postedImmediatelyCents: 0,
          creditedCents: 0,
        },
      },
      "?write=terms",
    );
    await editor();
    const readRows = async () => getRowTexts(await previewTable());
    expect(await readRows()).toEqual([
      "2027$6,000.00",
      "November 2027$3,000.00",
      "December 2027$3,000.00",
      "2028$3,000.00",
      "January 2028$3,000.00",
      "2029$3,000.00",
      "2030$3,000.00",
      "Total of 5 months$15,000.00",
    ]);
    expect(screen.getByText("Full term, through Jan 31, 2030.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "2030", expanded: false }));
    await userEvent.click(screen.getByRole("button", { name: "2027", expanded: true }));
    expect(await readRows()).toContain("January 2030$3,000.00");
    expect(await readRows()).not.toContain("November 2027$3,000.00");
    expect(sentTo("POST /api/leases/13/schedule").at(-1)?.body).toMatchObject({ months: 37 });
  });
});
