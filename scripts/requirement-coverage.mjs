// Reports which rows of docs/requirements.md have a test run by `npm test`, and fails if a test names a row
// that doesn't exist.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["bench", "domains", "e2e", "seeds", "server", "shared", "test", "web"];

const rows = requirementIds(readFileSync(join(root, "docs", "requirements.md"), "utf8"));
const areas = new Set(rows.map(getArea));
/** @type {Map<string, string>} */
const testByRow = new Map();
// Ids of other areas, such as UTF-16 or ISO-8601, aren't rows.
for (const path of folders.flatMap(testFiles))
  for (const id of idsNamedIn(withoutLongJourneys(readFileSync(join(root, path), "utf8"))))
    if (areas.has(getArea(id))) testByRow.set(id, path);

console.log(
  `${rows.filter((id) => testByRow.has(id)).length} of ${rows.length} requirement rows have a test.`,
);
const without = rows.filter((id) => !testByRow.has(id));
if (without.length > 0) console.log(`Without: ${without.join(", ")}`);
for (const [id, path] of testByRow) {
  if (rows.includes(id)) continue;
  console.error(`${path} names ${id}, but docs/requirements.md has no such row.`);
  process.exitCode = 1;
}

/**
 * Returns the ids of the rows, which are headings such as `### WO-26 Dragging a card`.
 * @param {string} text
 */
function requirementIds(text) {
  return [...text.matchAll(/^### ([A-Z]{2,4}-\d{2,3}) /gm)].map((match) => match[1] ?? "");
}

/** Removes the titles of journeys that only `npm run torture` runs. @param {string} text */
function withoutLongJourneys(text) {
  return text.replace(/\btest\(\s*"[^"]*",\s*long,/g, "");
}

/** @param {string} id */
function getArea(id) {
  return id.slice(0, id.indexOf("-"));
}

/** @param {string} folder */
function testFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(test\.tsx?|spec\.ts)$/.test(name) && !name.endsWith(".torture.test.ts"))
    .map((name) => join(folder, name));
}

/**
 * Expands `WO-22 to WO-24`, `WO-22..24` and `WO-22, 23`.
 * @param {string} text
 */
function idsNamedIn(text) {
  const names = text.matchAll(
    /\b([A-Z]{2,4})-(?!000)(\d{2,3})(?:(?:\.\.| to (?:[A-Z]+-)?)(\d{2,3})|((?:, \d{2,3}\b)+))?\b/g,
  );
  return [...names].flatMap(([, area, first = "", last = first, others = ""]) => {
    const between = Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => Number(first) + index,
    );
    const numbers = [...between, ...(others.match(/\d+/g) ?? [])];
    return numbers.map((number) => `${area}-${String(number).padStart(first.length, "0")}`);
  });
}
