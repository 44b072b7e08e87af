import { describe, expect, test } from "vitest";
import { parseRange } from "./send-stored-file.ts";

describe("parsing the Range header", () => {
  test.each([
    ["bytes=0-0", { first: 0, last: 0 }],
    ["bytes=0-", { first: 0, last: 99 }],
    ["bytes=10-19", { first: 10, last: 19 }],
    ["bytes=90-500", { first: 90, last: 99 }],
    ["bytes=99-", { first: 99, last: 99 }],
    ["bytes=-10", { first: 90, last: 99 }],
    ["bytes=-500", { first: 0, last: 99 }],
    ["BYTES = 5 - 6 ", { first: 5, last: 6 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=100-200", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    [undefined, null],
    ["", null],
    ["bytes=", null],
    ["bytes=-", null],
    ["bytes=5-4", null],
    ["bytes=0-1,5-6", null],
    ["lines=0-1", null],
    ["bytes=a-b", null],
    ["bytes=1-9999999999999999", null],
  ])("parseRange parses %s for a file of 100 bytes", (header, range) =>
    expect(parseRange(header, 100)).toEqual(range),
  );
});
