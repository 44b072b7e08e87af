// Says which rows of docs/requirements.md a test names, and fails when a test names a row that does not exist.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const skipped = new Set([
  "node_modules",
  "dist",
  "data",
  ".git",
  ".cache",
  "test-results",
  "playwright-report",
]);
const idPattern = /\b[A-Z]{2,4}-\d{2,3}\b/g;

const rows = requirementIds(readFileSync(join(root, "docs", "requirements.md"), "utf8"));
const areas = [...new Set([...rows].map(areaOf))];
/** @type {Map<string, string[]>} */
const testsOf = new Map();
for (const path of testFiles(".")) {
  for (const id of idsNamedIn(readFileSync(join(root, path), "utf8"))) {
    // Such as UTF-16 or ISO-8601: no row of ours.
    if (areas.includes(areaOf(id))) testsOf.set(id, [...(testsOf.get(id) ?? []), path]);
  }
}

const covered = [...rows].filter((id) => testsOf.has(id)).length;
console.log(`${covered} of ${rows.size} requirement rows have a test.`);
for (const area of areas) {
  const own = [...rows].filter((id) => areaOf(id) === area);
  const without = own.filter((id) => !testsOf.has(id)).map((id) => Number(id.slice(area.length + 1)));
  const share = `${own.length - without.length}/${own.length}`;
  console.log(
    `${area.padEnd(5)} ${share.padStart(7)}${without.length === 0 ? "" : `  without: ${spans(without)}`}`,
  );
}
for (const [id, paths] of testsOf) {
  if (rows.has(id)) continue;
  console.error(
    `${id} is named by ${[...new Set(paths)].join(", ")}, but docs/requirements.md has no such row.`,
  );
  process.exitCode = 1;
}

/**
 * The ids that begin a table row, below the first heading that names an area.
 * @param {string} text
 */
function requirementIds(text) {
  const tables = text.slice(text.search(/^## .*\([A-Z]+\)$/m));
  return new Set([...tables.matchAll(/^\| ([A-Z]{2,4}-\d{2,3}) \|/gm)].map((match) => match[1] ?? ""));
}

/**
 * `1-4 7 9-10` for 1, 2, 3, 4, 7, 9, 10.
 * @param {number[]} numbers
 */
function spans(numbers) {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  return starts
    .map((start) => {
      let end = start;
      while (numbers.includes(end + 1)) end += 1;
      return end === start ? `${start}` : `${start}-${end}`;
    })
    .join(" ");
}

/** @param {string} id */
function areaOf(id) {
  return id.slice(0, id.indexOf("-"));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function testFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testFiles(path);
    return /\.test\.tsx?$|^e2e.*\.spec\.ts$/.test(path) ? [path] : [];
  });
}

/**
 * The ids in titles and tags. `WO-22 to WO-24`, `WO-22..24` and `WO-22, 23` name the rows between and beside as well.
 * @param {string} text
 */
function idsNamedIn(text) {
  /** @type {Set<string>} */
  const ids = new Set();
  for (const title of titlesIn(text)) {
    for (const [id] of title.matchAll(idPattern)) ids.add(id);
    for (const [, area = "", from = "", to = ""] of title.matchAll(
      /\b([A-Z]{2,4})-(\d{2,3})(?:\.\.| to )(?:[A-Z]{2,4}-)?(\d{2,3})\b/g,
    ))
      for (let number = Number(from); number <= Number(to); number += 1)
        ids.add(`${area}-${String(number).padStart(from.length, "0")}`);
    for (const [, area = "", rest = ""] of title.matchAll(/\b([A-Z]{2,4})-\d{2,3}((?:, \d{2,3}\b)+)/g))
      for (const [number] of rest.matchAll(/\d+/g)) ids.add(`${area}-${number}`);
  }
  return ids;
}

/**
 * What stands in quotation marks after describe(, test(, it( and their variants, what begins with an id at the head of a
 * row of `.each`, and every tag.
 * @param {string} text
 */
function titlesIn(text) {
  const calls = text.matchAll(
    /(?:\b(?:describe|test|it)(?:\.[a-z]+)*(?:\([\w.]+\))?|\]\))\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/gi,
  );
  const rows = [...text.matchAll(/\.each\(\[([\s\S]*?)\]\)\(/g)].flatMap(([, table = ""]) => [
    ...table.matchAll(/\[\s*"([A-Z]{2,4}-\d{2,3}\b[^"]*)"/g),
  ]);
  const tags = text.matchAll(/\btag:\s*(\[[^\]]*\]|"[^"]*")/g);
  return [...[...calls].map((match) => match[2] ?? ""), ...[...rows, ...tags].map((match) => match[1] ?? "")];
}
