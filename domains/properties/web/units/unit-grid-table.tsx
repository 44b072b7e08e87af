import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { Plus, Trash2 } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormGrid } from "#web/ui/forms/form-grid.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { maxUnitsPerRequest } from "../../unit-fields.ts";
import { unitTypeLabels } from "../../unit-types.ts";
import {
  createEmptyRow,
  type GridPosition,
  type GridRow,
  gridColumns,
  pasteCells,
  type unitGrid,
} from "./unit-grid.ts";

type GridForm = UseFormReturn<{ units: GridRow[] }, unknown, z.output<typeof unitGrid>>;

const typeOptions = Object.entries(unitTypeLabels).map(([value, label]) => ({ value, label }));

const columns = gridColumns.map((column) =>
  column.name === "type" ? { ...column, className: "min-w-36" } : column,
);

/** The rows of the grid: a table on desktop, and a group of fields for each row on phones. */
export function UnitGridTable({ form }: { form: GridForm }) {
  const { control, getValues, setFocus, clearErrors } = form;
  const isPhone = useIsPhone();
  const count = useWatch({ control, name: "units", compute: (rows) => rows.length });
  const [omittedRowCount, setOmittedRowCount] = useState(0);

  const setRows = (rows: GridRow[]) => {
    // Errors are stored by row number, which can change.
    clearErrors("units");
    form.setValue("units", rows);
  };
  const addRow = () => {
    const rows = getValues("units");
    flushSync(() => form.setValue("units", [...rows, createEmptyRow(rows.at(-1))]));
    setFocus(`units.${rows.length}.unitNumber`);
  };
  const removeRow = (row: number) => {
    const rows = getValues("units");
    setRows(rows.length === 1 ? [createEmptyRow()] : rows.filter((_, index) => index !== row));
  };
  const handlePaste = (position: GridPosition, event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    // A single value is pasted as usual.
    if (!/[\t\r\n]/.test(text.trim())) return;
    event.preventDefault();
    const pasted = pasteCells(getValues("units"), position, text);
    setRows(pasted.rows);
    setOmittedRowCount(pasted.omittedRowCount);
  };
  const moveFocus = ({ row, field }: GridPosition, event: KeyboardEvent) => {
    const rowOffset = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In a type field, the arrow keys select another type.
    if (rowOffset === undefined || field === "type") return;
    event.preventDefault();
    if (event.key === "Enter" && row === count - 1 && count < maxUnitsPerRequest) addRow();
    else setFocus(`units.${row + rowOffset}.${field}`);
  };
  const rows = Array.from({ length: count }, (_, row) => ({
    cells: gridColumns.map(({ name, label }) => {
      const position = { row, field: name };
      return (
        <Cell
          key={name}
          form={form}
          position={position}
          label={label}
          isInTable={!isPhone}
          onPaste={(event) => handlePaste(position, event)}
          onKeyDown={(event) => moveFocus(position, event)}
        />
      );
    }),
    removeButton: (
      <IconButton label={`Remove row ${row + 1}`} onClick={() => removeRow(row)}>
        <Trash2 />
      </IconButton>
    ),
  }));
  return (
    <div className="space-y-3">
      <FormGrid caption="New units" columns={columns} rows={rows} rowNoun="Row" />
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<Plus aria-hidden="true" />} disabled={count >= maxUnitsPerRequest} onClick={addRow}>
          Add Row
        </Button>
        <p role="status" className="text-red-text text-sm">
          {omittedRowCount > 0 && describeOmittedRows(omittedRowCount)}
        </p>
      </div>
    </div>
  );
}

const describeOmittedRows = (count: number): string =>
  count === 1
    ? `The last row wasn't added. You can add up to ${maxUnitsPerRequest} units at a time.`
    : `The last ${count} rows weren't added. You can add up to ${maxUnitsPerRequest} units at a time.`;

interface CellProps {
  form: GridForm;
  position: GridPosition;
  label: string;
  isInTable: boolean;
  onPaste: (event: ClipboardEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Cell({ form, position: { row, field }, label, isInTable, ...events }: CellProps) {
  const error = form.formState.errors.units?.[row]?.[field]?.message;
  const isNumber = field === "rentableSqft" || field === "rent";
  return (
    <Field label={isInTable ? `${label}, row ${row + 1}` : label} isLabelHidden={isInTable} error={error}>
      {field === "type" ? (
        <TypeSelect form={form} row={row} {...events} />
      ) : (
        <Input
          {...form.register(`units.${row}.${field}`)}
          {...events}
          autoComplete="off"
          maxLength={40}
          inputMode={isNumber ? "decimal" : undefined}
          className={isNumber ? "text-right tabular-nums" : undefined}
        />
      )}
    </Field>
  );
}

/** A pasted type that doesn't exist is shown with its error until another one is selected. */
function TypeSelect({
  form: { register, control },
  row,
  ...events
}: Pick<CellProps, "form" | "onPaste" | "onKeyDown"> & { row: number }) {
  const name = `units.${row}.type` as const;
  const value = useWatch({ control, name });
  const isKnownType = value === "" || value in unitTypeLabels;
  return (
    <Select
      {...register(name)}
      {...events}
      value={value}
      placeholder="Type"
      options={isKnownType ? typeOptions : [{ value, label: value }, ...typeOptions]}
    />
  );
}
