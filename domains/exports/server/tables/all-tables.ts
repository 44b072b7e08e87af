import { accountTables } from "./account-tables.ts";
import { expenseTables } from "./expense-tables.ts";
import { moneyTables } from "./money-tables.ts";
import { propertyTables } from "./property-tables.ts";
import { recoveryTables } from "./recovery-tables.ts";
import { type ColumnDecision, isLeftOut, type TableDecisions } from "./table-decisions.ts";
import { workTables } from "./work-tables.ts";

export const tableDecisions: TableDecisions = {
  ...propertyTables,
  ...moneyTables,
  ...expenseTables,
  ...recoveryTables,
  ...workTables,
  ...accountTables,
};

/** An exported table, with the decision for each column. */
export interface ExportedTable {
  table: string;
  csvName: string;
  about: string;
  columns: [name: string, decision: ColumnDecision][];
}

/** The tables of the export, in the order of the README. */
export const exportedTables: readonly ExportedTable[] = Object.entries(tableDecisions).flatMap(
  ([table, decision]) =>
    isLeftOut(decision)
      ? []
      : {
          table,
          csvName: `${decision.fileName ?? table.replaceAll("_", "-")}.csv`,
          about: decision.about,
          columns: Object.entries<ColumnDecision>(decision.columns),
        },
);
