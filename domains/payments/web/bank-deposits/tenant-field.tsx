import type { KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import { Field } from "#web/ui/forms/field.tsx";
import { RecordedMatchNotice } from "../bank-files/recorded-match-notice.tsx";
import { type LeaseChoice, LeaseCombobox } from "../make-payment/lease-to-pay.tsx";
import type { BankDepositForm } from "./payment-lines.ts";

interface TenantFieldProps {
  form: BankDepositForm;
  index: number;
  label: string;
  isLabelHidden: boolean;
  error: string | undefined;
  inputRef: (element: HTMLInputElement | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onSelect: (lease: LeaseChoice) => void;
  onRemove: () => void;
}

/** The tenant of a line, with the bank's or the spreadsheet's text below it. */
export function TenantField({
  form: { control, setValue, clearErrors },
  index,
  label,
  isLabelHidden,
  error,
  onRemove,
  ...combobox
}: TenantFieldProps) {
  const line = useWatch({ control, name: `payments.${index}` });
  const { leaseId, company, place, text, why, candidates, match } = line;
  const hint = [leaseId === null ? "" : place, why].filter(Boolean).join(" · ");
  const markDifferent = () => {
    clearErrors(`payments.${index}.leaseId`);
    setValue(`payments.${index}.isDifferentPayment`, true);
    setValue(`payments.${index}.match`, null);
  };
  return (
    <>
      <Field
        label={label}
        isLabelHidden={isLabelHidden}
        hint={hint === "" ? undefined : hint}
        error={match == null ? error : undefined}
      >
        <LeaseCombobox
          {...combobox}
          selected={leaseId === null ? undefined : { id: leaseId, company, place }}
          suggestions={candidates}
          placeholder="Company or unit"
        />
      </Field>
      {text !== "" && <p className="mt-0.5 text-ink-soft text-sm wrap-anywhere">{`“${text}”`}</p>}
      {match != null && (
        <RecordedMatchNotice line={line} match={match} onLinked={onRemove} onDifferent={markDifferent} />
      )}
    </>
  );
}
