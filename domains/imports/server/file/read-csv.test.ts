import { expect, test } from "vitest";
import { toCell, toCsv } from "#server/http/endpoints/csv.ts";
import { readCsv } from "./read-csv.ts";

async function* inParts(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

// Doing work for each pair of characters would take hours.
test("a long line is read as one row, even if it arrives in many small chunks", async () => {
  const { value } = await readCsv(inParts("x".repeat(10_000), 1)).next();
  expect(value).toEqual({ line: 1, cells: ["x".repeat(10_000)] });
});

test("the separator is detected even below title lines that don't contain it", async () => {
  const rows: unknown[] = [];
  for await (const row of readCsv(
    inParts("Rent Roll\nAs of May 1, 2026\n\nUnit;Rent;Area\n101;1,50;90\n", 7),
  ))
    rows.push(row);
  expect(rows.slice(2)).toEqual([
    { line: 4, cells: ["Unit", "Rent", "Area"] },
    { line: 5, cells: ["101", "1,50", "90"] },
  ]);
});

test("a file downloaded from the portal is read with its original values", async () => {
  const values = [
    "+1 206 555 0100",
    "＋1 206 555 0100",
    "=1+1",
    "-",
    "@home",
    "\t=1",
    "101;-102",
    'a;"=1',
    "O'Hara",
  ];
  const text = toCsv([["Unit", "Type", "Use"], ...values.map((value) => [toCell(value), "office", ""])]);
  expect(text).toContain("'+1 206");
  const cells: unknown[] = [];
  for await (const row of readCsv(inParts(text.replaceAll("\r\n", "\n"), 7))) cells.push(row.cells[0]);
  expect(cells.slice(1)).toEqual(values);
});
