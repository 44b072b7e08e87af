import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Controller, useWatch } from "react-hook-form";
import { Ban, Landmark, Plus, Trash2 } from "#web/icons.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { FormGrid } from "#web/ui/forms/form-grid.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { maxBankDepositPayments } from "../../bank-deposits-contract.ts";
import { paymentMethodLabels, receivedMethods } from "../../methods.ts";
import { BankFileResults } from "../bank-files/bank-file-results.tsx";
import { showMatches } from "../bank-files/recorded-matches.ts";
import { SetAsideDialog } from "../bank-files/set-aside-dialog.tsx";
import { useBankFile } from "../bank-files/use-bank-file.ts";
import type { LeaseChoice } from "../make-payment/lease-to-pay.tsx";
import { accountQuery } from "../queries.ts";
import {
  type BankDepositForm,
  createEmptyLine,
  type LineField,
  lineFields,
  lineLabels,
  type PaymentLine,
} from "./payment-lines.ts";
import { TenantField } from "./tenant-field.tsx";
import { usePaste } from "./use-paste.ts";

const methodOptions = receivedMethods.map((value) => ({ value, label: paymentMethodLabels[value] }));

/** The payments: a table on desktop, and a card for each payment on phones. */
export function PaymentGrid({ form }: { form: BankDepositForm }) {
  const { control, getValues, setValue, setFocus, clearErrors } = form;
  const isPhone = useIsPhone();
  const count = useWatch({ control, name: "payments", compute: (lines) => lines.length });
  const addLine = () => {
    const lines = getValues("payments");
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && lines.length < maxBankDepositPayments)
      setValue("payments", [...lines, createEmptyLine(lastLine)]);
  };
  const focusLine = (index: number) => {
    if (index === getValues("payments").length) flushSync(addLine);
    setFocus(`payments.${Math.min(index, getValues("payments").length - 1)}.leaseId`);
  };
  const removeLine = (index: number) => {
    const lines = getValues("payments");
    // Errors are stored by line number, which changes.
    clearErrors("payments");
    setValue(
      "payments",
      lines.length === 1
        ? lines.map((line) => createEmptyLine(line))
        : lines.filter((_, other) => other !== index),
    );
  };
  const gridLines = {
    read: () => getValues("payments"),
    write: (lines: PaymentLine[]) => {
      clearErrors("payments");
      setValue("payments", lines);
    },
  };
  const paste = usePaste(gridLines);
  const bankFile = useBankFile(gridLines);
  const [setAsideIndex, setSetAsideIndex] = useState<number | null>(null);
  const lineToSetAside = setAsideIndex === null ? undefined : getValues(`payments.${setAsideIndex}`);
  const suggestAmount = useSuggestAmount(form);
  const selectTenant = (index: number, { id, company, place }: LeaseChoice) => {
    setValue(`payments.${index}.company`, company);
    setValue(`payments.${index}.place`, place);
    setValue(`payments.${index}.why`, "");
    setValue(`payments.${index}.leaseId`, id, { shouldValidate: form.formState.isSubmitted });
    if (index === count - 1) addLine();
    void suggestAmount(index, id);
    if (getValues(`payments.${index}.bankLine`) !== undefined) void showMatches(form);
  };
  const handleKeyDown = (index: number, event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    focusLine(index + 1);
  };
  const lines = Array.from({ length: count }, (_, index) => ({
    cells: lineFields.map((name) => (
      <Cell
        key={name}
        form={form}
        index={index}
        name={name}
        isInTable={!isPhone}
        onSelectTenant={selectTenant}
        onRemove={() => removeLine(index)}
        onKeyDown={(event) => handleKeyDown(index, event)}
      />
    )),
    removeButton: (
      <span className="flex">
        {getValues(`payments.${index}.bankLine`) !== undefined && (
          <IconButton label={`Set aside line ${index + 1}`} onClick={() => setSetAsideIndex(index)}>
            <Ban />
          </IconButton>
        )}
        <IconButton label={`Remove line ${index + 1}`} onClick={() => removeLine(index)}>
          <Trash2 />
        </IconButton>
      </span>
    ),
  }));
  return (
    <div className="space-y-3" onPaste={paste.handlePaste}>
      <FormGrid caption="Payments" columns={columns} rows={lines} rowNoun="Line" />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={count >= maxBankDepositPayments}
          onClick={() => focusLine(count)}
        >
          Add Line
        </Button>
        <FileButton
          label="Open Bank File"
          icon={<Landmark aria-hidden="true" />}
          accept=".csv,.ofx,.qfx,.xml,.bai,.bai2,.txt"
          isDisabled={bankFile.isReading}
          onFiles={([file]) => file !== undefined && bankFile.openFile(file)}
        />
      </div>
      <p role="status" className="text-ink-soft text-sm">
        {bankFile.notice ??
          paste.notice ??
          "You can paste rows from a spreadsheet, or open a file from your bank: CSV, OFX, QFX, CAMT.053, or BAI2."}
        {(paste.isMatching || bankFile.isReading) && " Finding tenants..."}
      </p>
      <BankFileResults bankFile={bankFile} />
      {setAsideIndex !== null && lineToSetAside?.bankLine !== undefined && (
        <SetAsideDialog
          bankLine={lineToSetAside.bankLine}
          description={lineToSetAside.text}
          onDone={() => removeLine(setAsideIndex)}
          onClose={() => setSetAsideIndex(null)}
        />
      )}
    </div>
  );
}

/** Fills in the amount due unless the user has typed one, and moves a future date to the property's today. */
function useSuggestAmount({ getValues, setValue }: BankDepositForm) {
  const queryClient = useQueryClient();
  return async (index: number, leaseId: number): Promise<void> => {
    const account = await queryClient.fetchQuery(accountQuery(leaseId)).catch(() => undefined);
    const line = getValues(`payments.${index}`) as PaymentLine | undefined;
    // The line was removed, or its tenant has changed.
    if (account === undefined || line?.leaseId !== leaseId) return;
    // The user's date can be a day ahead of the property's.
    if (line.onDay > account.today) setValue(`payments.${index}.onDay`, account.today);
    if (getValues("depositedOn") > account.today) setValue("depositedOn", account.today);
    if (line.amountCents !== line.proposedCents) return;
    const proposedCents = account.suggestedCents > 0 ? account.suggestedCents : null;
    flushSync(() => {
      setValue(`payments.${index}.proposedCents`, proposedCents);
      setValue(`payments.${index}.amountCents`, proposedCents);
    });
    selectIfFocused(`payments.${index}.amountCents`);
  };
}

/** Selects the text of the field if it has focus, so that what the user types next replaces it. */
function selectIfFocused(name: string): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.name === name) field.select();
}

const columnWidths = {
  leaseId: "min-w-44",
  amountCents: "w-40 min-w-38",
  reference: "w-40 min-w-24",
  onDay: "w-40 min-w-36",
  method: "w-40 min-w-26",
} as const satisfies Record<LineField, string>;

const columns = lineFields.map((name) => ({
  name,
  label: lineLabels[name],
  className: columnWidths[name],
}));

interface CellProps {
  form: BankDepositForm;
  index: number;
  name: LineField;
  isInTable: boolean;
  onSelectTenant: (index: number, lease: LeaseChoice) => void;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Cell({ form, index, name, isInTable, onSelectTenant, onRemove, onKeyDown }: CellProps) {
  const { control, register, formState } = form;
  const label = isInTable ? `${lineLabels[name]}, line ${index + 1}` : lineLabels[name];
  const error = formState.errors.payments?.[index]?.[name]?.message;
  if (name === "leaseId")
    return (
      <Controller
        control={control}
        name={`payments.${index}.leaseId`}
        render={({ field }) => (
          <TenantField
            form={form}
            index={index}
            label={label}
            isLabelHidden={isInTable}
            error={error}
            inputRef={field.ref}
            onRemove={onRemove}
            onKeyDown={onKeyDown}
            onSelect={(lease) => onSelectTenant(index, lease)}
          />
        )}
      />
    );
  return (
    <Field label={label} isLabelHidden={isInTable} error={error}>
      {name === "amountCents" ? (
        <Controller
          control={control}
          name={`payments.${index}.amountCents`}
          render={({ field }) => <MoneyInput {...field} onKeyDown={onKeyDown} />}
        />
      ) : name === "method" ? (
        <Select {...register(`payments.${index}.method`)} onKeyDown={onKeyDown} options={methodOptions} />
      ) : (
        <Input
          {...register(`payments.${index}.${name}`)}
          onKeyDown={onKeyDown}
          type={name === "onDay" ? "date" : "text"}
          autoComplete="off"
          maxLength={100}
        />
      )}
    </Field>
  );
}
