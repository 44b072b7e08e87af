import { expect, test } from "vitest";
import { text } from "./fields.ts";

test("a lone surrogate is not text: the database would store a different character than was signed", () => {
  const half = String.fromCharCode(0xd800);
  expect(text(1, "Please write", 20).safeParse(`Leak ${half} here`).success).toBe(false);
  expect(text(1, "Please write", 20).safeParse("Leak 💧 here").success).toBe(true);
});
