import { type ReactNode, useEffect, useRef } from "react";
import { Plus, X } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";

interface TermsRowsProps<Row> {
  title: string;
  hint: string;
  rows: readonly Row[];
  getKey: (row: Row) => number;
  /** The name of a row: `Charge`. */
  rowName: string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** Content next to the button that adds a row. */
  aside?: ReactNode;
  children: (row: Row, index: number) => ReactNode;
}

/** Rows of fields that can be added and removed. Focus moves to a new row, or back to the button. */
export function TermsRows<Row>(props: TermsRowsProps<Row>) {
  const { title, hint, rows, getKey, rowName, onAdd, onRemove, aside, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusTarget = useRef<"row" | "button" | null>(null);
  useEffect(() => {
    if (focusTarget.current === "row")
      list.current?.querySelector<HTMLElement>("fieldset:last-of-type :is(input, select)")?.focus();
    if (focusTarget.current === "button") addButton.current?.focus();
    focusTarget.current = null;
  }, [rows.length]);
  return (
    <section aria-label={title} className="border-line border-t pt-5">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-ink-soft text-sm">{hint}</p>
      <div ref={list} className="mt-3 space-y-3 empty:hidden">
        {rows.map((row, index) => (
          <fieldset
            key={getKey(row)}
            className="relative rounded-card border border-line p-3 sm:p-4 sm:pr-14"
          >
            <legend className="sr-only">{`${rowName} ${index + 1}`}</legend>
            <p aria-hidden="true" className="mb-3 font-medium sm:hidden">
              {`${rowName} ${index + 1}`}
            </p>
            <IconButton
              label={`Remove ${rowName.toLowerCase()} ${index + 1}`}
              className="absolute! top-1 right-1 sm:top-2 sm:right-2"
              onClick={() => {
                focusTarget.current = "button";
                onRemove(index);
              }}
            >
              <X />
            </IconButton>
            {children(row, index)}
          </fieldset>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-x-3 gap-y-3">
        <Button
          ref={addButton}
          size="sm"
          icon={<Plus aria-hidden="true" />}
          onClick={() => {
            focusTarget.current = "row";
            onAdd();
          }}
        >
          {`Add ${rowName.toLowerCase()}`}
        </Button>
        {aside}
      </div>
    </section>
  );
}
