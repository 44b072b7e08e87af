import { expect, test } from "vitest";
import { line, text } from "./fields.ts";

test.each([
  ["  Jose\u0301\u00a0\u2003Garc\u00eda\u200b ", "Jos\u00e9 Garc\u00eda"],
  ["\ufeffAcme \u202eLtd\u202c", "Acme Ltd"],
])("the line %j is stored as %j", (typed, stored) => {
  expect(line(1, "Required", 100).parse(typed)).toBe(stored);
});

test("text keeps its line breaks but loses invisible characters and wide spaces", () => {
  expect(text(1, "Required", 100).parse("\u200bCafe\u0301\u00a0is\n  closed\u2060 ")).toBe(
    "Caf\u00e9 is\n  closed",
  );
  expect(text(1, "Required", 100).safeParse("\u200b\u2060").success).toBe(false);
});
