import { type ComponentProps, useState } from "react";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { TermsPartProps } from "./charge-rows.tsx";
import { errorAt } from "./terms-errors.ts";
import { TermsRows } from "./terms-rows.tsx";
import { nextNumber, percentPlaces, type StepValues } from "./terms-values.ts";
import { parseParts } from "./typed-numbers.ts";
import { addOneYear, listYearlyDates } from "./yearly-steps.ts";

interface StepRowsProps extends TermsPartProps {
  lastDay: string | null;
}

/** The rent steps, entered individually or as a yearly series. */
export function StepRows({ values, errors, lastDay, onChange }: StepRowsProps) {
  const { steps } = values;
  const set = (index: number, change: Partial<StepValues>) =>
    onChange({ steps: steps.map((step, at) => (at === index ? { ...step, ...change } : step)) });
  const rows = steps.map(({ row }) => row);
  const empty = { on: "", by: "percent" as const, percent: "", monthlyCents: null };
  const lastStep = steps
    .map(({ on }) => on)
    .sort()
    .at(-1);
  const nextDay = lastStep || values.from;
  return (
    <TermsRows
      title="Rent steps"
      hint="Each step changes the rent by a percentage or monthly amount from its date. Use a minus sign for a decrease. A percentage changes the monthly rent, rounded to a cent, or the rate per square foot, rounded to four decimal places."
      what="Step"
      rows={steps}
      keyOf={({ row }) => row}
      onAdd={() => onChange({ steps: [...steps, { row: nextNumber(rows), ...empty }] })}
      onRemove={(index) => onChange({ steps: steps.filter((_, at) => at !== index) })}
      aside={
        <YearlySteps
          key={nextDay}
          first={nextDay === "" ? "" : addOneYear(nextDay)}
          lastDay={lastDay}
          onFill={(days, percent) =>
            onChange({
              steps: [
                ...steps,
                ...days.map((on, at) => ({ ...empty, row: nextNumber(rows) + at, on, percent })),
              ],
            })
          }
        />
      }
    >
      {(step, index) => (
        <div className="grid gap-x-4 gap-y-3 @md:grid-cols-[minmax(9rem,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Field label="Date" error={errorAt(errors, `terms.escalations.${index}.on`)} isRequired>
            <Input type="date" value={step.on} onChange={({ target }) => set(index, { on: target.value })} />
          </Field>
          <Field label="Change by">
            <Select
              value={step.by}
              options={stepUnits}
              onChange={({ target }) => set(index, { by: target.value as typeof step.by })}
            />
          </Field>
          <SizeField
            step={step}
            error={amountError(errors, index)}
            onChange={(change) => set(index, change)}
          />
        </div>
      )}
    </TermsRows>
  );
}

const stepUnits = [
  { value: "percent", label: "Percent" },
  { value: "amount", label: "Monthly amount" },
];

/** The first error of a step, apart from errors on its date. */
const amountError = (errors: TermsPartProps["errors"], index: number) =>
  ["", ".basisPoints", ".monthlyCents"]
    .map((part) => errors[`terms.escalations.${index}${part}`])
    .find((message) => message !== undefined);

interface SizeFieldProps {
  step: StepValues;
  error: string | undefined;
  onChange: (change: Partial<StepValues>) => void;
}

const SizeField = ({ step, error, onChange }: SizeFieldProps) =>
  step.by === "percent" ? (
    <Field label="Percent" error={error} isRequired>
      <PercentInput value={step.percent} onChange={({ target }) => onChange({ percent: target.value })} />
    </Field>
  ) : (
    <Field label="Amount" error={error} isRequired>
      <MoneyInput value={step.monthlyCents} onChange={(monthlyCents) => onChange({ monthlyCents })} />
    </Field>
  );

export const PercentInput = (props: ComponentProps<"input">) => (
  <Input inputMode="decimal" autoComplete="off" maxLength={7} className="tabular-nums" {...props} />
);

interface YearlyStepsProps {
  first: string;
  lastDay: string | null;
  onFill: (days: string[], percent: string) => void;
}

const yearsMax = 30;
const parseCount = (typed: string): number => parseParts(typed, 0) ?? 0;

const yearlyStepsSchema = (lastDay: string | null) =>
  z.object({
    percent: z
      .string()
      .check(z.refine((typed) => Boolean(parseParts(typed, percentPlaces)), "Please enter a percentage")),
    from: z.string().check(
      z.minLength(1, "Please enter the first step date"),
      z.refine((day) => lastDay === null || day <= lastDay, "The lease ends before this date"),
    ),
    years: z
      .string()
      .check(
        z.refine(
          (typed) => parseCount(typed) >= 1 && parseCount(typed) <= yearsMax,
          `Please enter 1 to ${yearsMax}`,
        ),
      ),
  });

/** Adds one step per year, up to the lease's end date. */
function YearlySteps({ first, lastDay, onFill }: YearlyStepsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { register, handleSubmit, formState } = useContractForm(yearlyStepsSchema(lastDay), {
    percent: "",
    from: first,
    years: "5",
  });
  const { errors } = formState;
  if (!isOpen)
    return (
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Every Year...
      </Button>
    );
  const fill = handleSubmit(({ percent, from, years }) => {
    onFill(listYearlyDates(from, parseCount(years), lastDay), percent);
    setIsOpen(false);
  });
  return (
    <div
      role="group"
      aria-label="Add yearly steps"
      className="grid w-full grid-cols-1 items-start gap-3 rounded-card bg-sunken p-3 @2xl:grid-cols-[1fr_1fr_1fr_auto] @md:grid-cols-2 sm:p-4"
    >
      <Field label="Percent per year" error={errors.percent?.message}>
        <PercentInput {...register("percent")} />
      </Field>
      <Field label="First step on" error={errors.from?.message}>
        <Input type="date" {...register("from")} />
      </Field>
      <Field label="Number of years" error={errors.years?.message}>
        <Input {...register("years")} inputMode="numeric" maxLength={2} />
      </Field>
      <div className="flex gap-2 sm:mt-[1.65rem]">
        <Button onClick={() => setIsOpen(false)}>Cancel</Button>
        <Button onClick={fill}>Fill In</Button>
      </div>
    </div>
  );
}
