import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { resetBrowser } from "#web/testing/open-page.tsx";
import type { TermsDetails } from "../../terms-fields.ts";
import { activeTerms, lease, terms } from "../testing/leases.ts";
import { editor, fill, openLease, press, row } from "../testing/open-lease.ts";

resetBrowser();
// Loads the lazy parts before the tests need them.
beforeAll(() => Promise.all([import("../lease/lease-page.tsx"), import("./write-terms.tsx")]), 60_000);

describe("amending a lease whose rent has stepped up", () => {
  const [version] = activeTerms.versions;
  if (version === undefined) throw new Error("The example has no terms.");
  const escalations = [
    { on: "2025-11-01", monthlyCents: toCents(15_000) },
    { on: "2026-11-01", monthlyCents: toCents(15_000) },
    { on: "2027-05-01", basisPoints: 300 },
  ];
  const stepped: TermsDetails = {
    ...activeTerms,
    versions: [{ ...version, terms: { ...terms, escalations } }],
  };
  const readRent = async () =>
    (await row("Charge 1")).getByLabelText<HTMLInputElement>("Monthly amount").value;
  const readSteps = () =>
    screen
      .queryAllByRole("group", { name: /^Step \d+$/ })
      .map((step) => within(step).getByLabelText<HTMLInputElement>("Date").value);

  it("an amendment starts with the rent in force on its effective date, and only later rent steps are kept", async () => {
    const { sentTo } = await openLease(
      lease,
      stepped,
      {
        "POST /api/leases/3/amendments": () => Response.json(stepped, { status: 201 }),
      },
      "?write=amendment",
    );
    const dialog = within(await editor("Amend Lease"));
    expect(await readRent()).toBe("3,300.00");
    expect(readSteps()).toEqual(["2027-05-01"]);
    // Nothing has changed yet.
    await waitFor(() =>
      expect(sentTo("POST /api/leases/3/schedule").at(-1)?.body).toMatchObject({ startOn: "2026-12-01" }),
    );
    fill((await row("Charge 1")).getByLabelText("Monthly amount"), "3,400.00");
    fill(dialog.getByLabelText("Reason"), "Agreed on Nov 20.");
    await press("Amend");
    expect(await screen.findByText("Lease Amended")).toBeTruthy();
    expect(sentTo("POST /api/leases/3/amendments")).toMatchObject([
      {
        body: {
          from: "2026-12-01",
          terms: {
            lines: [
              { from: "2026-11-01", price: { monthlyCents: 340_000 } },
              { price: { monthlyCents: 50_000 } },
            ],
            escalations: [escalations[2]],
          },
        },
      },
    ]);
  });

  it("the rent and the steps of an amendment follow its effective date until they're edited", async () => {
    await openLease(lease, stepped, {}, "?write=amendment");
    const dialog = within(await editor("Amend Lease"));
    const date = dialog.getByLabelText("Effective date");
    fill(date, "2027-06-01");
    expect(await readRent()).toBe("3,399.00");
    expect(readSteps()).toEqual([]);
    fill(date, "");
    fill(date, "2026-12-01");
    expect(await readRent()).toBe("3,300.00");
    expect(readSteps()).toEqual(["2027-05-01"]);
    fill((await row("Charge 1")).getByLabelText("Monthly amount"), "3,500.00");
    fill(date, "2027-06-01");
    expect(await readRent()).toBe("3,500.00");
    expect(readSteps()).toEqual([]);
  });

  it("a rent step on or before the effective date of an amendment is rejected", async () => {
    await openLease(lease, stepped, {}, "?write=amendment");
    const dialog = within(await editor("Amend Lease"));
    const step = within(await screen.findByRole("group", { name: "Step 1" }));
    fill(step.getByLabelText("Date"), "2026-12-01");
    fill(dialog.getByLabelText("Reason"), "Agreed on Nov 20.");
    await press("Amend");
    expect(
      await step.findByText(
        "Enter the rent on Dec 1, 2026 as the amount of the charge, and remove this step.",
      ),
    ).toBeTruthy();
  });

  it("rent steps that an amendment made part of the rent aren't listed as its changes", async () => {
    const amended = { ...terms, dueDay: 5, escalations: escalations.slice(2) };
    const lines = terms.lines.map((line) =>
      line.kind === "rent"
        ? { ...line, from: "2026-11-01", price: { monthlyCents: toCents(330_000) } }
        : line,
    );
    await openLease(lease, {
      ...stepped,
      versions: [
        ...stepped.versions,
        { ...version, number: 2, from: "2026-12-01", terms: { ...amended, lines } },
      ],
    });
    const list = within(await screen.findByRole("region", { name: "Amendments" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toContain(
      "due date day 1 of each month → day 5 of each month",
    );
    expect(list.queryByText(/rent|Rent/)).toBeNull();
  });
});
