import { expect, test } from "vitest";
import { line, text } from "./fields.ts";

test("a lone surrogate is rejected because the database would store a different character than was signed", () => {
  const half = String.fromCharCode(0xd800);
  expect(text(1, "Please write", 20).safeParse(`Leak ${half} here`).success).toBe(false);
  expect(text(1, "Please write", 20).safeParse("Leak 💧 here").success).toBe(true);
});

test.each(["Two\nlines", "Two\rlines", "Two\r\nlines"])(
  "a line %j is rejected for its line break, but a text is accepted",
  (given) => {
    const rejected = line(1, "Please write", 20).safeParse(given);
    expect(rejected.error?.issues.map(({ message }) => message)).toEqual(["Enter this on one line"]);
    expect(text(1, "Please write", 20).safeParse(given).success).toBe(true);
    expect(line(1, "Please write", 20).parse(" One line \n")).toBe("One line");
  },
);
