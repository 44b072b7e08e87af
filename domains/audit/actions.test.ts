import { expect, test } from "vitest";
import { actionWords, getActionLabel, getLeaseActionLabel, toSentence } from "./actions.ts";
import { formatField, formatValue, readDetails } from "./changes.ts";

test.each([
  ["person.approved", { before: "approved ", hasSubject: true, after: "" }],
  ["person.signed-out", { before: "signed ", hasSubject: true, after: " out everywhere" }],
  ["session.started", { before: "signed in", hasSubject: false, after: "" }],
  ["robot.waved-back", { before: "robot waved back: ", hasSubject: true, after: "" }],
])("the audit log shows %s as a sentence", (action, expected) => {
  expect(toSentence(action, 5)).toEqual(expected);
});

test("the audit log's filter names each action in general terms", () => {
  expect(getActionLabel("person.signed-out")).toBe("Signed a person out everywhere");
  expect(getActionLabel("robot.waved-back")).toBe("Robot waved back");
});

test("the history of a lease names each action without the lease and without its code", () => {
  expect(getLeaseActionLabel("payment.confirmation-sent")).toBe("Reported a manual payment");
  expect(getLeaseActionLabel("reconciliation.question-answered")).toBe(
    "Answered a question about operating expenses",
  );
  const labels = Object.keys(actionWords)
    .filter((action) => action.startsWith("payment.") || action.startsWith("reconciliation.question"))
    .map(getLeaseActionLabel);
  expect(labels.filter((label) => label.includes("a lease"))).toEqual([]);
});

test.each([
  ["a list of changes", { changes: [{ field: "name", from: "A", to: "B" }] }, [["name", "A", "B"]], []],
  [
    "a field from and to",
    { state: { from: "active", to: "disabled" }, reason: null },
    [["state", "active", "disabled"]],
    [],
  ],
  [
    "records from and to",
    { from: { to: null, x: 1 }, to: { to: "2026-01-01", x: 1 } },
    [["to", null, "2026-01-01"]],
    [],
  ],
  ["records before and after", { before: { a: 1 }, after: { a: 1, b: 2 } }, [["b", null, 2]], []],
  [
    "facts",
    { from: "2026-01-01", to: null, unitIds: [1, 2] },
    [],
    [
      ["from", "2026-01-01"],
      ["unitIds", [1, 2]],
    ],
  ],
  ["nothing", {}, [], []],
  ["no record at all", "text", [], []],
])("the audit log shows an entry's details with %s", (_, details, changes, facts) => {
  const told = readDetails(details);
  expect(told.changes.map(({ field, from, to }) => [field, from, to])).toEqual(changes);
  expect(told.fields.map(({ field, value }) => [field, value])).toEqual(facts);
});

test.each([
  ["cardFeeBasisPoints", 299, "Card fee", "2.99%"],
  ["rentSharePermille", 923, "Rent share", "92.3%"],
  ["rentCents", 250_000, "Rent", "$2,500.00"],
  ["sizeSqft", 1200, "Size", "1,200 sq ft"],
  ["rentableSqft", 1310, "Rentable", "1,310 sq ft"],
  ["documentQuotaMegabytes", 1024, "Document quota", "1,024 MB"],
  ["propertyIds", [1, 2], "Property no.", "1, 2"],
  ["unit_number", "101", "Unit number", "101"],
  ["status", "in_progress", "Status", "in progress"],
  ["yearBuilt", 1998, "Year built", "1998"],
  ["offersRegistration", false, "Offers registration", "no"],
  ["reason", null, "Reason", "nothing"],
  ["filters", { q: "leak", status: "open" }, "Filters", "Q leak, Status open"],
])("the audit log shows the field %s with %j as %s: %s", (field, value, label, words) => {
  expect(formatField(field)).toBe(label);
  expect(formatValue(field, value)).toBe(words);
});
