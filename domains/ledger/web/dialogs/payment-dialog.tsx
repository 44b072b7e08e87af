import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Controller, type FieldError, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { readLease } from "#domains/leases/contract.ts";
import { receivedMethods } from "#domains/payments/methods.ts";
import { receivePayment } from "#domains/payments/staff-contract.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { useContractForm } from "#web/contract-form.ts";
import { prefill, useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { localToday } from "#web/local-today.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { accountQuery } from "../queries.ts";
import { AmountField, BalanceChange, ChargeSelect, MethodFields } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";

const receivedPayment = z.extend(receivePayment.body, { leaseId: z.int("Please select a lease") });

interface PaymentDialogProps {
  /** If null, the form asks for the lease. */
  leaseId: number | null;
  /** Shown above the other fields if the user can choose the lease. */
  renderLeaseField?: (field: {
    leaseId: number | null;
    onChange: (leaseId: number) => void;
    error: FieldError | undefined;
  }) => ReactNode;
  onClose: () => void;
}

/** Records a payment received outside the portal. */
export function PaymentDialog({ leaseId: initialLeaseId, renderLeaseField, onClose }: PaymentDialogProps) {
  const form = useContractForm(receivedPayment, {
    leaseId: initialLeaseId,
    amountCents: null as number | null,
    onDay: localToday() as string,
    method: "check",
    reference: "",
    note: "",
    chargeIds: [] as number[],
  });
  const { register, control, formState, setValue } = form;
  const { errors } = formState;
  const [leaseId, amountCents] = useWatch({ control, name: ["leaseId", "amountCents"] });
  const draft = useDraft(form, `payment:${initialLeaseId ?? "new"}`);
  const isLeaseSelected = leaseId !== null;
  const account = useQuery({ ...accountQuery(leaseId ?? 0), enabled: isLeaseSelected });
  const lease = useQuery({
    ...endpointQuery(readLease, { params: { id: leaseId ?? 0 } }),
    enabled: isLeaseSelected,
  });
  useEffect(() => {
    const { formState: state, getValues } = form;
    if (account.data !== undefined && getValues("onDay") === state.defaultValues?.onDay)
      prefill(form, "onDay", account.data.today);
  }, [form, account.data]);
  const save = useLedgerChange(receivePayment, leaseId ?? 0, {
    title: "Payment Recorded",
    onDone: draft.clearThen(onClose),
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Record Payment"
      lease={
        lease.data && {
          company: lease.data.company.name,
          property: lease.data.property.name,
          units: listUnitNumbers(lease.data.units),
        }
      }
      verb="Record"
      preposition="for"
      amountCents={amountCents}
      description="Money received outside the portal."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit(({ leaseId: _, ...body }) =>
        save.mutate(body, { onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={save.error ?? account.error} form={form} />
      {renderLeaseField !== undefined && (
        <Controller
          control={control}
          name="leaseId"
          render={({ field, fieldState }) => (
            <>
              {renderLeaseField({
                leaseId: field.value,
                error: fieldState.error,
                onChange: (id) => {
                  field.onChange(id);
                  setValue("chargeIds", []);
                },
              })}
            </>
          )}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField control={control} name="amountCents" />
        <Field label="Date received" error={errors.onDay?.message} isRequired>
          <Input type="date" {...register("onDay")} max={account.data?.today} />
        </Field>
        <MethodFields
          methods={receivedMethods}
          method={register("method")}
          reference={register("reference")}
          referenceError={errors.reference}
        />
      </div>
      <Controller
        control={control}
        name="chargeIds"
        render={({ field, fieldState }) => (
          <ChargeSelect
            leaseId={leaseId}
            chargeId={field.value[0]}
            onChange={(chargeId) => field.onChange(chargeId === undefined ? [] : [chargeId])}
            error={fieldState.error}
          />
        )}
      />
      <Field label="Note" hint="Visible to the tenant." error={errors.note?.message} isOptional>
        <Input {...register("note")} maxLength={500} />
      </Field>
      <BalanceChange account={account.data} changeCents={amountCents === null ? null : -amountCents} />
    </MoneyDialog>
  );
}
