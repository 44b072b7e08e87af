import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Check } from "#web/icons.ts";
import { localToday } from "#web/local-today.ts";
import { Button } from "#web/ui/button.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { newBankDeposit, type RecordedBankDeposit } from "../../bank-deposits-contract.ts";
import { paymentsPath } from "../../paths.ts";
import { showMatches } from "../bank-files/recorded-matches.ts";
import { useRecordBankDeposit } from "./mutations.ts";
import { PaymentGrid } from "./payment-grid.tsx";
import {
  type BankDepositValues,
  createEmptyLine,
  isEmptyLine,
  type PaymentSum,
  sumLines,
} from "./payment-lines.ts";
import { RecordedPayments } from "./recorded-payments.tsx";

/** Records the checks and other payments of a bank deposit together. */
export default function RecordPaymentsPage() {
  const [recorded, setRecorded] = useState<RecordedBankDeposit | null>(null);
  return (
    <>
      <PageHeader back={{ href: paymentsPath, label: "Payments" }} title="Record Several Payments" />
      {recorded === null ? (
        <BankDepositForm onRecorded={setRecorded} />
      ) : (
        <RecordedPayments recorded={recorded} onRecordMore={() => setRecorded(null)} />
      )}
    </>
  );
}

const createValues = (): BankDepositValues => ({
  depositedOn: localToday(),
  slipCents: null,
  note: "",
  payments: [createEmptyLine({ onDay: localToday(), method: "check" })],
});

function BankDepositForm({ onRecorded }: { onRecorded: (recorded: RecordedBankDeposit) => void }) {
  const form = useContractForm(newBankDeposit, createValues());
  const { control, register, formState } = form;
  const slipCents = useWatch({ control, name: "slipCents" });
  const sum = useWatch({ control, name: "payments", compute: sumLines });
  const draft = useDraft(form, "bank-deposit");
  const record = useRecordBankDeposit((recorded) => {
    draft.clear();
    onRecorded(recorded);
  });
  const showErrors = (error: unknown) => {
    showFieldErrors(form)(error);
    void showMatches(form);
  };
  const submit = () => {
    // Skips the lines that were never filled in. If no line was, the first one shows its errors.
    const lines = form.getValues("payments");
    const filledLines = lines.filter((line) => !isEmptyLine(line));
    form.setValue("payments", filledLines.length === 0 ? lines.slice(0, 1) : filledLines);
    void form.handleSubmit((body) => record.mutate(body, { onError: showErrors }))();
  };
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DraftNotice draft={draft} />
      <FormError error={record.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-[12rem_12rem_1fr]">
        <Field label="Date of the bank deposit" error={formState.errors.depositedOn?.message} isRequired>
          <Input type="date" {...register("depositedOn")} />
        </Field>
        <Controller
          control={control}
          name="slipCents"
          render={({ field, fieldState }) => (
            <Field label="Deposit slip" error={fieldState.error?.message} isOptional>
              <MoneyInput {...field} />
            </Field>
          )}
        />
        <Field label="Note" error={formState.errors.note?.message} isOptional>
          <Input {...register("note")} maxLength={500} />
        </Field>
      </div>
      <PaymentGrid form={form} />
      <div className="bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-canvas py-3 max-sm:*:[button]:flex-1 sm:sticky [@media(height<500px)]:static">
        <Total sum={sum} slipCents={slipCents} />
        <Button type="submit" variant="primary" size="lg" isBusy={record.isPending} busyLabel="Recording...">
          {getSubmitLabel(sum)}
        </Button>
      </div>
    </form>
  );
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));

function getSubmitLabel({ count, cents }: PaymentSum): string {
  if (count === 0) return "Record Payments";
  return `Record ${count === 1 ? "1 Payment" : `${count} Payments`}, ${formatMoney(cents)}`;
}

/** The sum of the payments, compared with the deposit slip. */
function Total({ sum: { cents }, slipCents }: { sum: PaymentSum; slipCents: number | null }) {
  const remainingCents = (slipCents ?? 0) - cents;
  return (
    <p role="status" className="tabular-nums">
      <span className="font-semibold">{formatMoney(cents)}</span>
      {slipCents !== null && (
        <>
          {` of ${formatMoney(slipCents)}`}
          {remainingCents === 0 ? (
            <span className="text-green-text">
              <Check aria-hidden="true" className="mx-1 inline size-4" />
              adds up
            </span>
          ) : remainingCents > 0 ? (
            `, ${formatMoney(remainingCents)} left`
          ) : (
            <span className="text-red-text">{`, ${formatMoney(-remainingCents)} over`}</span>
          )}
        </>
      )}
    </p>
  );
}
