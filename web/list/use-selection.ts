import { useCallback, useState } from "react";
import type { RowSelection } from "#web/list/use-row-keys.ts";

export interface Selection<Row> extends Omit<RowSelection<Row>, "getName"> {
  /** The selected rows of the current page. */
  rows: readonly Row[];
  /** Whether any row has been selected yet. */
  wasUsed: boolean;
  clear: () => void;
  /** Presses the button with this shortcut key, for the selected rows or, if there are none, for `row`. */
  press: (key: string, row: Row) => void;
  /** The key whose button will be pressed once the selection bar has loaded. */
  pendingKey?: string | undefined;
  onKeyPressed: () => void;
}

/** The selected rows of the current page. */
export function useSelection<Row extends { id: number }>(pageRows: readonly Row[] = []): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const [pendingKey, setPendingKey] = useState<string>();
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
    press: (key, row) => {
      if (rows.length === 0) setIds(new Set([row.id]));
      setPendingKey(key);
    },
    pendingKey,
    onKeyPressed: useCallback(() => setPendingKey(undefined), []),
  };
}
