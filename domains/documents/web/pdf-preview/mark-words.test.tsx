import { expect, test } from "vitest";
import { addNotes } from "./add-notes.ts";
import { markWords } from "./mark-words.ts";

const mark = (lines: readonly string[], words: readonly string[]) => {
  const pieces = lines.map((line) => Object.assign(document.createElement("span"), { textContent: line }));
  markWords(pieces, words);
  return pieces.map(({ innerHTML }) => innerHTML);
};

test.each([
  ["in a line", ["The tenant must"], ["tenant"], ["The <mark>tenant</mark> must"]],
  ["with signs", ["$5,115 (net)"], ["5,115 (net"], ["$<mark>5,115 (net</mark>)"]],
  [
    "hyphenated between two lines",
    ["for the mainte-", "", "nance of the mainte-", "stay"],
    ["maintenance"],
    ["for the <mark>mainte-</mark>", "", "<mark>nance</mark> of the mainte-", "stay"],
  ],
  [
    "that only starts like a hyphenated one",
    ["for the mainte-", "nance"],
    ["ten"],
    ["for the mainte-", "nance"],
  ],
])("a word %s is highlighted only where it appears [DOC-30]", (_, lines, words, expected) => {
  expect(mark(lines, words)).toEqual(expected);
});

test("the text layer has form values and notes where they're drawn but no passwords [DOC-30]", () => {
  const layer = document.createElement("div");
  const rect: [number, number, number, number] = [200, 660, 500, 684];
  const viewport = {
    width: 612,
    height: 792,
    scale: 1,
    convertToViewportRectangle: () => [200, 132, 500, 108],
  };
  addNotes(
    layer,
    [
      { subtype: "Widget", rect, textContent: ["Zephyrquill Mutual"] },
      { subtype: "Widget", rect, fieldValue: "Unseen", password: true },
      { subtype: "FreeText", rect, contentsObj: { str: "Seven\nkeys" } },
      { subtype: "Text", rect, contentsObj: { str: "A comment" } },
    ],
    viewport,
  );
  const notes = [...layer.querySelectorAll("span")];
  expect(notes.map(({ textContent }) => textContent)).toEqual(["Zephyrquill Mutual", "Seven", "keys"]);
  expect(notes.map(({ style }) => [style.left, style.top])).toEqual([
    ["32.68%", "14.39%"],
    ["32.68%", "13.64%"],
    ["32.68%", "15.15%"],
  ]);
});
