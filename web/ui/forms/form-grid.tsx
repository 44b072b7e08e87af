import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";
import { SideScroll } from "#web/ui/tables/side-scroll.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";

interface FormGridProps {
  /** Read by screen readers. */
  caption: string;
  columns: readonly { name: string; label: string; className?: string }[];
  rows: readonly FormGridRow[];
  /** The noun for a row on phones, such as `Row`. Its number follows. */
  rowNoun: string;
}

export interface FormGridRow {
  /**
   * A field for each column. Its own label is visible only on phones. Elsewhere the column header shows it.
   */
  cells: readonly ReactNode[];
  removeButton: ReactNode;
}

/** Fields in rows, like a spreadsheet: a table on desktop, and a card for each row on phones. */
export function FormGrid({ caption, columns, rows, rowNoun }: FormGridProps) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <ol className="space-y-3">
        {rows.map(({ cells: [first, ...others], removeButton }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its number
          <li key={row} className="rounded-card border border-line bg-surface p-3">
            <div className="flex items-center justify-between">
              <h2 className="text-base">{`${rowNoun} ${row + 1}`}</h2>
              {removeButton}
            </div>
            {first}
            <div className="mt-3 grid grid-cols-2 gap-3">{others}</div>
          </li>
        ))}
      </ol>
    );
  return (
    <SideScroll className="-mx-1" scrollClassName="overflow-x-auto px-1 pb-1">
      <table className="w-full text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label, className }) => (
              <th
                key={name}
                scope="col"
                className={classes("px-1 pb-1.5 font-medium text-ink-soft text-xs first:pl-0", className)}
              >
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, removeButton }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its number
            <tr key={row}>
              {columns.map(({ name }, column) => (
                <td key={name} className="px-1 py-1 align-top first:pl-0">
                  {cells[column]}
                </td>
              ))}
              <td className="w-10 py-1 align-top">{removeButton}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}
