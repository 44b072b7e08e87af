import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";
import { activeTerms, draft, draftTerms, lease, noTerms, schedule, terms } from "../testing/leases.ts";
import { editor, fill, getRowTexts, openLease, press, previewTable, row } from "../testing/open-lease.ts";

resetBrowser();
// Loads the lazy parts before the tests need them.
beforeAll(
  () =>
    Promise.all([
      import("../lease/lease-page.tsx"),
      import("./write-terms.tsx"),
      import("../lease/activate-lease-dialog.tsx"),
    ]),
  60_000,
);

describe("the terms of a lease", () => {
  it("an active lease without charges says so and links to its terms", async () => {
    await openLease(lease, noTerms);
    expect(await screen.findByText("This lease has no charges yet")).toBeTruthy();
    await press("Add Terms");
    expect(await editor()).toBeTruthy();
    expect(location.search).toBe("?write=terms");
  });

  it("the terms form sends a draft's first charge, a rate by area, and yearly steps as typed, with the displayed version", async () => {
    const { sentTo } = await openLease(
      draft,
      noTerms,
      { "PUT /api/leases/13/terms": { ...activeTerms, leaseId: 13 } },
      "?write=terms",
    );
    const dialog = within(await editor());
    const first = await row("Charge 1");
    fill(first.getByLabelText("Monthly amount"), "3,000");
    await userEvent.click(dialog.getByRole("button", { name: "Add charge" }));
    const second = await row("Charge 2");
    expect(document.activeElement).toBe(second.getByLabelText("Type"));
    await userEvent.selectOptions(second.getByLabelText("Priced by"), "Per sq ft per year");
    fill(dialog.getByLabelText("Area (sq ft)"), "1850");
    fill(second.getByLabelText("Rate"), "4.10");
    // 4.10 x 1,850 / 12 = 632.083…
    expect(second.getByText("$632.08 per month for 1,850 sq ft.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Every Year..." }));
    expect(dialog.getByText(/the rate per square foot, rounded to four decimal places\.$/)).toBeTruthy();
    fill(dialog.getByLabelText("Percent per year"), "3.5");
    fill(dialog.getByLabelText("Number of years"), "2");
    await userEvent.click(dialog.getByRole("button", { name: "Fill In" }));
    await press("Save Terms");
    expect(await screen.findByText("Terms Saved")).toBeTruthy();
    expect(sentTo("PUT /api/leases/13/terms")).toEqual([
      {
        version: '"4"',
        body: {
          from: "2027-01-01",
          terms: {
            areaSquareFeet: 1_850,
            dueDay: 1,
            graceDays: 5,
            depositCents: 0,
            lines: [
              {
                key: 1,
                kind: "rent",
                label: "Base rent",
                from: "2027-01-01",
                to: null,
                price: { monthlyCents: 300_000 },
              },
              {
                key: 2,
                kind: "common-area",
                label: "CAM",
                from: "2027-01-01",
                to: null,
                price: { rateHundredths: 41_000 },
              },
            ],
            escalations: [
              { on: "2028-01-01", basisPoints: 350 },
              { on: "2029-01-01", basisPoints: 350 },
            ],
            freeRent: [],
            lateFee: null,
          },
        },
      },
    ]);
    await waitFor(() => expect(location.search).toBe(""));
  });

  it("the terms form shows each charge, the total, the changes, and the late fee for each month while typing", async () => {
    const { sentTo } = await openLease(draft, draftTerms, {}, "?write=terms");
    await editor();
    expect(getRowTexts(await previewTable())).toEqual([
      "2027$7,090.00",
      "April 2027Base rent $3,000.00Common areas $500.00$3,500.00",
      "May 2027Rent 3% increase from May 1, 2027Base rent $3,090.00Common areas $500.00$3,590.00",
      "Total of 2 months$7,090.00",
    ]);
    expect(screen.getByText("Open-ended. Showing through May 2027.")).toBeTruthy();
    expect(
      screen.getByText(
        "Rent of $3,000.00 due Apr 1, 2027 that isn't paid before Apr 7, 2027 incurs a late fee of $50.00.",
      ),
    ).toBeTruthy();
    const first = await row("Charge 1");
    fill(first.getByLabelText("Monthly amount"), "3,200");
    await waitFor(() =>
      expect(sentTo("POST /api/leases/13/schedule").at(-1)?.body).toMatchObject({
        terms: { lines: [{ price: { monthlyCents: 320_000 } }, {}] },
      }),
    );
  });

  it("the terms form shows form and server errors on their fields without losing input", async () => {
    const sentence = "The lease ends Apr 30, 2030, so a charge can't extend past then.";
    const { sentTo } = await openLease(lease, noTerms, {
      "PUT /api/leases/3/terms": problem(400, sentence, { "terms.lines.0.to": sentence }),
    });
    await screen.findByText("This lease has no charges yet");
    await press("Add Terms");
    await editor();
    await press("Save Terms");
    const first = await row("Charge 1");
    expect((await first.findByRole("alert")).textContent).toBe("Please enter an amount above $0.00");
    expect(sentTo("PUT /api/leases/3/terms")).toEqual([]);
    expect(document.activeElement).toBe(first.getByLabelText("Monthly amount"));
    fill(first.getByLabelText("Monthly amount"), "3000");
    fill(first.getByLabelText("To"), "2031-01-01");
    await press("Save Terms");
    expect((await first.findByRole("alert")).textContent).toBe(sentence);
    expect(document.activeElement).toBe(first.getByLabelText("To"));
    expect((first.getByLabelText("Monthly amount") as HTMLInputElement).value).toBe("3,000.00");
  });

  it("the terms form shows an error for a date outside the lease as the user types, without a request", async () => {
    const { sentTo } = await openLease(lease, { ...noTerms, versions: [] }, {}, "?write=terms");
    await editor();
    const first = await row("Charge 1");
    fill(first.getByLabelText("To"), "2031-01-01");
    fill(first.getByLabelText("Monthly amount"), "3,000");
    const sentence = "The lease ends Apr 30, 2030, so a charge can't extend past then.";
    expect(await screen.findByText(sentence)).toBeTruthy();
    await press("Save Terms");
    expect((await first.findByRole("alert")).textContent).toBe(sentence);
    expect(sentTo("POST /api/leases/3/schedule")).toEqual([]);
    expect(sentTo("PUT /api/leases/3/terms")).toEqual([]);
    fill(first.getByLabelText("To"), "");
    expect(getRowTexts(await previewTable())).toHaveLength(4);
  });

  it("the terms form removes a row by keyboard and moves focus to the button that adds a row", async () => {
    await openLease(draft, draftTerms, {}, "?write=terms");
    await editor();
    const second = await row("Charge 2");
    second.getByRole("button", { name: "Remove charge 2" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("group", { name: "Charge 2" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add charge" }));
  });

  it("the terms form keeps unsaved entries for the same version after the dialog closes, and Start over clears them", async () => {
    const { unmount } = await openLease(lease, noTerms, {}, "?write=terms");
    await editor();
    const name = async () => (await row("Charge 1")).getByLabelText<HTMLInputElement>("Name");
    fill(await name(), "Rent of the shop");
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Add Terms");
    expect((await name()).value).toBe("Rent of the shop");
    await press("Start over");
    expect((await name()).value).toBe("Base rent");
    expect(screen.queryByText("We saved your draft.")).toBeNull();
    fill(await name(), "Rent of the shop");
    unmount();
    await openLease(lease, { ...noTerms, version: noTerms.version + 1 }, {}, "?write=terms");
    expect((await name()).value).toBe("Base rent");
  });

  it("if someone else saved first, the terms form shows both versions and saves the user's version on request", async () => {
    const [version] = draftTerms.versions;
    if (version === undefined) throw new Error("The example has no terms.");
    const theirs = {
      ...draftTerms,
      version: 5,
      versions: [{ ...version, terms: { ...version.terms, dueDay: 5 } }],
    };
    const { sentTo, responses } = await openLease(
      draft,
      draftTerms,
      { "PUT /api/leases/13/terms": conflict("Alex Morgan changed this lease after you opened it.", theirs) },
      "?write=terms",
    );
    await editor();
    fill(screen.getByLabelText("Due date"), "10");
    await press("Save Terms");
    expect(await screen.findByText("Alex Morgan changed this lease after you opened it.")).toBeTruthy();
    expect(getRowTexts(screen.getByRole("table", { name: "Differences" }))).toEqual([
      "1. Due dateday 5 of each monthday 10 of each month",
    ]);
    responses["PUT /api/leases/13/terms"] = theirs;
    await press("Keep mine");
    expect(await screen.findByText("Terms Saved")).toBeTruthy();
    expect(sentTo("PUT /api/leases/13/terms").map(({ version: sentVersion }) => sentVersion)).toEqual([
      '"4"',
      '"5"',
    ]);
  });
});

describe("an amendment", () => {
  it("an amendment starts on the earliest possible date, requires a reason, and is sent with the changed terms", async () => {
    const { sentTo } = await openLease(lease, activeTerms, {
      "POST /api/leases/3/amendments": () => Response.json(activeTerms, { status: 201 }),
    });
    expect(await screen.findByText("Charged through Nov 30, 2026.")).toBeTruthy();
    await press("Amend");
    const dialog = within(await editor("Amend Lease"));
    expect((dialog.getByLabelText("Effective date") as HTMLInputElement).value).toBe("2026-12-01");
    expect(
      dialog.getByText("Already charged through Nov 30, 2026. The earliest effective date is Dec 1, 2026."),
    ).toBeTruthy();
    // Nothing has changed yet, so the months use the current terms.
    await waitFor(() =>
      expect(sentTo("POST /api/leases/3/schedule").map(({ body }) => body)).toEqual([
        // From December 2026 to the end of the lease in April 2030.
        { startOn: "2026-12-01", months: 41 },
      ]),
    );
    fill((await row("Charge 1")).getByLabelText("Monthly amount"), "2,900.00");
    await press("Amend");
    expect(await dialog.findByText("Please enter a reason for the amendment")).toBeTruthy();
    fill(dialog.getByLabelText("Reason"), "Half of the yard is a building site.");
    await press("Amend");
    expect(await screen.findByText("Lease Amended")).toBeTruthy();
    expect(sentTo("POST /api/leases/3/amendments")).toMatchObject([
      {
        version: '"4"',
        body: {
          from: "2026-12-01",
          reason: "Half of the yard is a building site.",
          terms: { lines: [{ price: { monthlyCents: 290_000 } }, { price: { monthlyCents: 50_000 } }] },
        },
      },
    ]);
  });

  it("an amendment is listed with its changes, author, and reason", async () => {
    const [first] = activeTerms.versions;
    if (first === undefined) throw new Error("The example has no terms.");
    const [rent, ...others] = terms.lines;
    if (rent === undefined) throw new Error("The example has no rent.");
    const lowered = { ...rent, price: { monthlyCents: 290_000 } };
    await openLease(lease, {
      ...activeTerms,
      versions: [
        first,
        {
          ...first,
          number: 2,
          from: "2026-12-01",
          terms: { ...terms, lines: [lowered, ...others] } as typeof terms,
          reason: "Half of the yard is a building site.",
          madeBy: "Alex Morgan",
        },
      ],
    });
    const list = within(await screen.findByRole("region", { name: "Amendments" }));
    expect(list.getByText("From Dec 1, 2026")).toBeTruthy();
    expect(
      list.getByText(
        "Base rent $3,000.00 per month from May 1, 2025 → Base rent $2,900.00 per month from Dec 1, 2026",
      ),
    ).toBeTruthy();
    expect(list.getByText("Reason: Half of the yard is a building site.")).toBeTruthy();
    expect(list.getByText(/Alex Morgan/)).toBeTruthy();
  });

  it("an amendment is part of a later one of the same date that has its changes, and superseded by one that undoes them", async () => {
    const [first] = activeTerms.versions;
    if (first === undefined) throw new Error("The example has no terms.");
    const amend = (number: number, changes: object) => ({
      ...first,
      number,
      from: "2026-12-01",
      period: number === 4 ? first.period : null,
      terms: { ...first.terms, ...changes },
    });
    const versions = [
      first,
      amend(2, { dueDay: 5 }),
      amend(3, { dueDay: 5, graceDays: 9 }),
      amend(4, { dueDay: 5, graceDays: 7 }),
    ];
    await openLease(lease, { ...activeTerms, versions });
    const list = within(await screen.findByRole("region", { name: "Amendments" }));
    const titles = list.getAllByText(/^From Dec 1, 2026/).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      "From Dec 1, 2026",
      "From Dec 1, 2026superseded before taking effect",
      "From Dec 1, 2026part of a later amendment",
    ]);
  });
});

describe("activating a draft", () => {
  it("the activation dialog shows the schedule again with the charges due now", async () => {
    const active = { ...draft, state: "active" as const, justPosted: { entries: 2, cents: 350_000 } };
    const { sentTo } = await openLease(draft, draftTerms, { "POST /api/leases/13/activate": active });
    await press("Activate");
    const dialog = within(await screen.findByRole("dialog", { name: "Activate this lease?" }));
    expect(
      await dialog.findByText(
        "$3,500.00 will be charged now for Base rent and Common areas, Apr 1, 2027 to Apr 30, 2027.",
      ),
    ).toBeTruthy();
    expect(getRowTexts(await previewTable())).toHaveLength(4);
    await userEvent.click(dialog.getByRole("button", { name: "Activate" }));
    expect(
      await screen.findByText("Kestrel Legal Partners's lease was updated. $3,500.00 was charged."),
    ).toBeTruthy();
    expect(sentTo("POST /api/leases/13/activate")).toEqual([{ body: {}, version: '"4"' }]);
  });
});

it("the activation dialog says that charges due before today will be overdue right away", async () => {
  await openLease({ ...draft, today: "2027-04-02" }, draftTerms);
  await press("Activate");
  const dialog = within(await screen.findByRole("dialog", { name: "Activate this lease?" }));
  expect(
    await dialog.findByText(
      /\$3,500\.00 of it was due before today, from Apr 1, 2027, so it will be overdue right away\.$/,
    ),
  ).toBeTruthy();
});

describe("a draft whose dates have changed", () => {
  it("a draft can't be activated after its dates change until its terms fit them", async () => {
    const ending = { ...draft, to: "2027-04-30" };
    await openLease(ending, { ...noTerms, versions: activeTerms.versions, current: 1 });
    await press("Activate");
    const dialog = within(await screen.findByRole("dialog", { name: "Activate this lease?" }));
    expect(await dialog.findByText("Edit the terms first. They don't match the lease dates.")).toBeTruthy();
    expect((dialog.getByRole("button", { name: "Activate" }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("a tenant's view of the terms", () => {
  const tenantLease = {
    ...lease,
    monthlyRentCents: 300_000,
    can: {
      edit: false,
      activate: false,
      renew: false,
      giveNotice: false,
      withdrawNotice: false,
      end: false,
      delete: false,
    },
  };
  const openAsTenant = async (responses: FakeResponses, search = "") => {
    await openPortal(`/leases/3${search}`, {
      session: { ...tenant, role: "tenant" },
      responses: {
        "GET /api/leases/3": tenantLease,
        "GET /api/leases/3/terms": {
          ...activeTerms,
          can: { edit: false, amend: false },
          amendableFrom: null,
        },
        "POST /api/leases/3/schedule": schedule,
        ...responses,
      },
    });
    await screen.findByRole("heading", { name: "Kestrel Legal Partners" });
  };

  it("the tenant's lease page shows terms and schedule as read-only", async () => {
    await openAsTenant({}, "?write=amendment");
    expect(
      await screen.findByText("The tenant pays $3,000.00 per month for Base rent from May 1, 2025."),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Amend|Edit Terms|Add Terms/ })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "Schedule" }));
    const table = await screen.findByRole("table", { name: "Charges by month" });
    expect(getRowTexts(table)).toEqual([
      expect.stringMatching(/April 2027.*\$3,000\.00.*\$500\.00.*\$3,500\.00/),
      expect.stringMatching(/May 2027.*\$3,090\.00.*Rent 3% increase from May 1, 2027/),
    ]);
    expect(screen.getByText("$7,090.00 over 2 months under the current terms.")).toBeTruthy();
  });

  it("the tenant's lease page prints the schedule together with the lease dates", async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    await openAsTenant({});
    await userEvent.click(screen.getByRole("tab", { name: "Schedule" }));
    await userEvent.click(await screen.findByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByText(/^Lease from May 1, 2025 to Apr 30, 2030\. Printed /)).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it("the tenant's lease page hides terms and schedule from a former member", async () => {
    await openAsTenant({
      "GET /api/leases/3/terms": problem(404, "This lease doesn't exist, or you don't have access to it."),
    });
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Schedule" })).toBeNull());
    expect(screen.queryByRole("heading", { name: "Terms" })).toBeNull();
    expect(screen.getByRole("tab", { name: "People" })).toBeTruthy();
  });
});

it("a renewal link of a lease with notice says that the notice must be withdrawn first", async () => {
  await openLease(
    { ...lease, state: "notice", can: { ...lease.can, giveNotice: false, withdrawNotice: true } },
    noTerms,
    {},
    "?write=renewal",
  );
  const reason = await screen.findByText("This lease can't be renewed because notice was given");
  expect(reason.closest("[role=status]")?.textContent).toContain("Withdraw the notice first.");
  expect(screen.queryByRole("dialog")).toBeNull();
});
