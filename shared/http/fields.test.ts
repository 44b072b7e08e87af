import { expect, test } from "vitest";
import { text } from "./fields.ts";

test("half a surrogate pair is no text: the database would keep another character than was signed for", () => {
  const half = String.fromCharCode(0xd800);
  expect(text(1, "Please write", 20).safeParse(`Leak ${half} here`).success).toBe(false);
  expect(text(1, "Please write", 20).safeParse("Leak 💧 here").success).toBe(true);
});
