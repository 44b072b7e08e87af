import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { TermsSectionProps } from "./charge-rows.tsx";
import { PercentInput } from "./step-rows.tsx";
import { findErrorAt } from "./terms-errors.ts";

/** The area, due date, and deposit. */
export function DueFields({ values, errors, askingFigures, onChange }: TermsSectionProps) {
  const { area, dueDay, depositCents } = values;
  return (
    <section aria-label="Area, due date, and deposit" className="border-line border-t pt-5">
      <h3 className="font-semibold">Area, due date, and deposit</h3>
      <div className="mt-3 grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <Field
          label="Area (sq ft)"
          hint={
            area !== "" && area === String(askingFigures?.areaSquareFeet)
              ? askingFigures?.note
              : "Required for per-square-foot charges."
          }
          error={errors["terms.areaSquareFeet"]}
          isOptional
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={11}
            value={area}
            onChange={({ target }) => onChange({ area: target.value })}
          />
        </Field>
        <Field
          label="Due date"
          hint="Day of the month. In shorter months, the last day."
          error={errors["terms.dueDay"]}
          isRequired
        >
          <Input
            inputMode="numeric"
            maxLength={2}
            value={dueDay}
            onChange={({ target }) => onChange({ dueDay: target.value })}
          />
        </Field>
        <Field
          label="Deposit"
          hint={
            depositCents !== 0 && depositCents === askingFigures?.depositCents
              ? askingFigures.note
              : "The agreed amount. Record it in the ledger when you receive it."
          }
          error={errors["terms.depositCents"]}
        >
          <MoneyInput value={depositCents} onChange={(cents) => onChange({ depositCents: cents })} />
        </Field>
      </div>
    </section>
  );
}

const lateFeeOptions = [
  { value: "none", label: "None" },
  { value: "amount", label: "Amount" },
  { value: "percent", label: "Percent of unpaid rent" },
];

interface LateFeeFieldsProps extends TermsSectionProps {
  /** An example of a late fee, as a sentence. */
  example: string | undefined;
}

/** The late fee on rent. */
export function LateFeeFields({ values, errors, example, onChange }: LateFeeFieldsProps) {
  const { lateFee, graceDays } = values;
  const updateLateFee = (change: Partial<typeof lateFee>) => onChange({ lateFee: { ...lateFee, ...change } });
  const error = findErrorAt(errors, "terms.lateFee.charge");
  return (
    <section aria-label="Late fee" className="border-line border-t pt-5">
      <h3 className="font-semibold">Late fee</h3>
      <p className="mt-0.5 text-ink-soft text-sm">
        Charged once per due date if rent is unpaid after the grace period.
      </p>
      <div className="mt-3 grid gap-x-4 gap-y-3 @md:grid-cols-2 @2xl:grid-cols-4">
        <Field label="Fee">
          <Select
            value={lateFee.kind}
            options={lateFeeOptions}
            onChange={({ target }) => updateLateFee({ kind: target.value as typeof lateFee.kind })}
          />
        </Field>
        {lateFee.kind === "amount" && (
          <Field label="Fee amount" error={error} isRequired>
            <MoneyInput value={lateFee.cents} onChange={(cents) => updateLateFee({ cents })} />
          </Field>
        )}
        {lateFee.kind === "percent" && (
          <Field label="Fee percent" error={error} isRequired>
            <PercentInput
              value={lateFee.percent}
              onChange={({ target }) => updateLateFee({ percent: target.value })}
            />
          </Field>
        )}
        {lateFee.kind !== "none" && (
          <>
            <Field label="Maximum" hint="In dollars." error={errors["terms.lateFee.capCents"]} isOptional>
              <Input
                inputMode="decimal"
                autoComplete="off"
                maxLength={18}
                className="tabular-nums"
                value={lateFee.cap}
                onChange={({ target }) => updateLateFee({ cap: target.value })}
              />
            </Field>
            <Field label="Grace period (days)" error={errors["terms.graceDays"]} isRequired>
              <Input
                inputMode="numeric"
                maxLength={2}
                value={graceDays}
                onChange={({ target }) => onChange({ graceDays: target.value })}
              />
            </Field>
          </>
        )}
      </div>
      {lateFee.kind !== "none" && example !== undefined && (
        <p role="status" className="mt-3 text-ink-soft">
          {example}
        </p>
      )}
    </section>
  );
}
