import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import type { TermsPartProps } from "./charge-rows.tsx";
import { PercentInput } from "./step-rows.tsx";
import { errorAt } from "./terms-errors.ts";
import { TermsRows } from "./terms-rows.tsx";
import { type FreeValues, nextNumber } from "./terms-values.ts";

/** The periods of free or reduced rent. */
export function FreeRentRows({ values, errors, onChange }: TermsPartProps) {
  const { freeRent } = values;
  const set = (index: number, change: Partial<FreeValues>) =>
    onChange({ freeRent: freeRent.map((free, at) => (at === index ? { ...free, ...change } : free)) });
  const add = () =>
    onChange({
      freeRent: [
        ...freeRent,
        { row: nextNumber(freeRent.map(({ row }) => row)), from: values.from, to: "", percent: "100" },
      ],
    });
  return (
    <TermsRows
      title="Free rent"
      hint="Periods with no rent or reduced rent. Other charges still apply."
      what="Free-rent period"
      rows={freeRent}
      keyOf={({ row }) => row}
      onAdd={add}
      onRemove={(index) => onChange({ freeRent: freeRent.filter((_, at) => at !== index) })}
    >
      {({ from, to, percent }, index) => {
        const errorOf = (field: string) => errorAt(errors, `terms.freeRent.${index}.${field}`);
        return (
          <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
            <Field label="From" error={errorOf("from")} isRequired>
              <Input type="date" value={from} onChange={({ target }) => set(index, { from: target.value })} />
            </Field>
            <Field label="To" error={errorOf("to")} isRequired>
              <Input type="date" value={to} onChange={({ target }) => set(index, { to: target.value })} />
            </Field>
            <Field label="Percent abated" error={errorOf("basisPoints")} isRequired>
              <PercentInput
                value={percent}
                onChange={({ target }) => set(index, { percent: target.value })}
              />
            </Field>
          </div>
        );
      }}
    </TermsRows>
  );
}
