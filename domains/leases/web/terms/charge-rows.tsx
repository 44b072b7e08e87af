import { formatCents } from "#shared/format/money.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { chargeKindLabels, chargeKinds } from "../../terms.ts";
import type { AskingFigures } from "./asking-figures.ts";
import { findErrorAt, type TermsErrors } from "./terms-errors.ts";
import { TermsRows } from "./terms-rows.tsx";
import { getNextNumber, type LineValues, rateDecimals, type TermsValues } from "./terms-values.ts";
import { parseScaledNumber, toMonthlyAmount } from "./typed-numbers.ts";

export interface TermsSectionProps {
  values: TermsValues;
  errors: TermsErrors;
  /** The asking figures that prefill a lease's first terms. Null for other terms. */
  askingFigures: AskingFigures | null;
  onChange: (change: Partial<TermsValues>) => void;
}

const kindOptions = chargeKinds.map((value) => ({ value, label: chargeKindLabels[value] }));

interface ChargeRowsProps extends TermsSectionProps {
  /** The keys of charges in earlier terms. A key identifies one charge for the whole lease. */
  usedKeys: readonly number[];
}

/** The monthly charges. */
export function ChargeRows({ values, errors, askingFigures, usedKeys, onChange }: ChargeRowsProps) {
  const { lines } = values;
  const updateLine = (index: number, change: Partial<LineValues>) =>
    onChange({
      lines: lines.map((line, lineIndex) => (lineIndex === index ? { ...line, ...change } : line)),
    });
  const addLine = () =>
    onChange({
      lines: [
        ...lines,
        {
          key: getNextNumber([...usedKeys, ...lines.map(({ key }) => key)]),
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
      rowName="Charge"
      rows={lines}
      getKey={({ key }) => key}
      onAdd={addLine}
      onRemove={(index) => onChange({ lines: lines.filter((_, lineIndex) => lineIndex !== index) })}
    >
      {(line, index) => (
        <ChargeFields
          line={line}
          area={values.area}
          askingFigures={index === 0 ? askingFigures : null}
          getError={(field) => findErrorAt(errors, `terms.lines.${index}.${field}`)}
          onChange={(change) => updateLine(index, change)}
        />
      )}
    </TermsRows>
  );
}

interface ChargeFieldsProps {
  line: LineValues;
  area: string;
  askingFigures: AskingFigures | null;
  getError: (field: string) => string | undefined;
  onChange: (change: Partial<LineValues>) => void;
}

function ChargeFields({ line, area, askingFigures, getError, onChange }: ChargeFieldsProps) {
  const { kind, label, pricedBy, monthlyCents, rate, from, to } = line;
  // A label that the user hasn't edited changes with the type.
  const isNamedByKind = label === "" || label === getDefaultLabel(kind);
  return (
    <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2 @2xl:grid-cols-3">
      <Field label="Type" error={getError("kind")}>
        <Select
          value={kind}
          options={kindOptions}
          onChange={({ target }) => {
            const selectedKind = target.value as typeof kind;
            onChange({
              kind: selectedKind,
              ...(isNamedByKind ? { label: getDefaultLabel(selectedKind) } : {}),
            });
          }}
        />
      </Field>
      <Field label="Name" error={getError("label")} isRequired>
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
          options={pricingOptions}
          onChange={({ target }) => onChange({ pricedBy: target.value as typeof pricedBy })}
        />
      </Field>
      {pricedBy === "month" ? (
        <Field
          label="Monthly amount"
          hint={askingFigures?.rentCents === monthlyCents ? askingFigures?.note : undefined}
          error={getError("price")}
          isRequired
        >
          <MoneyInput value={monthlyCents} onChange={(cents) => onChange({ monthlyCents: cents })} />
        </Field>
      ) : (
        <Field label="Rate" hint={describeRate(rate, area)} error={getError("price")} isRequired>
          <Input
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={rate}
            onChange={({ target }) => onChange({ rate: target.value })}
          />
        </Field>
      )}
      <Field label="From" error={getError("from")} isRequired>
        <Input type="date" value={from} onChange={({ target }) => onChange({ from: target.value })} />
      </Field>
      <Field label="To" error={getError("to")} isOptional>
        <Input type="date" value={to} onChange={({ target }) => onChange({ to: target.value })} />
      </Field>
    </div>
  );
}

const pricingOptions = [
  { value: "month", label: "Per month" },
  { value: "area", label: "Per sq ft per year" },
];

const getDefaultLabel = (kind: LineValues["kind"]): string =>
  kind === "rent" ? "Base rent" : chargeKindLabels[kind];

/** Describes the monthly amount at a rate, or the unit while the rate or the area isn't a valid number. */
function describeRate(rate: string, area: string): string {
  const rateHundredths = parseScaledNumber(rate, rateDecimals);
  const squareFeet = parseScaledNumber(area.replaceAll(",", ""), 0);
  if (squareFeet === undefined || squareFeet <= 0)
    return "Dollars per square foot per year. Enter the area below.";
  if (rateHundredths === undefined || rateHundredths <= 0) return "Dollars per square foot per year.";
  return `${formatCents(toMonthlyAmount(rateHundredths, squareFeet))} per month for ${squareFeet.toLocaleString("en-US")} sq ft.`;
}
