import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { addDays, type Day, isDay } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { toUserMessage } from "#web/api-client.ts";
import { useDraftValues } from "#web/draft.ts";
import { getCurrentRecord, getFieldErrors } from "#web/error-message.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import type { Difference } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import type { Lease } from "../../contract.ts";
import { diffTerms } from "../../format-terms.ts";
import { withRentInForce } from "../../rent-in-force.ts";
import { leaseTerms, type Terms } from "../../terms.ts";
import { amendmentInput, type TermsDetails, termsDetails, termsInput } from "../../terms-fields.ts";
import { findTermsErrors } from "../../validate-terms.ts";
import { joinSentences } from "../format.ts";
import { type TermsBody, useWriteTerms } from "../mutations.ts";
import { type AppliedTerms, getAppliedTerms } from "../schedule/schedule-notes.ts";
import { describeLateFee } from "../schedule/schedule-table.tsx";
import { countTermMonths } from "../schedule/term-months.ts";
import { SchedulePreview } from "../schedule/typed-schedule.tsx";
import { useSchedulePreview } from "../schedule/use-schedule.ts";
import {
  describeRenewal,
  findEarlySteps,
  followEffectiveDate,
  getAmendmentValues,
  getRenewedTermsValues,
  renewalReason,
  suggestRenewal,
} from "./amendment-values.ts";
import type { AskingFigures } from "./asking-figures.ts";
import { ChargeRows, type TermsSectionProps } from "./charge-rows.tsx";
import { DueFields, LateFeeFields } from "./due-fields.tsx";
import { PercentInput, StepRows } from "./step-rows.tsx";
import { findErrorAt, findFormError, type TermsErrors, toTermsErrors } from "./terms-errors.ts";
import type { TermsForm } from "./terms-forms.ts";
import { TermsRows } from "./terms-rows.tsx";
import {
  type FreeRentValues,
  getInitialTermsValues,
  getNextNumber,
  type TermsValues,
  toTermsInput,
  toTermsValues,
} from "./terms-values.ts";
import { findCurrentTerms, findTermsOn } from "./terms-versions.ts";

interface WriteTermsProps {
  lease: Lease;
  terms: TermsDetails;
  /** The asking figures that prefill the first terms. */
  askingFigures: AskingFigures | null;
  /** `terms` are the terms of a draft or the first terms of a lease. */
  form: TermsForm;
  onClose: () => void;
}

/** The form for the terms of a lease, with the schedule for the full term next to it. */
export function WriteTermsDialog({
  lease: savedLease,
  terms,
  askingFigures,
  form,
  onClose,
}: WriteTermsProps) {
  const isAmendment = form !== "terms";
  const isRenewal = form === "renewal";
  const [base, setBase] = useState(terms);
  const {
    values,
    setValues,
    restart: restartDraft,
    draft,
  } = useDraftValues(
    () => getInitialValues(savedLease, terms, askingFigures, form),
    `${form}:${savedLease.id}`,
    base.version,
  );
  const renewedTo = isRenewal && isDay(values.renewedTo) ? values.renewedTo : undefined;
  const lease = renewedTo === undefined ? savedLease : { ...savedLease, to: renewedTo };
  const [errors, setErrors] = useState<TermsErrors>({});
  const writeTerms = useWriteTerms(lease, draft.clearThen(onClose));
  const currentTerms = getCurrentRecord(termsDetails, writeTerms.error);
  const fieldsRef = useFocusOnError(errors);
  const typedInput = { from: values.from, terms: toTermsInput(values) };
  const plannedInput = z.safeParse(termsInput, typedInput).data ?? null;
  const previousVersion = isAmendment ? findTermsOn(base.versions, values.from) : undefined;
  const previousTerms = previousVersion && withRentInForce(previousVersion.terms, values.from);
  const termsErrors =
    plannedInput === null
      ? {}
      : {
          ...(isAmendment && findEarlySteps(plannedInput.terms, values.from)),
          ...findTermsErrors(plannedInput.terms, lease, previousTerms),
        };
  const isUnchanged =
    plannedInput !== null && previousTerms !== undefined && isSameTerms(previousTerms, plannedInput.terms);
  const schedule = useSchedulePreview(
    lease.id,
    plannedInput === null || Object.keys(termsErrors).length > 0
      ? null
      : {
          ...(isUnchanged ? { startOn: values.from } : plannedInput),
          ...(renewedTo !== undefined && { endOn: renewedTo }),
          months: countTermMonths({ from: values.from, to: lease.to }, plannedInput.terms),
        },
  );
  const changeValues = (changedValues: Partial<TermsValues>) =>
    setValues((previousValues) => {
      const newValues = { ...previousValues, ...changedValues };
      return isAmendment
        ? followEffectiveDate(newValues, (from) => fillInTerms(savedLease, base, form, from))
        : newValues;
    });
  const saveTerms = ({ version }: TermsDetails) => {
    const input = { ...typedInput, reason: values.reason, ...(isRenewal && { to: values.renewedTo }) };
    const allErrors = {
      ...termsErrors,
      ...toTermsErrors(z.safeParse(isAmendment ? amendmentInput : termsInput, input)),
    };
    setErrors(allErrors);
    if (Object.keys(allErrors).length > 0 || plannedInput === null) return;
    const body: TermsBody = isAmendment
      ? {
          kind: form,
          value: {
            from: values.from,
            terms: plannedInput.terms,
            reason: values.reason,
            ...(isRenewal && { to: values.renewedTo }),
          },
        }
      : { kind: "terms", value: plannedInput };
    writeTerms.mutate({ version, body }, { onError: (error) => setErrors(getFieldErrors(error)) });
  };
  const isShownElsewhere = currentTerms !== undefined || Object.keys(errors).length > 0;
  const errorMessage =
    findFormError(errors) ??
    (writeTerms.error === null || isShownElsewhere ? undefined : toUserMessage(writeTerms.error));
  const sectionProps = { values, errors, askingFigures, onChange: changeValues };
  return (
    <EditDialog
      size="sheet"
      isInUrl
      draft={draft}
      {...headings[form]}
      base={base}
      setBase={setBase}
      edit={writeTerms}
      isDisabled={lease.state !== "draft" && schedule.isMissing}
      current={currentTerms}
      compare={(savedTerms) =>
        compareVersions(savedTerms, plannedInput?.terms, isAmendment ? values.from : undefined)
      }
      onSave={saveTerms}
      onKeepSaved={(savedTerms) => {
        restartDraft(getInitialValues(savedLease, savedTerms, askingFigures, form));
        setErrors({});
      }}
      onClose={onClose}
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div ref={fieldsRef} className="@container space-y-5">
          {errorMessage !== undefined && (
            <Banner kind="danger" title="Your changes couldn't be saved">
              {errorMessage}
            </Banner>
          )}
          <FromFields {...sectionProps} lease={savedLease} terms={base} form={form} />
          <ChargeRows
            {...sectionProps}
            usedKeys={base.versions.flatMap((version) => version.terms.lines.map(({ key }) => key))}
          />
          <StepRows {...sectionProps} lastDay={lease.to} />
          <FreeRentRows {...sectionProps} />
          <DueFields {...sectionProps} />
          <LateFeeFields {...sectionProps} example={schedule.data && describeLateFee(schedule.data)} />
        </div>
        <SchedulePreview
          query={schedule}
          isComplete={plannedInput !== null}
          lastDay={lease.to}
          termsError={Object.values(termsErrors)[0]}
          chargeTrigger={lease.state === "draft" ? "activation" : "save"}
          appliedTerms={
            isUnchanged
              ? getAppliedTerms(base)
              : withPlannedTerms(base, lease, isAmendment ? undefined : 1, plannedInput)
          }
        />
      </div>
    </EditDialog>
  );
}

const headings = {
  terms: {
    title: "Terms",
    description: "Charges, due date, late fees, and deposit for this lease.",
    submitLabel: "Save Terms",
  },
  amendment: {
    title: "Amend Lease",
    description: "Set the terms from a new effective date. Existing charges don't change.",
    submitLabel: "Amend",
  },
  renewal: {
    title: "Renew Lease",
    description: "Set a new end date and the terms from the day after the current one.",
    submitLabel: "Renew",
  },
} as const satisfies Record<TermsForm, object>;

interface FromFieldsProps {
  values: TermsValues;
  errors: TermsErrors;
  onChange: (change: Partial<TermsValues>) => void;
  lease: Lease;
  terms: TermsDetails;
  form: TermsForm;
}

function FromFields({ values, errors, onChange, lease, terms, form }: FromFieldsProps) {
  const { amendableFrom, chargedThrough } = terms;
  const isAmendment = form !== "terms";
  const hint =
    form === "renewal" && lease.to !== null
      ? `The lease ends ${formatCalendarDay(lease.to)}.`
      : isAmendment
        ? joinSentences(
            chargedThrough === null ? "" : `Already charged through ${formatCalendarDay(chargedThrough)}.`,
            amendableFrom === null
              ? ""
              : `The earliest effective date is ${formatCalendarDay(amendableFrom)}.`,
          )
        : `The lease starts ${formatCalendarDay(lease.from)}. Choose a later date if earlier rent was charged elsewhere.`;
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Field
        label={isAmendment ? "Effective date" : "Charge from"}
        hint={hint}
        error={errors.from}
        isRequired
      >
        <Input type="date" value={values.from} onChange={({ target }) => onChange({ from: target.value })} />
      </Field>
      {form === "renewal" && (
        <Field label="New end date" error={errors.to} isRequired>
          <Input
            type="date"
            value={values.renewedTo}
            onChange={({ target }) =>
              onChange({
                renewedTo: target.value,
                // The user's own reason stays.
                ...(renewalReason.test(values.reason) &&
                  isDay(target.value) && { reason: describeRenewal(target.value) }),
              })
            }
          />
        </Field>
      )}
      {isAmendment && (
        <Field
          label="Reason"
          hint="Saved with the amendment and visible to the tenant."
          error={errors.reason}
          isRequired
        >
          <Textarea
            rows={2}
            maxLength={1_000}
            value={values.reason}
            onChange={({ target }) => onChange({ reason: target.value })}
          />
        </Field>
      )}
    </div>
  );
}

/**
 * Returns the values the form starts with. For an amendment, these are the terms that apply on its effective
 * date. For first terms, they come from the units' asking figures.
 */
function getInitialValues(
  lease: Lease,
  terms: TermsDetails,
  askingFigures: AskingFigures | null,
  form: TermsForm,
): TermsValues {
  if (form === "renewal" && lease.to !== null)
    return { ...getRenewedTermsValues(terms.versions, lease.to), ...suggestRenewal(lease.from, lease.to) };
  if (form === "terms") {
    const [firstVersion] = terms.versions;
    return firstVersion === undefined
      ? getInitialTermsValues(lease.from, askingFigures)
      : toTermsValues(firstVersion.terms, firstVersion.from);
  }
  return getAmendmentValues(terms.versions, terms.amendableFrom ?? lease.today);
}

/** Returns the values that an amendment or a renewal starts with on `from`. */
const fillInTerms = (lease: Lease, { versions }: TermsDetails, form: TermsForm, from: Day): TermsValues =>
  form === "renewal" && lease.to !== null
    ? getRenewedTermsValues(versions, lease.to, from)
    : getAmendmentValues(versions, from);

/** Returns all versions with their periods, including the terms being typed. */
function withPlannedTerms(
  { versions }: TermsDetails,
  lease: Lease,
  number: number | undefined,
  plannedInput: { from?: string; terms: Terms } | null,
): AppliedTerms[] {
  const from = plannedInput?.from ?? lease.from;
  const earlierTerms =
    number === undefined
      ? versions.flatMap(({ number: versionNumber, period, terms }): AppliedTerms[] =>
          period === null || period.from >= from
            ? []
            : [{ number: versionNumber, terms, from: period.from, to: getPeriodEnd(from, period.to) }],
        )
      : [];
  if (plannedInput === null) return earlierTerms;
  const plannedTerms = {
    number: number ?? versions.length + 1,
    from,
    to: lease.to,
    terms: plannedInput.terms,
  };
  return [...earlierTerms, plannedTerms];
}

const getPeriodEnd = (from: string, to: string | null): string => {
  const dayBefore = addDays(from, -1);
  return to !== null && to < dayBefore ? to : dayBefore;
};

const isSameTerms = (a: Terms, b: Terms) => JSON.stringify(leaseTerms.parse(a)) === JSON.stringify(b);

/** A row for each difference between the two terms. */
function compareVersions(
  savedDetails: TermsDetails,
  typedTerms: Terms | undefined,
  amendedFrom: Day | undefined,
): Difference[] {
  const currentTerms = findCurrentTerms(savedDetails)?.terms;
  if (typedTerms === undefined || currentTerms === undefined) return [];
  const savedTerms = amendedFrom === undefined ? currentTerms : withRentInForce(currentTerms, amendedFrom);
  return diffTerms(leaseTerms.parse(savedTerms), typedTerms).map(({ field, from, to }, index) => ({
    field: `${index + 1}. ${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    savedText: from ?? "",
    editedText: to ?? "",
  }));
}

/** Focuses the first invalid field. */
function useFocusOnError(errors: TermsErrors) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  return ref;
}

/** The periods of free or reduced rent. */
function FreeRentRows({ values, errors, onChange }: TermsSectionProps) {
  const { freeRent } = values;
  const updatePeriod = (index: number, change: Partial<FreeRentValues>) =>
    onChange({
      freeRent: freeRent.map((period, periodIndex) =>
        periodIndex === index ? { ...period, ...change } : period,
      ),
    });
  const addPeriod = () =>
    onChange({
      freeRent: [
        ...freeRent,
        {
          rowKey: getNextNumber(freeRent.map(({ rowKey }) => rowKey)),
          from: values.from,
          to: "",
          percent: "100",
        },
      ],
    });
  return (
    <TermsRows
      title="Free rent"
      hint="Periods with no rent or reduced rent. Other charges still apply."
      rowName="Free-rent period"
      rows={freeRent}
      getKey={({ rowKey }) => rowKey}
      onAdd={addPeriod}
      onRemove={(index) => onChange({ freeRent: freeRent.filter((_, periodIndex) => periodIndex !== index) })}
    >
      {({ from, to, percent }, index) => {
        const getError = (field: string) => findErrorAt(errors, `terms.freeRent.${index}.${field}`);
        return (
          <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
            <Field label="From" error={getError("from")} isRequired>
              <Input
                type="date"
                value={from}
                onChange={({ target }) => updatePeriod(index, { from: target.value })}
              />
            </Field>
            <Field label="To" error={getError("to")} isRequired>
              <Input
                type="date"
                value={to}
                onChange={({ target }) => updatePeriod(index, { to: target.value })}
              />
            </Field>
            <Field label="Percent abated" error={getError("basisPoints")} isRequired>
              <PercentInput
                value={percent}
                onChange={({ target }) => updatePeriod(index, { percent: target.value })}
              />
            </Field>
          </div>
        );
      }}
    </TermsRows>
  );
}
