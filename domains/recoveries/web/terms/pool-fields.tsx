import * as z from "zod/mini";
import { PercentInput } from "#domains/leases/web/terms/step-rows.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import type { PoolChoice } from "../../contract.ts";
import { describePoolRecovery } from "../../describe-recovery.ts";
import { poolRecovery } from "../../recovery-terms.ts";
import { type PoolValues, toPoolInput } from "./recovery-values.ts";

export interface PoolFieldsProps {
  pool: PoolChoice;
  values: PoolValues;
  /** Returns the error of a field of the rule, such as `cap`, or of a field inside it. */
  getError: (field: string) => string | undefined;
  onChange: (change: Partial<PoolValues>) => void;
}

/** The rule for one pool, described in words while the user fills it in. */
export function PoolFields({ pool, values, getError, onChange }: PoolFieldsProps) {
  const { share } = values;
  const rule = share === "undecided" ? undefined : z.safeParse(poolRecovery, toPoolInput(values)).data;
  return (
    <fieldset className="rounded-card border border-line p-3 sm:p-4">
      <legend className="px-1 font-semibold">{pool.name}</legend>
      <div className="space-y-4">
        <Field label="What the tenant pays" error={getError("poolId")}>
          <Select
            value={share}
            options={shareOptions}
            onChange={({ target }) => onChange({ share: target.value as PoolValues["share"] })}
          />
        </Field>
        {share === "area" && <AreaFields {...{ pool, values, getError, onChange }} />}
        {share === "percentage" && (
          <Field label="Percentage" error={getError("share")} isRequired>
            <PercentInput
              value={values.percent}
              onChange={({ target }) => onChange({ percent: target.value })}
            />
          </Field>
        )}
        {share === "rate" && (
          <Field label="Rate" hint="Dollars per square foot per year." error={getError("share")} isRequired>
            <NumberInput value={values.rate} onType={(rate) => onChange({ rate })} />
          </Field>
        )}
        {share !== "undecided" && (
          <>
            {(share === "area" || share === "percentage") && (
              <>
                <LimitFields {...{ pool, values, getError, onChange }} />
                <CategoryFields {...{ pool, values, getError, onChange }} />
              </>
            )}
            {share !== "none" && (
              <Field
                label="Recovery starts"
                hint="Leave empty to start with the lease."
                error={getError("startsOn")}
                isOptional
              >
                <Input
                  type="date"
                  value={values.startsOn}
                  onChange={({ target }) => onChange({ startsOn: target.value })}
                />
              </Field>
            )}
            <Field
              label="Clause"
              hint="The lease's wording, or the page of the lease document. Shown next to the amounts."
              error={getError("clause")}
              isOptional
            >
              <Textarea
                rows={2}
                maxLength={4_000}
                value={values.clause}
                onChange={({ target }) => onChange({ clause: target.value })}
              />
            </Field>
            <Checkbox
              label="This tenant is an anchor"
              hint="Its area and payments can be deducted from other tenants' shares."
              checked={values.isAnchor}
              onChange={({ target }) => onChange({ isAnchor: target.checked })}
            />
          </>
        )}
        <div aria-live="polite" className="border-line border-t pt-3 text-ink-soft text-sm">
          {rule === undefined ? (
            <p>{share === "undecided" ? "No rule yet." : "Complete the fields to see the rule in words."}</p>
          ) : (
            describePoolRecovery(rule, pool).map((sentence) => <p key={sentence}>{sentence}</p>)
          )}
        </div>
      </div>
    </fieldset>
  );
}

const shareOptions = [
  { value: "undecided", label: "Not decided yet" },
  { value: "none", label: "Nothing (gross)" },
  { value: "area", label: "A share by area" },
  { value: "percentage", label: "A fixed percentage" },
  { value: "rate", label: "A fixed rate per square foot" },
];

const grid = "grid gap-x-4 gap-y-3 @md:grid-cols-2 @2xl:grid-cols-3";

function AreaFields({ values, getError, onChange }: PoolFieldsProps) {
  return (
    <div className={grid}>
      <Field label="Divided by">
        <Select
          value={values.denominator}
          options={denominatorOptions}
          onChange={({ target }) => onChange({ denominator: target.value as PoolValues["denominator"] })}
        />
      </Field>
      {values.denominator === "occupied" && (
        <Field
          label="At least"
          hint="Percent of the leasable area."
          error={getError("share.denominator")}
          isOptional
        >
          <PercentInput
            value={values.floorPercent}
            onChange={({ target }) => onChange({ floorPercent: target.value })}
          />
        </Field>
      )}
      {values.denominator === "fixed" && (
        <Field label="Area" hint="Square feet." error={getError("share.denominator")} isRequired>
          <NumberInput value={values.fixedArea} onType={(fixedArea) => onChange({ fixedArea })} />
        </Field>
      )}
      <Field
        label="Minimum area"
        hint="Square feet to divide by."
        error={getError("share.floorSquareFeet")}
        isOptional
      >
        <NumberInput value={values.floorArea} onType={(floorArea) => onChange({ floorArea })} />
      </Field>
      <Field label="Anchors">
        <Select
          value={values.anchors}
          options={anchorOptions}
          onChange={({ target }) => onChange({ anchors: target.value as PoolValues["anchors"] })}
        />
      </Field>
    </div>
  );
}

const denominatorOptions = [
  { value: "leasable", label: "Leasable area" },
  { value: "occupied", label: "Occupied area" },
  { value: "fixed", label: "A fixed area" },
];
const anchorOptions = [
  { value: "deducted", label: "Exclude area and payments" },
  { value: "left-out", label: "Exclude area only" },
  { value: "shared", label: "Count like other tenants" },
];

/** The base, the gross-up, and the cap. */
function LimitFields({ values, getError, onChange }: PoolFieldsProps) {
  const errorOf = (...fields: string[]) => fields.map(getError).find((error) => error !== undefined);
  return (
    <Disclosure
      title="Base, gross-up, and cap"
      isInitiallyOpen={values.base !== "none" || values.grossUp !== "" || values.cap !== "none"}
      mustBeOpen={errorOf("base", "grossUpBasisPoints", "cap") !== undefined}
    >
      <div className={grid}>
        <Field label="The landlord bears">
          <Select
            value={values.base}
            options={baseOptions}
            onChange={({ target }) => onChange({ base: target.value as PoolValues["base"] })}
          />
        </Field>
        {values.base === "year" && (
          <Field label="Base year" error={getError("base")} isRequired>
            <NumberInput value={values.baseYear} onType={(baseYear) => onChange({ baseYear })} />
          </Field>
        )}
        {values.base === "amount" && (
          <Field label="Base amount" hint="For the whole pool, per year." error={getError("base")} isRequired>
            <MoneyInput value={values.baseCents} onChange={(baseCents) => onChange({ baseCents })} />
          </Field>
        )}
        {values.base === "stop" && (
          <Field label="Stop" hint="Dollars per square foot per year." error={getError("base")} isRequired>
            <NumberInput value={values.stopRate} onType={(stopRate) => onChange({ stopRate })} />
          </Field>
        )}
        <Field
          label="Gross up to"
          hint="Percent occupancy."
          error={getError("grossUpBasisPoints")}
          isOptional
        >
          <PercentInput
            value={values.grossUp}
            onChange={({ target }) => onChange({ grossUp: target.value })}
          />
        </Field>
        <Field label="Cap on controllable costs" error={values.cap === "none" ? getError("cap") : undefined}>
          <Select
            value={values.cap}
            options={capOptions}
            onChange={({ target }) => onChange({ cap: target.value as PoolValues["cap"] })}
          />
        </Field>
        {values.cap !== "none" && (
          <>
            <Field label="Cap" hint="Percent per year." error={errorOf("cap.basisPoints", "cap")} isRequired>
              <PercentInput
                value={values.capPercent}
                onChange={({ target }) => onChange({ capPercent: target.value })}
              />
            </Field>
            <Field label="Cap's base year" error={getError("cap.baseYear")} isRequired>
              <NumberInput value={values.capBaseYear} onType={(capBaseYear) => onChange({ capBaseYear })} />
            </Field>
            <Field
              label="Controllable costs in that year"
              hint="For the whole pool."
              error={getError("cap.baseCents")}
              isRequired
            >
              <MoneyInput
                value={values.capBaseCents}
                onChange={(capBaseCents) => onChange({ capBaseCents })}
              />
            </Field>
          </>
        )}
      </div>
    </Disclosure>
  );
}

const baseOptions = [
  { value: "none", label: "Nothing (triple net)" },
  { value: "year", label: "The cost in a base year" },
  { value: "amount", label: "An amount per year" },
  { value: "stop", label: "An amount per square foot" },
];
const capOptions = [
  { value: "none", label: "No cap" },
  { value: "non-cumulative", label: "Over last year's billed amount" },
  { value: "cumulative-simple", label: "From a base, simple" },
  { value: "cumulative-compounded", label: "From a base, compounded" },
];

/** The administrative fee and the excluded categories. */
function CategoryFields({ pool, values, getError, onChange }: PoolFieldsProps) {
  const { feePercent, feeCategoryIds, excludedCategoryIds } = values;
  const shared = pool.categories.filter(({ id }) => !excludedCategoryIds.includes(id));
  return (
    <Disclosure
      title="Administrative fee and excluded categories"
      isInitiallyOpen={feePercent !== "" || excludedCategoryIds.length > 0}
      mustBeOpen={getError("fee") !== undefined || getError("excludedCategoryIds") !== undefined}
    >
      <div className="space-y-4">
        <div className={grid}>
          <Field label="Administrative fee" hint="Percent." error={getError("fee")} isOptional>
            <PercentInput
              value={feePercent}
              onChange={({ target }) => onChange({ feePercent: target.value })}
            />
          </Field>
          {feePercent !== "" && values.cap !== "none" && (
            <Checkbox
              className="@md:mt-7"
              label="The cap includes the fee"
              checked={values.isFeeInsideCap}
              onChange={({ target }) => onChange({ isFeeInsideCap: target.checked })}
            />
          )}
        </div>
        {feePercent !== "" && (
          <Categories
            legend="Fee on (all, if none is selected)"
            categories={shared}
            selected={feeCategoryIds}
            onSelect={(ids) => onChange({ feeCategoryIds: ids })}
          />
        )}
        <Categories
          legend="Excluded categories"
          categories={pool.categories}
          selected={excludedCategoryIds}
          error={getError("excludedCategoryIds")}
          onSelect={(ids) =>
            onChange({
              excludedCategoryIds: ids,
              feeCategoryIds: feeCategoryIds.filter((id) => !ids.includes(id)),
            })
          }
        />
      </div>
    </Disclosure>
  );
}

interface CategoriesProps {
  legend: string;
  categories: readonly { id: number; name: string }[];
  selected: readonly number[];
  error?: string | undefined;
  onSelect: (ids: number[]) => void;
}

const Categories = ({ legend, categories, selected, error, onSelect }: CategoriesProps) => (
  <fieldset>
    <legend className="font-medium">{legend}</legend>
    <div className="grid gap-x-4 @md:grid-cols-2 @2xl:grid-cols-3">
      {categories.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={selected.includes(id)}
          onChange={({ target }) =>
            onSelect(target.checked ? [...selected, id] : selected.filter((other) => other !== id))
          }
        />
      ))}
    </div>
    {error !== undefined && (
      <p role="alert" className="text-red-text text-sm">
        {error}
      </p>
    )}
  </fieldset>
);

const NumberInput = ({ value, onType }: { value: string; onType: (text: string) => void }) => (
  <Input
    inputMode="decimal"
    autoComplete="off"
    maxLength={12}
    value={value}
    onChange={({ target }) => onType(target.value)}
  />
);
