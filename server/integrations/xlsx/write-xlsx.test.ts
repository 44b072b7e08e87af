import { expect, test, vi } from "vitest";
import type { Ctx } from "#server/http/context.ts";
import { readXlsx } from "#test/files/xlsx.ts";
import { getFirstXlsxRow, getXlsxColumn, writeXlsx } from "./write-xlsx.ts";

// Makes writing on the main thread fail. The worker thread isn't affected by this mock.
vi.mock("write-excel-file/node", () => ({
  default: () => {
    throw new Error("This was written on the main thread.");
  },
}));

const ctx = { actor: null, networkAddress: "192.0.2.1" } as unknown as Ctx;

test("spreadsheet columns are named A to Z, AA, and so on", () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(getXlsxColumn)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});

test("writeXlsx writes a sheet on a worker thread and keeps text that starts like a formula as text and results with formulas", async () => {
  const lines = ["As of Jun 10, 2026."];
  const file = await writeXlsx(ctx, {
    title: "Rent [roll]: all/any",
    lines,
    columns: [
      { header: "Tenant", type: "text", width: 20 },
      { header: "Start", type: "date", width: 12 },
      { header: "Rent", type: "number", format: "#,##0.00", width: 12 },
    ],
    rows: [
      { cells: ["=1+1", "2026-01-01", -12.5] },
      { cells: ["Total", null, { formula: "SUM(C5:C5)", result: -12.5 }], isStrong: true },
      { cells: ["Average", null, { formula: 'IF(C6=0,"",1)', result: null }] },
    ],
  });
  const { cells } = await readXlsx(file);
  const row = getFirstXlsxRow({ lines });
  expect([cells.get("A1"), cells.get("A2"), cells.get(`A${row - 1}`)]).toEqual([
    "Rent [roll]: all/any",
    "As of Jun 10, 2026.",
    "Tenant",
  ]);
  expect(["A", "B", "C"].map((column) => cells.get(`${column}${row}`))).toEqual(["=1+1", 46_023, -12.5]);
  expect(cells.get(`C${row + 1}`)).toEqual({ formula: "SUM(C5:C5)", result: -12.5 });
  expect(cells.get(`C${row + 2}`)).toEqual({ formula: 'IF(C6=0,"",1)', result: null });
});
