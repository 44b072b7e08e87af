import { useMutation } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { call } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { localToday } from "#web/local-today.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type BankDeposit, depositPayments } from "../../bank-deposits-contract.ts";
import type { Payment } from "../../contract.ts";
import { paymentKeys } from "../query-keys.ts";

const depositForm = z.omit(depositPayments.body, { paymentIds: true });

interface DepositDialogProps {
  payments: readonly Payment[];
  onClose: () => void;
  onDeposited: (bankDeposit: BankDeposit) => void;
}

/** Puts recorded checks and cash in a new bank deposit. */
export function DepositDialog({ payments, onClose, onDeposited }: DepositDialogProps) {
  const form = useContractForm(depositForm, {
    depositedOn: localToday() as string,
    slipCents: null as number | null,
    note: "",
  });
  const { control, register, formState } = form;
  const total = formatCents(toCents(payments.reduce((sum, { amountCents }) => sum + amountCents, 0)));
  const count = countRows(payments.length, ["payment", "payments"]);
  const save = useMutation({
    mutationFn: (slip: z.output<typeof depositForm>) =>
      call(depositPayments, { body: { ...slip, paymentIds: payments.map(({ id }) => id) } }),
    onSuccess: (bankDeposit) => {
      toast({ title: "Bank Deposit Recorded", description: `${count}, ${total} in total.` });
      onDeposited(bankDeposit);
    },
    onSettled: useRefetch(ledgerKeys.amounts, paymentKeys.bankDeposits),
  });
  return (
    <FormDialog
      title="New Bank Deposit"
      description={`${count}, ${total} in total. The payments stay as they were recorded.`}
      submitLabel={`Deposit ${total}`}
      busyLabel="Depositing..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((slip) => save.mutate(slip, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
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
      <Field
        label="Note"
        hint="Such as the number of the deposit slip."
        error={formState.errors.note?.message}
        isOptional
      >
        <Input {...register("note")} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
