import { common, file, type TableDecisions } from "./table-decisions.ts";

const { id, property_id, lease_id, document_id, media_type, bytes, sha256 } = common;
const year = "The year in which the pools' years start.";

/** The reconciliations of operating expenses. Recovery terms are exported with their leases. */
export const recoveryTables = {
  accepted_findings: {
    about: "The findings of reconciliations that staff accepted, as they were.",
    columns: {
      property_id,
      year,
      key: "Identifies the finding within the year.",
      sentence: "The finding.",
      cents: "The affected amount. Empty if it isn't known.",
      reason: "Why it was accepted.",
      accepted_by_id: "Who accepted it: id in people.csv.",
      accepted_at: "When it was accepted.",
    },
  },
  reconciliation_reviews: {
    about: "The amounts of each year when its draft was last reviewed.",
    columns: {
      property_id,
      year,
      amounts: "The amounts in cents.",
      reviewed_by_id: "Who reviewed it: id in people.csv.",
      reviewed_at: "When it was reviewed.",
    },
  },
  reconciliations: {
    about: "The reconciliations that were issued.",
    columns: {
      id,
      property_id,
      year,
      number: "The number within the year, starting at 1.",
      reason: "Why the earlier one was corrected.",
      due_on: "When its charges are due.",
      amounts: "The amounts that were reviewed, in cents.",
      content: "The pools, the shares, the accepted findings, and the bills.",
      inputs: "The areas, the leases, the rules, and the costs it was calculated from.",
      issued_by_id: "Who issued it: id in people.csv.",
      issued_at: "When it was issued.",
      reversed_by_id: "Who reversed it: id in people.csv.",
      reversed_at: "When it was reversed.",
      reversal_reason: "Why it was reversed.",
    },
  },
  recovery_statements: {
    about: "The statements of the reconciliations that were issued.",
    columns: {
      id,
      reconciliation_id: "The reconciliation: id in reconciliations.csv.",
      property_id,
      lease_id,
      content: "The shares, with every step of their calculation.",
      due_cents: "The share of the year less the estimates. Negative for a credit.",
      posted_cents: "The amount that was charged, or credited if it's negative.",
      entry_id: "The ledger entry of that amount: id in ledger-entries.csv.",
      document_id,
      filed_at: "When its document was filed.",
    },
  },
  recovery_questions: {
    about: "Tenants' questions about their statements, and the answers.",
    columns: {
      id,
      statement_id: "The statement: id in recovery-statements.csv.",
      property_id,
      lease_id,
      pool_id: "The pool: id in expense-pools.csv.",
      subject: "The category or the step that it is about. Empty for the share itself.",
      text: "The question.",
      asked_by_id: "Who asked it: id in people.csv.",
      asked_at: "When it was asked.",
      answer: "The answer.",
      answered_by_id: "Who answered it: id in people.csv.",
      answered_at: "When it was answered.",
      credit_cents: "The correction that was accepted.",
      credit_entry_id: "Its credit: id in ledger-entries.csv.",
    },
  },
  recovery_question_files: {
    about: "The files of the questions and answers.",
    columns: {
      id,
      question_id: "The question: id in recovery-questions.csv.",
      file_key: file("recovery-questions/{question_id}/{id}-{name}", "The file."),
      name: "Its name.",
      media_type,
      bytes,
      sha256,
      added_by_id: "Who added it: id in people.csv.",
      added_at: "When it was added.",
    },
  },
  closed_reconciliations: {
    about: "The closed years of properties.",
    columns: {
      id,
      property_id,
      year,
      closed_by_id: "Who closed it: id in people.csv.",
      closed_at: "When it was closed.",
      reopened_by_id: "Who reopened it: id in people.csv.",
      reopened_at: "When it was reopened.",
      reopen_reason: "Why it was reopened.",
    },
  },
} satisfies Partial<TableDecisions>;
