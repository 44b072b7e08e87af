import { expect, test } from "vitest";
import { fillTitles, titleFromName } from "./default-titles.ts";

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
])("the title of %s is %s", (name, title) => {
  expect(titleFromName(name)).toBe(title);
});

const file = (name: string) => new File(["a"], name);
const [lease, rules] = [file("lease.pdf"), file("house_rules.pdf")];
const nothing = { files: [], titles: [""] };

test.each([
  ["a file fills in its title", [lease], nothing, ["lease"]],
  ["several files each fill in their own title", [lease, rules], nothing, ["lease", "house rules"]],
  ["a title typed before stays", [lease], { files: [], titles: ["Our lease"] }, ["Our lease"]],
  [
    "a title typed after stays when another file is added",
    [lease, rules],
    { files: [lease], titles: ["Our lease"] },
    ["Our lease", "house rules"],
  ],
  ["a title goes with its file", [rules], { files: [lease, rules], titles: ["a", "b"] }, ["b"]],
  ["a filled-in title goes with its file", [], { files: [lease], titles: ["lease"] }, [""]],
  [
    "a filled-in title is replaced for another file",
    [rules],
    { files: [lease], titles: ["lease"] },
    ["house rules"],
  ],
  ["a typed title stays without its file", [], { files: [lease], titles: ["Our lease"] }, ["Our lease"]],
  ["a typed title stays for another file", [rules], { files: [lease], titles: ["Our lease"] }, ["Our lease"]],
])("%s", (_, files, before, titles) => {
  expect(fillTitles(files, before)).toEqual(titles);
});
