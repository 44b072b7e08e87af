import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type FakeResponses, problem, resetBrowser } from "#web/testing/open-page.tsx";
import { calls, expectToast, fill, landlord, makeProperty, openAs } from "../testing/properties.ts";
import { createEmptyRow, pasteCells } from "./unit-grid.ts";

resetBrowser();

const path = "POST /api/properties/1/units";
const open = (responses: FakeResponses = {}) =>
  openAs(landlord, "/properties/1/add-units", {
    "GET /api/properties/1": makeProperty(1, { name: "Mill House" }),
    [path]: [{ id: 7, unitNumber: "101" }],
    ...responses,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const cell = (label: string, row: number) => screen.findByLabelText(`${label}, row ${row}`);
const pasteAt = async (label: string, row: number, text: string) =>
  fireEvent.paste(await cell(label, row), { clipboardData: { getData: () => text } });
const rowCount = () => screen.getAllByLabelText(/^Unit number, row/).length;

describe("adding several units", () => {
  it("pasted spreadsheet cells fill rows and are sent together, and then the property opens", async () => {
    const { sent } = await open();
    await pasteAt(
      "Unit number",
      1,
      "Unit number\tType\tFloor\tSuite\tRentable sq ft\tMonthly rent\r\n101\tOffice Space\t1\tA\t1,310\t$2,500.00\r\n102\tretail\t\t\t\t\r\n",
    );
    await press("Save 2 Units");
    await expectToast("Units Added", "1 unit has been added successfully.");
    const rest = { beds: 0, baths: 0, deposit: 0, sizeSqft: null, status: "vacant" };
    expect(calls(sent, path).map(({ body }) => body)).toEqual([
      {
        units: [
          {
            unitNumber: "101",
            type: "office",
            floor: "1",
            suite: "A",
            rentableSqft: 1_310,
            rent: 250_000,
            ...rest,
          },
          {
            unitNumber: "102",
            type: "retail",
            floor: null,
            suite: null,
            rentableSqft: null,
            rent: 0,
            ...rest,
          },
        ],
      },
    ]);
    await waitFor(() => expect(location.pathname).toBe("/properties/1"));
  });

  it("the units grid validates each row like a single unit, shows errors in their cells, and sends nothing", async () => {
    const { sent } = await open();
    await pasteAt("Unit number", 1, "101\toffice\n\tcastle\t\t\tabc\t-1");
    await press("Save 2 Units");
    const errorOf = async (label: string, row: number) => {
      const input = await cell(label, row);
      return document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent;
    };
    await waitFor(async () => expect(await errorOf("Unit number", 2)).toBe("Unit number is required"));
    expect(await errorOf("Type", 2)).toMatch(/^type must be one of apartment, office/);
    expect(await cell("Type", 2)).toHaveProperty("value", "castle");
    expect(await errorOf("Rentable sq ft", 2)).toBe(
      "Rentable area must be a whole number of square feet, 0 or more",
    );
    expect(await errorOf("Monthly rent", 2)).toBe("Please enter an amount from $0.00 to $100,000,000.00");
    expect(await errorOf("Unit number", 1)).toBeUndefined();
    expect(calls(sent, path)).toEqual([]);
  });

  it("the units grid shows the server's errors in their cells and keeps its rows", async () => {
    const sentence = "Unit 102 already exists at this property.";
    await open({ [path]: problem(409, sentence, { "units.1.unitNumber": sentence }) });
    await fill("Unit number, row 1", "101");
    // The empty row between them is left out.
    await fill("Unit number, row 3", "102");
    await press("Save 2 Units");
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect((await cell("Unit number", 2)).getAttribute("aria-invalid")).toBe("true");
    expect(await cell("Unit number", 1)).toHaveProperty("value", "101");
    expect(rowCount()).toBe(2);
    expect(location.pathname).toBe("/properties/1/add-units");
  });

  it("an error that belongs to no cell is shown above the units grid", async () => {
    const sentence = "Single-unit properties have just one unit. Change the type to multi-unit to add more.";
    await open({ [path]: problem(409, sentence, { propertyId: sentence }) });
    await fill("Unit number, row 1", "101");
    await press("Save 1 Unit");
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("an empty units grid shows what is missing", async () => {
    const { sent } = await open();
    await press("Save Units");
    expect(await screen.findByText("Unit number is required")).toBeTruthy();
    expect(calls(sent, path)).toEqual([]);
  });

  it("the units grid adds rows with the last row's type, removes rows, and moves between rows with Enter and the arrow keys", async () => {
    await open();
    await userEvent.selectOptions(await cell("Type", 5), "retail");
    await press("Add Row");
    expect(await cell("Type", 6)).toHaveProperty("value", "retail");
    expect(document.activeElement).toBe(await cell("Unit number", 6));
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement).toBe(await cell("Unit number", 5));
    await userEvent.type(await cell("Monthly rent", 6), "19{Enter}");
    expect(document.activeElement).toBe(await cell("Unit number", 7));
    await press("Remove row 5");
    expect(rowCount()).toBe(6);
    expect(await cell("Monthly rent", 5)).toHaveProperty("value", "19");
  });

  it("the units grid keeps its entries after the user leaves the page, until they're discarded", async () => {
    await open();
    await pasteAt("Unit number", 5, "105\n106\n107");
    await waitFor(() => expect(rowCount()).toBe(7));
    cleanup();
    await open();
    expect(await cell("Unit number", 7)).toHaveProperty("value", "107");
    await press("Start over");
    await waitFor(() => expect(rowCount()).toBe(5));
    expect(await cell("Unit number", 5)).toHaveProperty("value", "");
  });
});

describe("pasting", () => {
  const blank = [createEmptyRow(), createEmptyRow()];

  it("pasting starts at the selected cell and keeps the cells to its left", () => {
    const { rows } = pasteCells(
      [{ ...createEmptyRow(), unitNumber: "101" }],
      { row: 0, field: "suite" },
      "A\t900",
    );
    expect(rows).toEqual([{ ...createEmptyRow(), unitNumber: "101", suite: "A", rentableSqft: "900" }]);
  });

  it("pasting ignores cells to the right of the last column", () => {
    const { rows } = pasteCells(blank, { row: 1, field: "rent" }, "1\tnote");
    expect(rows).toEqual([createEmptyRow(), { ...createEmptyRow(), rent: "1" }]);
  });

  it("pasting recognizes a type by its label and keeps an unknown type as typed", () => {
    const typesOf = (text: string) =>
      pasteCells(blank, { row: 0, field: "type" }, text).rows.map(({ type }) => type);
    expect(typesOf("Retail Space\nLab\n")).toEqual(["retail", "Lab"]);
  });

  it("pasting leaves out lines beyond the maximum number of units and says how many were left out", () => {
    const lines = Array.from({ length: 203 }, (_, index) => `A${index}`).join("\n");
    const { rows, omittedRowCount } = pasteCells(blank, { row: 1, field: "unitNumber" }, lines);
    expect([rows.length, rows.at(-1)?.unitNumber, omittedRowCount]).toEqual([200, "A198", 4]);
  });
});
