import { expect, test } from "vitest";
import { officeFile } from "#test/files/office-files.ts";
import { formulaWithoutResult, readXlsx } from "./read-xlsx.ts";

const namespace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`;

/** Reads a sheet with these cells in its first row. Cell format 0 is General, and 1 is a percentage. */
async function readRow(cells: string, after = ""): Promise<unknown> {
  const file = await officeFile("xlsx", [
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet ${namespace}><sheetData><row r="1">${cells}</row><row r="2"><c r="A2"><v>7</v></c></row></sheetData>${after}</worksheet>`,
    },
    {
      name: "xl/styles.xml",
      content: `<styleSheet ${namespace}><numFmts count="1"><numFmt numFmtId="165" formatCode="0.00%"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    },
  ]);
  const { rows } = await readXlsx(file, "test");
  return Buffer.from(rows)
    .toString()
    .split("\n")
    .map((line) => (JSON.parse(line) as [number, unknown[]])[1]);
}

test("a cell displayed as a percentage is read as a percentage", async () => {
  expect(await readRow(`<c r="A1" s="1"><v>0.035</v></c><c r="B1" s="0"><v>0.035</v></c>`)).toEqual([
    ["3.5%", 0.035],
    [7],
  ]);
});

test("a formula with an error or no result doesn't count as blank, but a formula with an empty result does", async () => {
  const cells = [
    `<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>`,
    `<c r="B1"><f t="shared" si="0"/></c>`,
    `<c r="C1" t="str"><f>""</f><v></v></c>`,
    `<c r="D1"><f>1+1</f><v>2</v></c>`,
  ];
  expect(await readRow(cells.join(""))).toEqual([[formulaWithoutResult, formulaWithoutResult, "", 2], [7]]);
});

test("a merged amount counts once, and merged text counts for every row", async () => {
  const merged = (area: string) =>
    `<mergeCells count="2"><mergeCell ref="${area}"/><mergeCell ref="C1:C2"/></mergeCells>`;
  const cells = `<c r="B1"><v>100</v></c><c r="C1" t="inlineStr"><is><t>One</t></is></c>`;
  expect(await readRow(cells, merged("B1:B2"))).toEqual([
    ["", 100, "One"],
    [7, "", "One"],
  ]);
});
