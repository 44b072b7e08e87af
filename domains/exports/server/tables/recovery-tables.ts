import { common, type TableDecisions } from "./table-decisions.ts";

const { property_id } = common;
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
} satisfies Partial<TableDecisions>;
