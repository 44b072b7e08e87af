import { expect, test } from "vitest";
import { importKinds } from "../import-kinds.ts";
import { rowsOf } from "./read-rows.ts";

async function* inParts(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

// With work for each pair of characters this takes hours.
test("a heading without a line break is refused, however small the parts are in which it arrives", async () => {
  const rows = rowsOf(inParts("x".repeat(10_000), 1), importKinds.units);
  await expect(rows.next()).rejects.toThrow(/not the heading/);
});
