import { type ComponentProps, useState } from "react";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import type { TermsSectionProps } from "./charge-rows.tsx";
import { findErrorAt } from "./terms-errors.ts";
import { TermsRows } from "./terms-rows.tsx";
import { getNextNumber, percentDecimals, type StepValues } from "./terms-values.ts";
import { parseScaledNumber } from "./typed-numbers.ts";
import { addOneYear, listYearlyDates, suggestYears } from "./yearly-steps.ts";

interface StepRowsProps extends TermsSectionProps {
  lastDay: string | null;
}

/** The rent steps, entered individually or as a yearly series. */
export function StepRows({ values, errors, lastDay, onChange }: StepRowsProps) {
  const { steps } = values;
  const updateStep = (index: number, change: Partial<StepValues>) =>
    onChange({
      steps: steps.map((step, stepIndex) => (stepIndex === index ? { ...step, ...change } : step)),
    });
  const rowKeys = steps.map(({ rowKey }) => rowKey);
  const emptyStep = { on: "", unit: "percent" as const, percent: "", monthlyCents: null };
  const lastStep = steps
    .map(({ on }) => on)
    .sort()
    .at(-1);
  const lastStepDay = lastStep || values.from;
  return (
    <TermsRows
      title="Rent steps"
      hint="Each step changes the rent by a percentage or monthly amount from its date. Use a minus sign for a decrease. A percentage changes the monthly rent, rounded to a cent, or the rate per square foot, rounded to four decimal places."
      rowName="Step"
      rows={steps}
      getKey={({ rowKey }) => rowKey}
      onAdd={() => onChange({ steps: [...steps, { rowKey: getNextNumber(rowKeys), ...emptyStep }] })}
      onRemove={(index) => onChange({ steps: steps.filter((_, stepIndex) => stepIndex !== index) })}
      aside={
        <YearlySteps
          key={lastStepDay}
          firstDay={lastStepDay === "" ? "" : addOneYear(lastStepDay)}
          lastDay={lastDay}
          onFill={(days, percent) =>
            onChange({
              steps: [
                ...steps,
                ...days.map((on, offset) => ({
                  ...emptyStep,
                  rowKey: getNextNumber(rowKeys) + offset,
                  on,
                  percent,
                })),
              ],
            })
          }
        />
      }
    >
      {(step, index) => (
        <div className="grid gap-x-4 gap-y-3 @md:grid-cols-[minmax(9rem,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
          <Field label="Date" error={findErrorAt(errors, `terms.escalations.${index}.on`)} isRequired>
            <Input
              type="date"
              value={step.on}
              onChange={({ target }) => updateStep(index, { on: target.value })}
            />
          </Field>
          <Field label="Change by">
            <Select
              value={step.unit}
              options={stepUnits}
              onChange={({ target }) => updateStep(index, { unit: target.value as typeof step.unit })}
            />
          </Field>
          <StepSizeField
            step={step}
            error={findSizeError(errors, index)}
            onChange={(change) => updateStep(index, change)}
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
const findSizeError = (errors: TermsSectionProps["errors"], index: number) =>
  ["", ".basisPoints", ".monthlyCents"]
    .map((suffix) => errors[`terms.escalations.${index}${suffix}`])
    .find((message) => message !== undefined);

interface SizeFieldProps {
  step: StepValues;
  error: string | undefined;
  onChange: (change: Partial<StepValues>) => void;
}

const StepSizeField = ({ step, error, onChange }: SizeFieldProps) =>
  step.unit === "percent" ? (
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
  firstDay: string;
  lastDay: string | null;
  onFill: (days: string[], percent: string) => void;
}

const maxYears = 30;
const parseCount = (text: string): number => parseScaledNumber(text, 0) ?? 0;

const yearlyStepsSchema = (lastDay: string | null) =>
  z.object({
    percent: z
      .string()
      .check(
        z.refine((text) => Boolean(parseScaledNumber(text, percentDecimals)), "Please enter a percentage"),
      ),
    from: z.string().check(
      z.minLength(1, "Please enter the first step date"),
      z.refine((day) => lastDay === null || day <= lastDay, "The lease ends before this date"),
    ),
    years: z
      .string()
      .check(
        z.refine(
          (text) => parseCount(text) >= 1 && parseCount(text) <= maxYears,
          `Please enter 1 to ${maxYears}`,
        ),
      ),
  });

/** Adds one step per year, up to the lease's end date. */
function YearlySteps({ firstDay, lastDay, onFill }: YearlyStepsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { register, handleSubmit, formState } = useContractForm(yearlyStepsSchema(lastDay), {
    percent: "",
    from: firstDay,
    years: String(suggestYears(firstDay, lastDay)),
  });
  const { errors } = formState;
  if (!isOpen)
    return (
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Every Year...
      </Button>
    );
  const fillSteps = handleSubmit(({ percent, from, years }) => {
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
        <Button onClick={fillSteps}>Fill In</Button>
      </div>
    </div>
  );
}
