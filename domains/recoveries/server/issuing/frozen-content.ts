import type {
  CategoryBill,
  Finding,
  PoolSummary,
  RecoveryStatement,
  StatementSummary,
} from "../../reconciliation-contract.ts";
import type { ReconciliationInputs } from "../drafts/read-inputs.ts";

/**
 * The results of an issued reconciliation, as they're stored. A field that is added later is missing in
 * reconciliations issued before.
 */
export interface FrozenReconciliation {
  pools: PoolSummary[];
  statements: StatementSummary[];
  /** The accepted ones. None was open. */
  findings: Finding[];
  /** The bills of each pool and category, which the statements don't repeat. */
  bills: CategoryBill[];
}

/** A statement as it's stored, without the bills, which are stored once with the reconciliation. */
export type FrozenStatement = Omit<RecoveryStatement, "isDraft" | "issued" | "changes">;

/** Returns the inputs as JSON. Maps become lists of pairs, and the parts of fractions become text. */
export const freezeInputs = (inputs: ReconciliationInputs): string =>
  JSON.stringify(inputs, (_, value: unknown) =>
    value instanceof Map ? [...value] : typeof value === "bigint" ? String(value) : value,
  );
