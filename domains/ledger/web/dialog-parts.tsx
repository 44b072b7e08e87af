import { useQuery } from "@tanstack/react-query";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { LeaseAccount } from "../contract.ts";
import { sayBalance } from "../describe.ts";
import { openChargesQuery } from "./ledger-queries.ts";

export const money = (cents: number): string => formatCents(toCents(cents));

export const reasonMissing = "Please give the reason, in 3 characters or more";
export const amountMissing = "Please enter an amount, such as 1,250.00";

interface RefusedProps {
  error: unknown;
  /** The fields that show their own sentence. */
  fields: readonly string[];
}

/** What the server refused that belongs to no field of the form. */
export function Refused({ error, fields }: RefusedProps) {
  if (error === null) return null;
  const others = Object.entries(fieldErrorsOf(error)).filter(([name]) => !fields.includes(name));
  if (others.length === 0 && Object.keys(fieldErrorsOf(error)).length > 0) return null;
  return (
    <Banner kind="danger" title="This could not be saved.">
      {others[0]?.[1] ?? userMessageOf(error)}
    </Banner>
  );
}

interface BalanceAfterProps {
  account: LeaseAccount;
  /** What is added to the balance; null while it is not known. */
  changeCents: number | null;
}

/** The balance now, and what it would be. */
export function BalanceAfter({ account: { balanceCents }, changeCents }: BalanceAfterProps) {
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-control bg-sunken px-4 py-3">
      <div>
        <dt className="text-ink-soft text-sm">Balance now</dt>
        <dd className="mt-0.5 font-medium tabular-nums">{sayBalance(balanceCents)}</dd>
      </div>
      <div aria-live="polite">
        <dt className="text-ink-soft text-sm">Balance after</dt>
        <dd className="mt-0.5 font-medium tabular-nums">
          {changeCents === null ? "–" : sayBalance(balanceCents + changeCents)}
        </dd>
      </div>
    </dl>
  );
}

interface AmountProps {
  label?: string;
  value: number | null;
  onChange: (cents: number | null) => void;
  error: string | undefined;
  hint?: string | undefined;
}

export const AmountField = ({ label = "Amount", value, onChange, error, hint }: AmountProps) => (
  <Field label={label} error={error} hint={hint} isRequired>
    <MoneyInput value={value} onChange={onChange} data-autofocus />
  </Field>
);

interface DayProps {
  label?: string;
  value: string;
  /** Absent: any day. */
  max?: string;
  onChange: (day: string) => void;
  error: string | undefined;
  hint?: string;
}

export const DayField = ({ label = "Date", value, max, onChange, error, hint }: DayProps) => (
  <Field label={label} error={error} hint={hint} isRequired>
    <Input type="date" value={value} max={max} onChange={({ target }) => onChange(target.value)} />
  </Field>
);

interface ReasonProps {
  value: string;
  onChange: (reason: string) => void;
  error: string | undefined;
}

export const ReasonField = ({ value, onChange, error }: ReasonProps) => (
  <Field label="Reason" hint="Stands on the ledger; the tenant reads it too." error={error} isRequired>
    <Textarea rows={2} maxLength={500} value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);

interface ForChargeProps {
  leaseId: number;
  value: string;
  onChange: (chargeId: string) => void;
  error: string | undefined;
}

/** Which charge is settled first; without one the rule decides. */
export function ForCharge({ leaseId, value, onChange, error }: ForChargeProps) {
  const charges = useQuery(openChargesQuery(leaseId));
  return (
    <Field label="Use it for" error={error} hint="What is left of it settles what is due longest.">
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        placeholder="What is due longest, late fees last"
        options={(charges.data ?? []).map(({ id, description, dueOn, openCents }) => ({
          value: String(id),
          label: `${description}: ${money(openCents)}, due ${formatCalendarDay(dueOn)}`,
        }))}
      />
    </Field>
  );
}
