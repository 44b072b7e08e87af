import { describe, expect, test } from "vitest";
import { asTsquery, readSearch, sought } from "./search-words.ts";

describe("what a search text asks for", () => {
  test.each(["7", "0007", "wo-7", "WO7", "#WO-0007", " #7 "])("%s is the order's number", (text) => {
    expect(readSearch(text)).toEqual({ number: 7 });
  });

  test.each([
    ["Leaking tap", ["leaking", "tap"]],
    ["tap, TAP & tap", ["tap"]],
    ["50% off_line", ["50", "off", "line"]],
    ["Żółta łazienka", ["żółta", "łazienka"]],
    ["'); drop table", ["drop", "table"]],
    ["% _ \\ '", []],
  ])("%s is these words", (text, words) => {
    expect(readSearch(text)).toEqual({ words });
  });

  test("at most eight words count", () => {
    expect(readSearch("a b c d e f g h i j")).toEqual({ words: ["a", "b", "c", "d", "e", "f", "g", "h"] });
  });

  test.each([
    [["tap"], ["tap"], "'tap':*"],
    [["l"], ["l"], "'l':*"],
    [["leaking", "ta"], ["ta"], "'leaking' & 'ta':*"],
    [["floor", "3"], ["3"], "'floor' & '3'"],
  ])("%s, of which %s may go on, is %s", (words, unfinished, query) => {
    expect(asTsquery(sought(words, unfinished))).toBe(query);
  });
});
