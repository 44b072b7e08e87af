import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Answers,
  cleanBrowser,
  conflict,
  openPortal,
  problem,
  tenant,
} from "#web/testing/open-page.tsx";
import { draft, draftTerms, lease, noTerms, runningTerms, schedule, terms } from "./testing/leases.ts";
import { editor, fill, openLease, press, previewTable, row, rowsOf } from "./testing/open-lease.ts";

cleanBrowser();
// Loads the lazy parts before the tests need them.
beforeAll(
  () => Promise.all([import("./lease-page.tsx"), import("./write-terms.tsx"), import("./activate.tsx")]),
  60_000,
);

describe("the terms of a lease", () => {
  it("a running lease without charges says so and links to its terms", async () => {
    await openLease(lease, noTerms);
    expect(await screen.findByText("This lease has no charges yet")).toBeTruthy();
    await press("Add Terms");
    expect(await editor()).toBeTruthy();
    expect(location.search).toBe("?write=terms");
  });

  it("a draft's first charge, a rate by area and a yearly step are sent as typed, with the version on the screen", async () => {
    const { sentTo } = await openLease(
      draft,
      noTerms,
      { "PUT /api/leases/13/terms": { ...runningTerms, leaseId: 13 } },
      "?write=terms",
    );
    const dialog = within(await editor());
    const first = await row("Charge 1");
    fill(first.getByLabelText("Amount a month"), "3,000");
    await userEvent.click(dialog.getByRole("button", { name: "Add charge" }));
    const second = await row("Charge 2");
    expect(document.activeElement).toBe(second.getByLabelText("Kind"));
    await userEvent.selectOptions(second.getByLabelText("Priced by"), "Square foot and year");
    fill(dialog.getByLabelText("Area in square feet"), "1850");
    fill(second.getByLabelText("Rate"), "4.10");
    // 4.10 x 1,850 / 12 = 632.083…
    expect(second.getByText("$632.08 a month for 1,850 sq ft.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Every Year..." }));
    fill(dialog.getByLabelText("Percent every year"), "3.5");
    fill(dialog.getByLabelText("How many years"), "2");
    await userEvent.click(dialog.getByRole("button", { name: "Fill In" }));
    await press("Save Terms");
    expect(await screen.findByText("Terms saved")).toBeTruthy();
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
                label: "Common areas",
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

  it("while typing, the months show each charge, the total, the changes and the cost of a late payment", async () => {
    const { sentTo } = await openLease(draft, draftTerms, {}, "?write=terms");
    await editor();
    expect(rowsOf(await previewTable())).toEqual([
      "2027$7,090.00",
      "April 2027Base rent $3,000.00Common areas $500.00$3,500.00",
      "May 2027Rent 3% more from May 1, 2027Base rent $3,090.00Common areas $500.00$3,590.00",
      "Total of 2 months$7,090.00",
    ]);
    expect(screen.getByText("Open-ended: shown through May 2027.")).toBeTruthy();
    expect(
      screen.getByText(
        "Rent of $3,000.00 due Apr 1, 2027 and not paid before Apr 7, 2027 costs a late fee of $50.00.",
      ),
    ).toBeTruthy();
    const first = await row("Charge 1");
    fill(first.getByLabelText("Amount a month"), "3,200");
    await waitFor(() =>
      expect(sentTo("POST /api/leases/13/schedule").at(-1)?.body).toMatchObject({
        terms: { lines: [{ price: { monthlyCents: 320_000 } }, {}] },
      }),
    );
  });

  it("errors of the form and of the server are shown at their fields, and no input is lost", async () => {
    const sentence = "The lease ends on Apr 30, 2030; a charge cannot go beyond.";
    const { sentTo } = await openLease(lease, noTerms, {
      "PUT /api/leases/3/terms": problem(400, sentence, { "terms.lines.0.to": sentence }),
    });
    await screen.findByText("This lease has no charges yet");
    await press("Add Terms");
    await editor();
    await press("Save Terms");
    const first = await row("Charge 1");
    expect((await first.findByRole("alert")).textContent).toBe(
      "Please enter an amount a month, or a rate for a square foot and year",
    );
    expect(sentTo("PUT /api/leases/3/terms")).toEqual([]);
    expect(document.activeElement).toBe(first.getByLabelText("Amount a month"));
    fill(first.getByLabelText("Amount a month"), "3000");
    fill(first.getByLabelText("To"), "2031-01-01");
    await press("Save Terms");
    expect((await first.findByRole("alert")).textContent).toBe(sentence);
    expect(document.activeElement).toBe(first.getByLabelText("To"));
    expect((first.getByLabelText("Amount a month") as HTMLInputElement).value).toBe("3,000.00");
  });

  it("a date outside the lease is reported while typing, without a request", async () => {
    const { sentTo } = await openLease(lease, { ...noTerms, versions: [] }, {}, "?write=terms");
    await editor();
    const first = await row("Charge 1");
    fill(first.getByLabelText("To"), "2031-01-01");
    fill(first.getByLabelText("Amount a month"), "3,000");
    const sentence = "The lease ends on Apr 30, 2030; a charge cannot go beyond.";
    expect(await screen.findByText(sentence)).toBeTruthy();
    await press("Save Terms");
    expect((await first.findByRole("alert")).textContent).toBe(sentence);
    expect(sentTo("POST /api/leases/3/schedule")).toEqual([]);
    expect(sentTo("PUT /api/leases/3/terms")).toEqual([]);
    fill(first.getByLabelText("To"), "");
    expect(rowsOf(await previewTable())).toHaveLength(4);
  });

  it("a row is removed by keyboard, and focus goes to the button that adds one", async () => {
    await openLease(draft, draftTerms, {}, "?write=terms");
    await editor();
    const second = await row("Charge 2");
    second.getByRole("button", { name: "Remove charge 2" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.queryByRole("group", { name: "Charge 2" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add charge" }));
  });

  it("what was typed is kept when the dialog closes, for this version only, and Start over empties it", async () => {
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
    expect(screen.queryByText("What you typed before was kept.")).toBeNull();
    fill(await name(), "Rent of the shop");
    unmount();
    await openLease(lease, { ...noTerms, version: noTerms.version + 1 }, {}, "?write=terms");
    expect((await name()).value).toBe("Base rent");
  });

  it("shows both versions when somebody else saved first, and saves mine over theirs on request", async () => {
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
      { "PUT /api/leases/13/terms": conflict("Alex Morgan changed this lease in the meantime.", theirs) },
      "?write=terms",
    );
    await editor();
    fill(screen.getByLabelText("Due day"), "10");
    await press("Save Terms");
    expect(await screen.findByText("Alex Morgan changed this lease in the meantime.")).toBeTruthy();
    expect(rowsOf(screen.getByRole("table", { name: "Where both versions differ" }))).toEqual([
      "1. Due dayon day 5 of the monthon day 10 of the month",
    ]);
    responses["PUT /api/leases/13/terms"] = theirs;
    await press("Save yours");
    expect(await screen.findByText("Terms saved")).toBeTruthy();
    expect(sentTo("PUT /api/leases/13/terms").map(({ version: seen }) => seen)).toEqual(['"4"', '"5"']);
  });
});

describe("an amendment", () => {
  it("begins on the earliest day, needs a reason, and is sent with the changed terms", async () => {
    const { sentTo } = await openLease(lease, runningTerms, {
      "POST /api/leases/3/amendments": () => Response.json(runningTerms, { status: 201 }),
    });
    expect(await screen.findByText("Charged through Nov 30, 2026.")).toBeTruthy();
    await press("Amend");
    const dialog = within(await editor("Amend Lease"));
    expect((dialog.getByLabelText("The new terms hold from") as HTMLInputElement).value).toBe("2026-12-01");
    expect(
      dialog.getByText("Charged through Nov 30, 2026 already. Dec 1, 2026 at the earliest."),
    ).toBeTruthy();
    // Nothing has changed yet: the months are those of the present terms.
    await waitFor(() =>
      expect(sentTo("POST /api/leases/3/schedule").map(({ body }) => body)).toEqual([
        // From December 2026 to the end of the lease in April 2030.
        { startOn: "2026-12-01", months: 41 },
      ]),
    );
    fill((await row("Charge 1")).getByLabelText("Amount a month"), "2,900.00");
    await press("Amend");
    expect(await dialog.findByText("Please say why the terms change")).toBeTruthy();
    fill(dialog.getByLabelText("Reason"), "Half of the yard is a building site.");
    await press("Amend");
    expect(await screen.findByText("Lease amended")).toBeTruthy();
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

  it("is listed with its changes, author and reason", async () => {
    const [first] = runningTerms.versions;
    if (first === undefined) throw new Error("The example has no terms.");
    const [rent, ...others] = terms.lines;
    if (rent === undefined) throw new Error("The example has no rent.");
    const lowered = { ...rent, price: { monthlyCents: 290_000 } };
    await openLease(lease, {
      ...runningTerms,
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
        "Base rent $3,000.00 a month from May 1, 2025 → Base rent $2,900.00 a month from May 1, 2025",
      ),
    ).toBeTruthy();
    expect(list.getByText("Reason: Half of the yard is a building site.")).toBeTruthy();
    expect(list.getByText(/Alex Morgan/)).toBeTruthy();
  });
});

describe("activating a draft", () => {
  it("shows the schedule again and what is charged now", async () => {
    const active = { ...draft, state: "active" as const, justPosted: { entries: 2, cents: 350_000 } };
    const { sentTo } = await openLease(draft, draftTerms, { "POST /api/leases/13/activate": active });
    await press("Activate");
    const asked = within(await screen.findByRole("dialog", { name: "Activate this lease?" }));
    expect(
      await asked.findByText(
        "$3,500.00 will be charged now for Base rent and Common areas, Apr 1, 2027 to Apr 30, 2027.",
      ),
    ).toBeTruthy();
    expect(rowsOf(await previewTable())).toHaveLength(4);
    await userEvent.click(asked.getByRole("button", { name: "Activate" }));
    expect(
      await screen.findByText("The lease of Kestrel Legal Partners has been updated. $3,500.00 was charged."),
    ).toBeTruthy();
    expect(sentTo("POST /api/leases/13/activate")).toEqual([{ body: {}, version: '"4"' }]);
  });
});

describe("a draft whose dates have changed", () => {
  it("activation is blocked until the terms fit the dates", async () => {
    const ending = { ...draft, to: "2027-04-30" };
    await openLease(ending, { ...noTerms, versions: runningTerms.versions, current: 1 });
    await press("Activate");
    const asked = within(await screen.findByRole("dialog", { name: "Activate this lease?" }));
    expect(
      await asked.findByText("Please edit the terms first: they do not fit the lease's days."),
    ).toBeTruthy();
    expect((asked.getByRole("button", { name: "Activate" }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("a tenant's view of the terms", () => {
  const own = {
    ...lease,
    monthlyRentCents: 300_000,
    may: { edit: false, activate: false, giveNotice: false, end: false, delete: false },
  };
  const openAsTenant = async (responses: Answers, search = "") => {
    await openPortal(`/leases/3${search}`, {
      session: { ...tenant, role: "tenant" },
      responses: {
        "GET /api/leases/3": own,
        "GET /api/leases/3/terms": {
          ...runningTerms,
          may: { edit: false, amend: false },
          amendableFrom: null,
        },
        "POST /api/leases/3/schedule": schedule,
        ...responses,
      },
    });
    await screen.findByRole("heading", { name: "Kestrel Legal Partners" });
  };

  it("terms and schedule are read-only", async () => {
    await openAsTenant({}, "?write=amendment");
    expect(await screen.findByText("Base rent: $3,000.00 a month, from May 1, 2025")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Amend|Edit Terms|Add Terms/ })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "Schedule" }));
    const table = await screen.findByRole("table", { name: "What is charged month by month" });
    expect(rowsOf(table)).toEqual([
      expect.stringMatching(/April 2027.*\$3,000\.00.*\$500\.00.*\$3,500\.00/),
      expect.stringMatching(/May 2027.*\$3,090\.00.*Rent 3% more from May 1, 2027/),
    ]);
    expect(screen.getByText("$7,090.00 in 2 months, as the terms are now.")).toBeTruthy();
  });

  it("the schedule can be printed, with the dates of the lease on the sheet", async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    await openAsTenant({});
    await userEvent.click(screen.getByRole("tab", { name: "Schedule" }));
    await userEvent.click(await screen.findByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByText(/^Lease from May 1, 2025 to Apr 30, 2030\. Printed /)).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it("a former member sees no terms and no schedule", async () => {
    await openAsTenant({
      "GET /api/leases/3/terms": problem(404, "This lease does not exist, or you do not have access to it."),
    });
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Schedule" })).toBeNull());
    expect(screen.queryByRole("heading", { name: "Terms" })).toBeNull();
    expect(screen.getByRole("tab", { name: "People" })).toBeTruthy();
  });
});
