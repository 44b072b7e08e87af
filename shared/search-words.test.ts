import { expect, test } from "vitest";
import { splitSearchWords } from "./search-words.ts";

test.each([
  ["harbor  seattle", ["harbor", "seattle"]],
  ["1 Mill St., Seattle,WA", ["1", "mill", "st.", "seattle", "wa"]],
  ["101-A – house & house", ["101-a", "house"]],
  ["a b c d e f g h i", ["a", "b", "c", "d", "e", "f", "g", "h"]],
  [" - ", []],
  ["", []],
])("a search for %j uses the words %j", (text, words) => {
  expect(splitSearchWords(text)).toEqual(words);
});
