import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { Controller, useWatch } from "react-hook-form";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Plus, Trash2 } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormGrid } from "#web/ui/forms/form-grid.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { maxBillLines } from "../../contract.ts";
import { categoriesQuery } from "../queries.ts";
import { type BillForm, emptyLine, sumLines } from "./bill-values.ts";

const columns = [
  { name: "categoryId", label: "Category", className: "min-w-44" },
  { name: "amountCents", label: "Amount", className: "w-36" },
  { name: "memo", label: "Memo", className: "min-w-40" },
] as const;

/** The lines of a bill with their total: a table on desktop, and a card for each line on phones. */
export function BillLines({ form }: { form: BillForm }) {
  const { control, getValues, setValue, setFocus, clearErrors } = form;
  const isPhone = useIsPhone();
  const count = useWatch({ control, name: "lines", compute: (lines) => lines.length });
  const totalCents = useWatch({ control, name: "lines", compute: sumLines });
  const addLine = () => {
    const lines = getValues("lines");
    flushSync(() => setValue("lines", [...lines, emptyLine]));
    setFocus(`lines.${lines.length}.categoryId`);
  };
  const removeLine = (index: number) => {
    const lines = getValues("lines");
    // Errors are stored by line number, which changes.
    clearErrors("lines");
    setValue("lines", lines.length === 1 ? [emptyLine] : lines.filter((_, other) => other !== index));
  };
  const goToNextLine = (index: number, event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (index < count - 1) setFocus(`lines.${index + 1}.categoryId`);
    else if (count < maxBillLines) addLine();
  };
  const rows = Array.from({ length: count }, (_, index) => ({
    cells: columns.map(({ name, label }) => (
      <Cell
        key={name}
        form={form}
        index={index}
        name={name}
        label={isPhone ? label : `${label}, line ${index + 1}`}
        isLabelHidden={!isPhone}
        onKeyDown={(event) => goToNextLine(index, event)}
      />
    )),
    removeButton: (
      <IconButton label={`Remove line ${index + 1}`} onClick={() => removeLine(index)}>
        <Trash2 />
      </IconButton>
    ),
  }));
  const error = form.formState.errors.lines?.message;
  return (
    <div className="space-y-2">
      <FormGrid caption="Lines" columns={columns} rows={rows} rowNoun="Line" />
      {error !== undefined && (
        <p role="alert" className="text-red-text text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button icon={<Plus aria-hidden="true" />} disabled={count >= maxBillLines} onClick={addLine}>
          Add Line
        </Button>
        <p role="status" className="tabular-nums">
          {"Total "}
          <span className="font-semibold">{formatCents(toCents(totalCents))}</span>
        </p>
      </div>
    </div>
  );
}

interface CellProps {
  form: BillForm;
  index: number;
  name: (typeof columns)[number]["name"];
  label: string;
  isLabelHidden: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Cell({ form, index, name, label, isLabelHidden, onKeyDown }: CellProps) {
  const { control, register, formState } = form;
  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      error={formState.errors.lines?.[index]?.[name]?.message}
    >
      {name === "categoryId" ? (
        <CategorySelect form={form} index={index} />
      ) : name === "amountCents" ? (
        <Controller
          control={control}
          name={`lines.${index}.amountCents`}
          render={({ field }) => <MoneyInput {...field} onKeyDown={onKeyDown} />}
        />
      ) : (
        <Input
          {...register(`lines.${index}.memo`)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          maxLength={500}
        />
      )}
    </Field>
  );
}

/** The categories, without archived ones unless the line has one. */
function CategorySelect({ form: { register, control }, index }: { form: BillForm; index: number }) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const selectedId = useWatch({ control, name: `lines.${index}.categoryId` });
  return (
    <Select
      {...register(`lines.${index}.categoryId`, { setValueAs: (value: string) => Number(value) || null })}
      value={selectedId ?? ""}
      placeholder="Select a category"
      options={categories
        .filter(({ id, isArchived }) => !isArchived || id === selectedId)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  );
}
