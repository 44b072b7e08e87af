import { expect, test } from "vitest";
import { emptyRow, type FileRow, fillRows, getFileKey, titleFromName } from "./fill-rows.ts";

test.each([
  ["lease.pdf", "lease"],
  ["Certificate_of-insurance.PDF", "Certificate of insurance"],
  ["Lease - Suite 101.docx", "Lease Suite 101"],
  ["inspection_2026-11-23.pdf", "inspection 2026-11-23"],
  ["Scan 2026-11-23.pdf", "Scan 2026-11-23"],
  ["rules.v1.2.final.pdf", "rules v1.2 final"],
  ["right\u202eto left.pdf", "rightto left"],
  [".pdf", ""],
  [`${"a".repeat(300)}.pdf`, "a".repeat(200)],
])("the suggested title for %s is %s", (name, title) => {
  expect(titleFromName(name)).toBe(title);
});

const file = (name: string) => new File(["a"], name, { lastModified: 1 });
const [lease, rules] = [file("lease.pdf"), file("house_rules.pdf")];
const makeRow = (title: string, of?: File, values: Partial<FileRow> = {}): FileRow => ({
  ...emptyRow,
  title,
  fileKey: of === undefined ? "" : getFileKey(of),
  ...values,
});
const nothing = { files: [], rows: [makeRow("")] };

test.each([
  ["a file fills in its title", [lease], nothing, ["lease"]],
  ["several files each fill in their own title", [lease, rules], nothing, ["lease", "house rules"]],
  ["a title typed before stays", [lease], { files: [], rows: [makeRow("Our lease")] }, ["Our lease"]],
  [
    "a title typed after stays when another file is added",
    [lease, rules],
    { files: [lease], rows: [makeRow("Our lease", lease)] },
    ["Our lease", "house rules"],
  ],
  [
    "a title goes with its file",
    [rules],
    { files: [lease, rules], rows: [makeRow("a", lease), makeRow("b", rules)] },
    ["b"],
  ],
  ["a filled-in title goes with its file", [], { files: [lease], rows: [makeRow("lease", lease)] }, [""]],
  [
    "a filled-in title is replaced for another file",
    [rules],
    { files: [lease], rows: [makeRow("lease", lease)] },
    ["house rules"],
  ],
  [
    "a typed title stays without its file",
    [],
    { files: [lease], rows: [makeRow("Our lease", lease)] },
    ["Our lease"],
  ],
  [
    "a typed title stays for another file",
    [rules],
    { files: [lease], rows: [makeRow("Our lease", lease)] },
    ["Our lease"],
  ],
  [
    "the titles of a draft wait for their files and go with them in any order",
    [rules, lease],
    { files: [], rows: fillRows([], { files: [], rows: [makeRow("a", lease), makeRow("b", rules)] }) },
    ["b", "a"],
  ],
])("%s", (_, files, before, titles) => {
  expect(fillRows(files, before).map(({ title }) => title)).toEqual(titles);
});

test("another file starts with the first file's type and unit but not its expiration date", () => {
  const values = { type: "Insurance", unitId: "3", visibility: "lease", expiresOn: "2027-03-31" } as const;
  const rows = [makeRow("lease", lease, values)];
  expect(fillRows([lease, rules], { files: [lease], rows })).toEqual([
    ...rows,
    makeRow("house rules", rules, { ...values, expiresOn: "" }),
  ]);
  expect(fillRows([lease, rules], { files: [], rows: [makeRow("", undefined, values)] })).toEqual([
    ...rows,
    makeRow("house rules", rules, { ...values, expiresOn: "" }),
  ]);
});
