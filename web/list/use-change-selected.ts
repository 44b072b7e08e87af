import { useBulkChange } from "#web/list/use-bulk-change.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

interface SelectedRows<Row> {
  /** The nouns for a row, such as `["work order", "work orders"]`. */
  nouns: readonly [singular: string, plural: string];
  /** Returns the current row from the error that rejected a change. */
  getCurrent: (error: unknown) => Row | undefined;
  /** Refetches what the changes affect. */
  refetch: () => unknown;
}

interface Change<Row, Changed> {
  rows: readonly Row[];
  change: (row: Row) => Promise<Changed>;
  /** The title of the toast. */
  title: string;
  /** Returns the description of the toast. `count` is the number of rows, such as `2 work orders`. */
  describe: (count: string) => string;
  onDone?: () => void;
  /** Returns a function that undoes a change, or undefined if the user can't undo it. */
  getUndo?: (row: Row, changed: Changed) => (() => Promise<unknown>) | undefined;
}

type ChangeSelected<Row> = <Changed>(change: Change<Row, Changed>) => void;

/**
 * Changes the selected rows, each with its own request. Shows a toast, with `Undo` if every change can be
 * undone.
 */
export function useChangeSelected<Row extends { id: number }>(selected: SelectedRows<Row>) {
  const { nouns, getCurrent, refetch } = selected;
  const bulkChange = useBulkChange<Row>();
  const changeSelected: ChangeSelected<Row> = ({ rows, change, title, describe, onDone, getUndo }) => {
    const undoById = new Map<number, (() => Promise<unknown>) | undefined>();
    const undo = () =>
      changeSelected({
        rows,
        change: async ({ id }) => undoById.get(id)?.(),
        title: "Change Undone",
        describe: (count) => `${count} changed back.`,
      });
    bulkChange.start(rows, {
      changeRow: async (row) => {
        const changed = await change(row);
        undoById.set(row.id, getUndo?.(row, changed));
      },
      getCurrent,
      onDone: () => {
        const canUndo = [...undoById.values()].every((undoOne) => undoOne !== undefined);
        toast({
          title,
          description: describe(countRows(rows.length, nouns)),
          ...(canUndo && { action: { label: "Undo", onPress: undo } }),
        });
        onDone?.();
      },
      onSettled: () => void refetch(),
    });
  };
  return { bulkChange, changeSelected };
}

export const countRows = (count: number, [singular, plural]: readonly [string, string]): string =>
  `${count} ${count === 1 ? singular : plural}`;
