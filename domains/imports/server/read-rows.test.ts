import { expect, test } from "vitest";
import { importKinds } from "../import-kinds.ts";
import { readRows } from "./read-rows.ts";

async function* inParts(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

// Doing work for each pair of characters would take hours.
test("a header without a line break is rejected, however small the parts in which it arrives", async () => {
  const rows = readRows(inParts("x".repeat(10_000), 1), importKinds.units);
  await expect(rows.next()).rejects.toThrow(/header row doesn't match/);
});
