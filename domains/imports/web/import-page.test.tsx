import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { FileImport } from "../contract.ts";

resetBrowser();
beforeAll(() => import("#domains/imports/web/import-page.tsx"));

const checked: FileImport = {
  id: 7,
  kind: "units",
  fileName: "units.csv",
  state: "checked",
  rows: 120,
  skippedRows: 0,
  badRows: 0,
  errors: 0,
  rowsDone: 0,
  message: null,
  createdBy: "Avery Whitfield",
  createdAt: "2026-11-20T09:00:00Z",
  finishedAt: null,
};
const sample = [{ line: 2, values: { Property: "Mill House", "Unit number": "M1", Rent: "$2,500.00" } }];
const open = (address: string, responses: FakeResponses = {}) =>
  openPortal(address, {
    session: admin,
    responses: {
      "GET /api/imports": [],
      "GET /api/imports/7": { ...checked, sample, badLines: [], summary: null, hasLedgerEntries: false },
      ...responses,
    },
  });
const choose = async (content = "Property,Unit number,Type\n", name = "units.csv") =>
  userEvent.upload(
    await screen.findByLabelText("CSV or XLSX file"),
    new File([content], name, { type: "text/csv" }),
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

describe("selecting a file", () => {
  it("the import page lists the accepted values for each column of the selected type and offers its template", async () => {
    await open("/import");
    await userEvent.click(await screen.findByRole("tab", { name: "Units" }));
    expect(location.search).toBe("?kind=units");
    const rules = screen.getByRole("table", { name: "Columns for units" });
    const row = within(rules).getByRole("row", { name: /^Unit number/ });
    within(row).getByText("Required");
    within(row).getByText("Up to 40 characters. Must be unique within the property.");
    expect(screen.getByRole("link", { name: "Download Template" }).getAttribute("href")).toBe(
      "/api/imports/templates/units.csv",
    );
    await screen.findByText("No imports yet");
  });

  it("checking a file again after an error sends the same idempotency key and opens the result", async () => {
    const { sent, responses } = await open("/import?kind=units", {
      "POST /api/imports": problem(503, "Please try again in a moment."),
    });
    expect(((await screen.findByRole("button", { name: "Check File" })) as HTMLButtonElement).disabled).toBe(
      true,
    );
    await choose();
    screen.getByText("units.csv");
    await press("Check File");
    await screen.findByText("Please try again in a moment.");
    responses["POST /api/imports"] = () => Response.json(checked, { status: 201 });
    await press("Check File");
    await waitFor(() => expect(location.pathname).toBe("/import/7"));
    const posts = sent.filter(({ method }) => method === "POST");
    const [first, second] = posts.map(({ body }) => [...(body as FormData).keys()]);
    expect([first, second]).toEqual([
      ["kind", "file"],
      ["kind", "file"],
    ]);
    const keys = posts.map(({ init }) => (init.headers as Headers).get("Idempotency-Key"));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it("the import page shows the server's message about an unreadable file and doesn't send empty or large files", async () => {
    const sentence = "This file is saved as UTF-16. Save it as CSV UTF-8 and upload it again.";
    const { sent } = await open("/import", { "POST /api/imports": problem(415, sentence) });
    await choose();
    await press("Check File");
    await screen.findByText(sentence);
    await choose("", "empty.csv");
    await screen.findByText("This file is empty. Fill in the template.");
    expect(screen.queryByText(sentence)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Check File" }).disabled).toBe(true);
    await press("Remove File");
    expect(screen.queryByText("empty.csv")).toBeNull();
    expect(sent.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("the import page lists the latest imports with their statuses", async () => {
    await open("/import", {
      "GET /api/imports": [
        { ...checked, id: 9, state: "done", rowsDone: 120 },
        { ...checked, id: 8, badRows: 3, errors: 4, kind: "properties", rows: 1 },
      ],
    });
    const table = await screen.findByRole("table", { name: "Recent imports" });
    const [, done, bad] = within(table).getAllByRole("row");
    expect(done?.textContent).toMatch(/units\.csv.*120 units.*Imported.*Avery Whitfield/);
    expect(bad?.textContent).toMatch(/1 property.*Has errors/);
    await userEvent.click(
      within(bad as HTMLElement).getByRole("button", { name: "Open import of units.csv" }),
    );
    expect(location.pathname).toBe("/import/8");
  });
});

describe("a checked file", () => {
  it("a file without errors shows its first rows, is imported with one click, and shows its progress", async () => {
    const { responses, sent } = await open("/import/7", {
      "POST /api/imports/7/run": () => {
        responses["GET /api/imports/7"] = {
          ...checked,
          state: "running",
          rowsDone: 30,
          sample,
          badLines: [],
          summary: null,
          hasLedgerEntries: false,
        };
        return Response.json({ ...checked, state: "queued" }, { status: 202 });
      },
    });
    await screen.findByText(/All 120 units are valid\./);
    const table = screen.getByRole("table", { name: "Rows as read" });
    within(table).getByText("$2,500.00");
    await press("Import 120 units");
    const progress = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Importing" });
    expect(progress.value).toBe(25);
    screen.getByText("30 of 120 units: 25%");
    responses["GET /api/imports/7"] = {
      ...checked,
      state: "done",
      rowsDone: 120,
      sample: [],
      badLines: [],
      summary: null,
      hasLedgerEntries: false,
    };
    await screen.findByText("120 units imported.");
    expect(screen.getByRole("link", { name: "View properties" }).getAttribute("href")).toBe("/properties");
    expect(sent.filter(({ path }) => path === "/api/imports/7/run")).toHaveLength(1);
  });

  it("a finished import can be undone after confirmation, or the dialog shows why it can't", async () => {
    const done = {
      ...checked,
      state: "done",
      rowsDone: 120,
      sample: [],
      badLines: [],
      summary: null,
      hasLedgerEntries: false,
    };
    const { responses } = await open("/import/7", {
      "GET /api/imports/7": done,
      "POST /api/imports/7/undo": problem(409, "This import can't be undone because there is a work order."),
    });
    await press("Undo Import");
    const dialog = await screen.findByRole("alertdialog", { name: "Undo this import?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Undo Import" }));
    await within(dialog).findByText("This import can't be undone because there is a work order.");
    responses["POST /api/imports/7/undo"] = () => {
      responses["GET /api/imports/7"] = { ...done, state: "undone" };
      return Response.json({ ...checked, state: "undone" });
    };
    await userEvent.click(within(dialog).getByRole("button", { name: "Undo Import" }));
    expect(await screen.findByText("This import was undone.")).toBeTruthy();
  });

  it("all fields of an address can be corrected in one dialog", async () => {
    const values = ["Address", "City", "State", "ZIP"].map((column) => ({ column, value: "" }));
    const error = {
      line: 4,
      column: "Address",
      value: "",
      message: "Enter its address, city, state, and ZIP here.",
      moreRows: 1,
      correctable: values,
    };
    const { sent } = await open("/import/7", {
      "GET /api/imports/7": {
        ...checked,
        badRows: 1,
        errors: 1,
        sample,
        badLines: [4],
        summary: null,
        hasLedgerEntries: false,
      },
      "GET /api/imports/7/errors": () => Response.json([error], { headers: { "X-Total-Count": "1" } }),
      "PATCH /api/imports/7/rows/4": checked,
    });
    await screen.findByText("Also corrects 1 more row.");
    await press("Correct Address on line 4");
    const dialog = await screen.findByRole("dialog", { name: "Correct line 4" });
    for (const { column } of values)
      await userEvent.type(within(dialog).getByRole("textbox", { name: column }), `My ${column}`);
    await userEvent.click(within(dialog).getByRole("button", { name: "Save and Check" }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "PATCH")?.body).toEqual({
        values: values.map(({ column }) => ({ column, value: `My ${column}` })),
      }),
    );
  });

  it("the errors of a file are listed in pages with a download, and only its valid rows can be imported", async () => {
    const errors = [
      {
        line: 3,
        column: "Rent",
        value: "-5",
        message: "Please enter an amount from $0.00 to $100,000,000.00",
        moreRows: 0,
        correctable: [{ column: "Rent", value: "-5" }],
      },
    ];
    const { sent } = await open("/import/7", {
      "GET /api/imports/7": {
        ...checked,
        badRows: 1,
        errors: 60,
        sample,
        badLines: [3],
        summary: null,
        hasLedgerEntries: false,
      },
      "POST /api/imports/7/run": Response.json({ ...checked, state: "queued" }, { status: 202 }),
      "GET /api/imports/7/errors": () => Response.json(errors, { headers: { "X-Total-Count": "60" } }),
    });
    await screen.findByText("1 of 120 units has errors. Nothing has been imported.");
    const table = await screen.findByRole("table", { name: "Errors by line and column" });
    expect(within(table).getAllByRole("row")[1]?.textContent).toMatch(/3.*Rent.*Please enter an amount/);
    expect(screen.getByRole("link", { name: "Download 1 Row with Errors" }).getAttribute("href")).toBe(
      "/api/imports/7/not-imported.csv",
    );
    screen.getByText("Left out: line 3.");
    await press("Next");
    await waitFor(() => expect(sent.some(({ path }) => path.includes("errors?page=2"))).toBe(true));
    await press("Import 119 Valid Rows");
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith("/run"))?.body).toEqual({ validRowsOnly: true }),
    );
  });

  it.each([
    ["stopped", {}, "The import was interrupted. Nothing was saved.", "Import Again"],
    ["expired", {}, "This file wasn't imported within 7 days. Upload it again.", null],
    [
      "checked",
      { message: "Nothing was imported: please try again." },
      "Nothing was imported: please try again.",
      "Import 120 units",
    ],
  ] as const)(
    "an import that is %s shows a message and, if it can continue, a button",
    async (state, changes, sentence, button) => {
      await open("/import/7", {
        "GET /api/imports/7": {
          ...checked,
          state,
          ...changes,
          sample: [],
          badLines: [],
          summary: null,
          hasLedgerEntries: false,
        },
      });
      await screen.findByText(sentence);
      const shown = screen.queryByRole("button", { name: /^Import/ });
      expect(shown?.textContent ?? null).toBe(button);
    },
  );

  it("the page of a nonexistent import links to all imports", async () => {
    await open("/import/7", {
      "GET /api/imports/7": problem(404, "This import doesn't exist, or you don't have access to it."),
    });
    await screen.findByText("Import not found");
    expect(screen.getByRole("link", { name: "All imports" }).getAttribute("href")).toBe("/import");
  });
});
