import { useQuery } from "@tanstack/react-query";
import {
  type Control,
  type FieldError,
  type FieldPathByValue,
  type FieldValues,
  type UseFormRegisterReturn,
  useController,
} from "react-hook-form";
import { paymentMethodLabels } from "#domains/payments/methods.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { LeaseAccount } from "../../contract.ts";
import { formatBalance } from "../../describe.ts";
import { openChargesQuery } from "../queries.ts";

export const formatMoney = (cents: number): string => formatCents(toCents(cents));

interface BalanceChangeProps {
  /** Undefined until a lease is selected and its account is loaded. */
  account: LeaseAccount | undefined;
  /** The change in the balance. Null while it's unknown. */
  changeCents: number | null;
}

/** The balance before and after the change. */
export const BalanceChange = ({ account, changeCents }: BalanceChangeProps) => (
  <Change
    name="balance"
    currentText={account && formatBalance(account.balanceCents)}
    newText={
      account === undefined || changeCents === null
        ? undefined
        : formatBalance(account.balanceCents + changeCents)
    }
  />
);

interface DepositChangeProps {
  heldCents: number;
  /** The change in the deposit held. Null while it's unknown. */
  changeCents: number | null;
}

/** The deposit held before and after the change. It can't go below zero. */
export const DepositChange = ({ heldCents, changeCents }: DepositChangeProps) => (
  <Change
    name="deposit held"
    currentText={formatMoney(heldCents)}
    newText={
      changeCents === null || heldCents + changeCents < 0 ? undefined : formatMoney(heldCents + changeCents)
    }
  />
);

interface ChangeProps {
  name: string;
  /** Undefined while it's unknown. */
  currentText: string | undefined;
  newText: string | undefined;
}

const Change = ({ name, currentText = "–", newText = "–" }: ChangeProps) => (
  <dl className="grid grid-cols-2 gap-4 rounded-control bg-sunken px-4 py-3">
    <div>
      <dt className="text-ink-soft text-sm">{`Current ${name}`}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{currentText}</dd>
    </div>
    <div aria-live="polite">
      <dt className="text-ink-soft text-sm">{`New ${name}`}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{newText}</dd>
    </div>
  </dl>
);

interface AmountFieldProps<Values extends FieldValues, SubmittedValues> {
  control: Control<Values, unknown, SubmittedValues>;
  /** The name of a field that holds whole cents or null. */
  name: FieldPathByValue<Values, number | null>;
  hint?: string;
}

export function AmountField<Values extends FieldValues, SubmittedValues>({
  control,
  name,
  hint,
}: AmountFieldProps<Values, SubmittedValues>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label="Amount" error={fieldState.error?.message} hint={hint} isRequired>
      <MoneyInput {...field} data-autofocus />
    </Field>
  );
}

interface MethodFieldsProps {
  methods: readonly (keyof typeof paymentMethodLabels)[];
  method: UseFormRegisterReturn;
  reference: UseFormRegisterReturn;
  referenceError: FieldError | undefined;
}

/** How money was paid outside the portal, and a reference such as a check number. */
export const MethodFields = ({ methods, method, reference, referenceError }: MethodFieldsProps) => (
  <>
    <Field label="Method">
      <Select {...method} options={methods.map((value) => ({ value, label: paymentMethodLabels[value] }))} />
    </Field>
    <Field label="Reference" hint="For example, a check number." error={referenceError?.message} isOptional>
      <Input {...reference} maxLength={100} />
    </Field>
  </>
);

interface ReasonFieldProps {
  registration: UseFormRegisterReturn;
  error: FieldError | undefined;
}

export const ReasonField = ({ registration, error }: ReasonFieldProps) => (
  <Field label="Reason" hint="Visible to the tenant." error={error?.message} isRequired>
    <Textarea {...registration} rows={2} maxLength={500} />
  </Field>
);

interface ChargeSelectProps {
  /** Null until a lease is selected. */
  leaseId: number | null;
  chargeId: number | undefined;
  onChange: (chargeId: number | undefined) => void;
  error: FieldError | undefined;
}

/** Selects the charge to pay first. Without a selection, the server applies its default order. */
export function ChargeSelect({ leaseId, chargeId, onChange, error }: ChargeSelectProps) {
  const charges = useQuery({ ...openChargesQuery(leaseId ?? 0), enabled: leaseId !== null });
  return (
    <Field
      label="Apply to"
      error={error?.message}
      hint="Any remainder is applied to what is due, then to later charges."
    >
      <Select
        value={chargeId ?? ""}
        onChange={({ target: { value: selectedId } }) =>
          onChange(selectedId === "" ? undefined : Number(selectedId))
        }
        placeholder="Oldest due charges first, late fees last"
        options={(charges.data ?? []).map(({ id, description, dueOn, openCents }) => ({
          value: String(id),
          label: `${description}: ${formatMoney(openCents)}, due ${formatCalendarDay(dueOn)}`,
        }))}
      />
    </Field>
  );
}
