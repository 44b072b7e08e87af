import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { officeFile } from "#test/files/office-files.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError, matchImportColumns, readImportLayout } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

type Layout = ResponseOf<typeof readImportLayout>;

const call = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.admin.cookie, ...(body === undefined ? {} : { body }) });

async function upload(kind: string, content: string | Buffer, fileName = "export.csv"): Promise<FileImport> {
  const form = multipart({ kind }, [
    { name: "file", fileName, type: "text/csv", content: Buffer.from(content as string) },
  ]);
  const response = await portal.call("POST", "/api/imports", {
    cookie: building.admin.cookie,
    body: form.body,
    headers: form.headers,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
}
const readLayout = async (id: number) => (await call("GET", `/api/imports/${id}/layout`)).json<Layout>();
const match = (id: number, body: SentBodyOf<typeof matchImportColumns>) =>
  call("PUT", `/api/imports/${id}/layout`, body);
const toBody = ({ firstHeaderLine, lastHeaderLine, columns }: Layout) => ({
  firstHeaderLine,
  lastHeaderLine,
  columns: columns.map(({ index, field, decimalMark, isDayFirst }) => ({
    index,
    field,
    decimalMark,
    isDayFirst,
  })),
});
const listErrors = async (id: number) =>
  (await call("GET", `/api/imports/${id}/errors`))
    .json<ImportError[]>()
    .map(({ line, column, message }) => `${line} ${column}: ${message}`);

const sheet = (rows: string, extra = { before: "", after: "" }) =>
  officeFile("xlsx", [
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${extra.before}<sheetData>${rows}</sheetData>${extra.after}</worksheet>`,
    },
  ]);
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: number) => `<c r="${place}"><v>${value}</v></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join("")}</row>`;

describe("columns of any layout", () => {
  test("columns from another system are matched by name, and the matches are saved and proposed again for the next file", async () => {
    const file = (unit: string) =>
      `Unit,Property Name,Unit Type,Square feet,Market rent,Tags\n${unit},Harbor House,Office Space,"1,250",$ 2500.00,new\n`;
    const first = await upload("units", file("X1"));
    expect(first.state).toBe("matching");
    const layout = await readLayout(first.id);
    expect(layout.columns.map(({ field }) => field)).toEqual([
      "unitNumber",
      "property",
      "type",
      "sizeSqft",
      null,
      null,
    ]);
    const corrected = toBody(layout);
    corrected.columns[4] = {
      ...corrected.columns[4],
      index: 4,
      field: "rent",
      decimalMark: ".",
      isDayFirst: null,
    };
    const checked = (await match(first.id, corrected)).json<FileImport>();
    expect(checked).toMatchObject({ state: "checked", rows: 1, badRows: 0 });
    const { id } = await upload("units", file("X2"));
    expect(await readLayout(id)).toMatchObject({ isRemembered: true, columns: { 4: { field: "rent" } } });
  });

  test("a title right above the header row isn't read as part of the header", async () => {
    const { id } = await upload("units", "As of today,,\nUnit,Property,Unit type\nX1,Harbor House,office\n");
    const { firstHeaderLine, columns } = await readLayout(id);
    expect([firstHeaderLine, columns[0]?.name]).toEqual([2, "Unit"]);
  });

  test("an unmatched required field, two columns for one field, and an unknown field are each rejected with a message", async () => {
    const { id } = await upload("units", "Unit,Where,Kind,More\nX3,Harbor House,office,\n");
    const body = toBody(await readLayout(id));
    const send = async (fields: (string | null)[]) =>
      (
        await match(id, {
          ...body,
          columns: fields.map((field, index) => ({ index, field, decimalMark: null, isDayFirst: null })),
        })
      ).json<{ message: string }>().message;
    expect(await send(["unitNumber", null, "type"])).toBe("Select the column for Property. It's required.");
    expect(await send(["unitNumber", "property", "type", "type"])).toBe(
      "Two columns are matched to Type. Select only one.",
    );
    expect(await send(["unitNumber", "property", "type", "color"])).toBe(
      "“More” can't be matched to this field.",
    );
  });

  test("dates with two readings are proposed in the order that other dates in the file have", async () => {
    const { id } = await upload(
      "rent-roll",
      "Suite,Tenant,Lease From,Lease To\n1,One,12/01/2025,11/30/2028\n2,Two,05/01/2026,04/30/2029",
    );
    const [, , from, to] = (await readLayout(id)).columns;
    expect(from).toMatchObject({ ambiguousDay: "12/01/2025", isDayFirst: false });
    expect(to).toMatchObject({ ambiguousDay: null, isDayFirst: false });
    const mixed = await upload(
      "rent-roll",
      "Suite,Tenant,Lease From,Lease To,Step date\n1,One,12/01/2025,11/30/2028,30/11/2027",
    );
    expect((await readLayout(mixed.id)).columns[2]).toMatchObject({
      ambiguousDay: "12/01/2025",
      isDayFirst: null,
    });
  });

  test("the import page asks about ambiguous numbers and dates once per column, even for the template", async () => {
    const units = await upload(
      "units",
      "Property,Unit number,Type,Size (sq ft)\nHarbor House,X4,office,1.000\n",
    );
    expect(units.state).toBe("matching");
    const layout = await readLayout(units.id);
    expect(layout.columns[3]).toMatchObject({
      field: "sizeSqft",
      decimalMark: null,
      ambiguousNumber: "1.000",
    });
    const body = toBody(layout);
    expect((await match(units.id, body)).json<{ message: string }>().message).toBe(
      "Select how the numbers in “Size (sq ft)” are read: with a decimal point or a decimal comma.",
    );
    const answered = {
      ...body,
      columns: body.columns.map((column) => ({ ...column, decimalMark: "," as const })),
    };
    expect((await match(units.id, answered)).json<FileImport>()).toMatchObject({
      state: "checked",
      badRows: 0,
    });
    const read = (await call("GET", `/api/imports/${units.id}`)).json<{ sample: { values: object }[] }>();
    expect(read.sample[0]?.values).toMatchObject({ "Size (sq ft)": "1000" });

    const leases = await upload(
      "leases",
      "Property,Units,Company,Start date\nHarbor House,101,Acme,01.02.2031\n",
    );
    expect((await readLayout(leases.id)).columns[3]).toMatchObject({
      ambiguousDay: "01.02.2031",
      isDayFirst: null,
    });
    const certain = await upload(
      "leases",
      "Property,Units,Company,Start date\nHarbor House,101,Acme,01.02.2031\nHarbor House,102,Acme,31.01.2031\n",
    );
    expect(certain.state).toBe("checked");
  });
});

describe("a spreadsheet", () => {
  test("the check recognizes and reports title lines, two header rows, merged cells, a hidden column, totals, and formulas", async () => {
    const rows = [
      row(1, text("A1", "Rent Roll")),
      row(3, text("A3", ""), text("B3", "Unit"), text("D3", "Rentable"), text("E3", "")),
      row(
        4,
        text("A4", "Building"),
        text("B4", "Number"),
        text("C4", "Type"),
        text("D4", "Area"),
        text("E4", "Rent"),
      ),
      row(
        5,
        text("A5", "Harbor House"),
        text("B5", "Y1"),
        text("C5", "office"),
        number("D5", 1250),
        `<c r="E5"><f>2*1250.25</f><v>2500.5</v></c>`,
      ),
      row(6, text("B6", "Y2"), text("C6", "office"), number("D6", 900), `<c r="E6"><f>D6*2</f></c>`),
      row(7, text("A7", "Total"), number("D7", 2150), number("E7", 4300.5)),
      row(
        8,
        text("A8", "Building"),
        text("B8", "Number"),
        text("C8", "Type"),
        text("D8", "Area"),
        text("E8", "Rent"),
      ),
      row(
        9,
        text("A9", "Harbor House"),
        text("B9", "Y3"),
        text("C9", "retail"),
        number("D9", 300),
        number("E9", 1),
      ),
      row(10, text("A10", "Printed by Ada")),
    ].join("");
    const file = await sheet(rows, {
      before: `<cols><col min="4" max="4" hidden="1"/></cols>`,
      after: `<mergeCells count="1"><mergeCell ref="A5:A6"/></mergeCells>`,
    });
    const { id } = await upload("units", file, "roll.xlsx");
    const layout = await readLayout(id);
    expect(layout).toMatchObject({ firstHeaderLine: 3, lastHeaderLine: 4 });
    expect(layout.notes.join(" ")).toMatch(/merged cells.*hidden columns: D/);
    expect(layout.columns.map(({ name, field }) => `${name}: ${field}`)).toEqual([
      "Building: property",
      "Unit Number: unitNumber",
      "Unit Type: type",
      "Rentable Area: rentableSqft",
      "Rentable Rent: rent",
    ]);
    const skipped = layout.rows.filter(({ skipReason }) => skipReason !== null);
    expect(skipped.map(({ line, skipReason }) => `${line} ${skipReason}`)).toEqual([
      "1 Above the header",
      "3 The header",
      "4 The header",
      "7 A total",
      "8 A repeated header",
      "10 A heading or note",
    ]);
    const body = toBody(layout);
    body.columns[4] = { index: 4, field: "rent", decimalMark: ".", isDayFirst: null };
    const checked = (await match(id, body)).json<FileImport>();
    expect(checked).toMatchObject({ rows: 3, skippedRows: 3, badRows: 1 });
    expect(await listErrors(id)).toEqual([
      "6 Rent: This formula has an error, or its result isn't stored in the file. Correct it in a spreadsheet program, save the file, and upload it again.",
    ]);
  });

  test("a broken spreadsheet is rejected with a message", async () => {
    const form = multipart({ kind: "units" }, [
      {
        name: "file",
        fileName: "a.xlsx",
        type: "",
        content: Buffer.from("PK\x03\x04 not really a ZIP file"),
      },
    ]);
    const response = await portal.call("POST", "/api/imports", { ...building.admin, ...form });
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      415,
      "This file can't be read as a spreadsheet. Save it as XLSX or as CSV UTF-8, and upload it again.",
    ]);
  });
});

test("a download saved as a spreadsheet is read without the apostrophes that escaped its formulas", async () => {
  const file = await sheet(
    row(1, text("A1", "Property"), text("B1", "Unit"), text("C1", "Telephone")) +
      row(2, text("A2", "Harbor House"), text("B2", "'-7"), text("C2", "'+1 206 555 0100")),
  );
  const { rows } = await readLayout((await upload("units", file, "not-imported.xlsx")).id);
  expect(rows[1]?.cells).toEqual(["Harbor House", "-7", "+1 206 555 0100"]);
});
