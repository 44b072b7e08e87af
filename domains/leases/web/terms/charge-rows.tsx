import { formatCents } from "#shared/format/money.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { chargeKindLabels, chargeKinds } from "../../terms.ts";
import type { AskingFigures } from "./asking-figures.ts";
import { errorAt, type TermsErrors } from "./terms-errors.ts";
import { TermsRows } from "./terms-rows.tsx";
import { type LineValues, nextNumber, ratePlaces, type TermsValues } from "./terms-values.ts";
import { parseParts, toMonthlyAmount } from "./typed-numbers.ts";

export interface TermsPartProps {
  values: TermsValues;
  errors: TermsErrors;
  /** The asking figures that prefill a lease's first terms. Null for other terms. */
  asking: AskingFigures | null;
  onChange: (change: Partial<TermsValues>) => void;
}

const kinds = chargeKinds.map((value) => ({ value, label: chargeKindLabels[value] }));

interface ChargeRowsProps extends TermsPartProps {
  /** The keys of charges in earlier terms. A key identifies one charge for the whole lease. */
  takenKeys: readonly number[];
}

/** The monthly charges. */
export function ChargeRows({ values, errors, asking, takenKeys, onChange }: ChargeRowsProps) {
  const { lines } = values;
  const set = (index: number, change: Partial<LineValues>) =>
    onChange({ lines: lines.map((line, at) => (at === index ? { ...line, ...change } : line)) });
  const add = () =>
    onChange({
      lines: [
        ...lines,
        {
          key: nextNumber([...takenKeys, ...lines.map(({ key }) => key)]),
          kind: lines.length === 0 ? "rent" : "common-area",
          label: lines.length === 0 ? "Base rent" : "CAM",
          pricedBy: "month",
          monthlyCents: null,
          rate: "",
          from: values.from,
          to: "",
        },
      ],
    });
  return (
    <TermsRows
      title="Charges"
      hint="Recurring monthly charges: rent, estimated CAM, parking, and so on."
      what="Charge"
      rows={lines}
      keyOf={({ key }) => key}
      onAdd={add}
      onRemove={(index) => onChange({ lines: lines.filter((_, at) => at !== index) })}
    >
      {(line, index) => (
        <ChargeFields
          line={line}
          area={values.area}
          asking={index === 0 ? asking : null}
          errorOf={(field) => errorAt(errors, `terms.lines.${index}.${field}`)}
          onChange={(change) => set(index, change)}
        />
      )}
    </TermsRows>
  );
}

interface ChargeFieldsProps {
  line: LineValues;
  area: string;
  asking: AskingFigures | null;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Partial<LineValues>) => void;
}

function ChargeFields({ line, area, asking, errorOf, onChange }: ChargeFieldsProps) {
  const { kind, label, pricedBy, monthlyCents, rate, from, to } = line;
  // A label that wasn't typed changes with the type.
  const isNamedByKind = label === "" || label === defaultLabel(kind);
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2 @2xl:grid-cols-3">
      <Field label="Type" error={errorOf("kind")}>
        <Select
          value={kind}
          options={kinds}
          onChange={({ target }) => {
            const selected = target.value as typeof kind;
            onChange({ kind: selected, ...(isNamedByKind ? { label: defaultLabel(selected) } : {}) });
          }}
        />
      </Field>
      <Field label="Name" error={errorOf("label")} isRequired>
        <Input
          value={label}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => onChange({ label: target.value })}
        />
      </Field>
      <Field label="Priced by">
        <Select
          value={pricedBy}
          options={pricings}
          onChange={({ target }) => onChange({ pricedBy: target.value as typeof pricedBy })}
        />
      </Field>
      {pricedBy === "month" ? (
        <Field
          label="Monthly amount"
          hint={asking?.rentCents === monthlyCents ? asking?.note : undefined}
          error={errorOf("price")}
          isRequired
        >
          <MoneyInput value={monthlyCents} onChange={(cents) => onChange({ monthlyCents: cents })} />
        </Field>
      ) : (
        <Field label="Rate" hint={describeRate(rate, area)} error={errorOf("price")} isRequired>
          <Input
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={rate}
            onChange={({ target }) => onChange({ rate: target.value })}
          />
        </Field>
      )}
      <Field label="From" error={errorOf("from")} isRequired>
        <Input type="date" value={from} onChange={({ target }) => onChange({ from: target.value })} />
      </Field>
      <Field label="To" error={errorOf("to")} isOptional>
        <Input type="date" value={to} onChange={({ target }) => onChange({ to: target.value })} />
      </Field>
    </div>
  );
}

const pricings = [
  { value: "month", label: "Per month" },
  { value: "area", label: "Per sq ft per year" },
];

const defaultLabel = (kind: LineValues["kind"]): string =>
  kind === "rent" ? "Base rent" : chargeKindLabels[kind];

/** Describes the monthly amount at a rate, or the unit while the rate or the area isn't a valid number. */
function describeRate(rate: string, area: string): string {
  const parts = parseParts(rate, ratePlaces);
  const feet = parseParts(area.replaceAll(",", ""), 0);
  if (feet === undefined || feet <= 0) return "Dollars per square foot per year. Enter the area below.";
  if (parts === undefined || parts <= 0) return "Dollars per square foot per year.";
  return `${formatCents(toMonthlyAmount(parts, feet))} per month for ${feet.toLocaleString("en-US")} sq ft.`;
}
