import { useState } from "react";
import type { RowChoice } from "#web/ui/table.tsx";

export interface Chosen<Row> extends Omit<RowChoice<Row>, "nameOf"> {
  /** Those on the screen: at most the rows of one page. */
  rows: readonly Row[];
  /** Whether a row has been chosen yet. */
  isBegun: boolean;
  clear: () => void;
}

/** The chosen rows among those of the present page. */
export function useChosen<Row extends { id: number }>(onPage: readonly Row[] = []): Chosen<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const isChosen = ({ id }: Row) => ids?.has(id) === true;
  const rows = onPage.filter(isChosen);
  return {
    rows,
    isBegun: ids !== undefined,
    isChosen,
    choose: (some, isNowChosen) => {
      const others = rows.filter((row) => !some.includes(row));
      setIds(new Set([...others, ...(isNowChosen ? some : [])].map(({ id }) => id)));
    },
    clear: () => setIds(new Set()),
  };
}
