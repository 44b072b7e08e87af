import { expect, test } from "vitest";
import { type AuditSubjectType, toSentence } from "./actions.ts";
import { getSubjectInSentence, getSubjectName } from "./subject-name.ts";

test.each<[string, AuditSubjectType, string, string | null, string]>([
  ["list.exported", "list", "work-orders", null, "exported work orders"],
  ["list.exported", "list", "aged-receivables-report", null, "exported the aged receivables report"],
  ["list.exported", "list", "audit-log", null, "exported the audit log"],
  ["list.exported", "list", "documents-in-trash", null, "exported the documents in the trash"],
  ["list.exported", "list", "ledger-of-lease-7", null, "exported the ledger of lease 7"],
  ["list.exported", "list", "journal", null, "exported the journal"],
  ["export.started", "export", "3", "Data export of Nov 3, 2026", "started the data export of Nov 3, 2026"],
  ["export.downloaded", "export", "3", null, "downloaded data export no. 3"],
  ["saved-report.emailed", "saved-report", "4", "Weekly units", "emailed the saved report “Weekly units”"],
  [
    "saved-report.unscheduled",
    "saved-report",
    "4",
    "Weekly units",
    "removed the schedule of the saved report “Weekly units”",
  ],
  ["lease.created", "lease", "7", "Lease of Kestrel", "created the lease of Kestrel"],
  ["unit.deleted", "unit", "77", null, "deleted unit no. 77"],
  ["bill.created", "bill", "5", "Bill 12 from Fax Inc.", "entered bill 12 from Fax Inc."],
  ["person.approved", "person", "5", "Ada Admin", "approved Ada Admin"],
])("the audit log reads well aloud: %s of %s %s", (action, type, id, label, text) => {
  const { before, after } = toSentence(action, 1);
  expect(`${before}${getSubjectInSentence({ type, id, label })}${after}`).toBe(text);
});

test("a record without a name is shown by its type and number", () => {
  expect(getSubjectName({ type: "unit", id: "77", label: null })).toBe("Unit no. 77");
  expect(getSubjectName({ type: "list", id: "rent-roll-report", label: null })).toBe("Rent roll report");
});
