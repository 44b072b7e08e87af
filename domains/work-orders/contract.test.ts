import { describe, expect, test } from "vitest";
import { workOrderForm } from "./contract.ts";

const good = {
  title: "Leaky",
  description: "Ten chars.",
  category: "Plumbing",
  location: "Bar",
  priority: "low",
};
const sentence = (change: Record<string, unknown>) => {
  const result = workOrderForm.safeParse({ ...good, ...change });
  return result.success ? null : result.error.issues[0]?.message;
};

describe("work order validation", () => {
  test("WO-58 WO-59 WO-62 the shortest allowed texts of a work order are valid", () => {
    expect(sentence({})).toBeNull();
  });
  test.each([
    ["a right-to-left override", "Invoice \u202efdp.exe", "Invoice fdp.exe"],
    ["a zero-width space", "\u200bLeaky\u200b tap\ufeff", "Leaky tap"],
    ["wide spaces", "Leaky\u00a0\u3000tap", "Leaky tap"],
    ["decomposed accents", "Cafe\u0301 lamp", "Caf\u00e9 lamp"],
    [
      "joiners between letters",
      "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    ],
  ])("a title with %s is stored as people see it", (_, title, stored) => {
    expect(workOrderForm.parse({ ...good, title }).title).toBe(stored);
  });
  test.each([
    ["WO-58", { title: "Leak" }, "Title must be at least 5 characters"],
    ["WO-58 surrounding spaces aren't counted", { title: "  Leak  " }, "Title must be at least 5 characters"],
    ["WO-59", { description: "Nine char" }, "Please provide a detailed description"],
    ["WO-60", { category: "" }, "Please select a category"],
    ["WO-60", { category: undefined }, "Please select a category"],
    ["WO-62", { location: "Ba" }, "Location must be at least 3 characters"],
    ["WO-63", { priority: "" }, "Please select a priority level"],
    ["WO-63", { priority: undefined }, "Please select a priority level"],
    ["NUL", { title: "Leaky\u0000 tap" }, "Remove hidden control characters"],
    [
      "invisible characters aren't counted",
      { title: "L\u200be\u2066\u00ada\u3164k\u202e" },
      "Title must be at least 5 characters",
    ],
    ["a line separator", { title: "Leaky\u2028tap" }, "Enter this on one line"],
    ["length", { title: "x".repeat(201) }, "Use 200 characters or fewer"],
  ])("%s %j is rejected with its message", (_, change, message) => {
    expect(sentence(change)).toBe(message);
  });
});
