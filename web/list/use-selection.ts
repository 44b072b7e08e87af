import { useState } from "react";
import type { RowSelection } from "#web/ui/tables/table.tsx";

export interface Selection<Row> extends Omit<RowSelection<Row>, "getName"> {
  /** The selected rows of the current page. */
  rows: readonly Row[];
  /** Whether any row has been selected yet. */
  wasUsed: boolean;
  clear: () => void;
}

/** The selected rows of the current page. */
export function useSelection<Row extends { id: number }>(pageRows: readonly Row[] = []): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const isSelected = ({ id }: Row) => ids?.has(id) === true;
  const rows = pageRows.filter(isSelected);
  return {
    rows,
    wasUsed: ids !== undefined,
    isSelected,
    select: (changedRows, isNowSelected) => {
      const otherRows = rows.filter((row) => !changedRows.includes(row));
      setIds(new Set([...otherRows, ...(isNowSelected ? changedRows : [])].map(({ id }) => id)));
    },
    clear: () => setIds(new Set()),
  };
}
