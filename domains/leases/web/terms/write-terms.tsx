import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { addDays } from "#shared/calendar.ts";
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
import { leaseTerms, type Terms } from "../../terms.ts";
import { amendmentInput, type TermsDetails, termsDetails, termsInput } from "../../terms-fields.ts";
import { findTermsErrors } from "../../validate-terms.ts";
import { joinSentences } from "../format.ts";
import { type TermsBody, useWriteTerms } from "../mutations.ts";
import { type AppliedTerms, getAppliedTerms } from "../schedule/schedule-notes.ts";
import { describeLateFee } from "../schedule/schedule-table.tsx";
import { countTermMonths } from "../schedule/term-months.ts";
import { TypedSchedule } from "../schedule/typed-schedule.tsx";
import { useTypedSchedule } from "../schedule/use-schedule.ts";
import type { AskingFigures } from "./asking-figures.ts";
import { ChargeRows, type TermsPartProps } from "./charge-rows.tsx";
import { DueFields, LateFeeFields } from "./due-fields.tsx";
import { PercentInput, StepRows } from "./step-rows.tsx";
import { errorAt, findFormError, type TermsErrors, toTermsErrors } from "./terms-errors.ts";
import { TermsRows } from "./terms-rows.tsx";
import {
  type FreeValues,
  getInitialTermsValues,
  nextNumber,
  type TermsValues,
  toTermsInput,
  toTermsValues,
} from "./terms-values.ts";
import { findCurrentTerms, findTermsOn } from "./terms-versions.ts";

interface WriteTermsProps {
  lease: Lease;
  terms: TermsDetails;
  /** The asking figures that prefill the first terms. */
  asking: AskingFigures | null;
  /**
   * Whether this amends an active lease. If false, these are the terms of a draft or the first terms of a
   * lease.
   */
  isAmendment: boolean;
  onClose: () => void;
}

/** The form for the terms of a lease, with the schedule for the full term next to it. */
export function WriteTerms({ lease, terms, asking, isAmendment, onClose }: WriteTermsProps) {
  const [base, setBase] = useState(terms);
  const {
    values,
    setValues,
    restart: initialValue,
    draft,
  } = useDraftValues(
    () => getInitialValues(lease, terms, asking, isAmendment),
    `${isAmendment ? "amendment" : "terms"}:${lease.id}`,
    base.version,
  );
  const [errors, setErrors] = useState<TermsErrors>({});
  const write = useWriteTerms(lease, draft.clearThen(onClose));
  const current = getCurrentRecord(termsDetails, write.error);
  const fields = useFocusOnError(errors);
  const typed = { from: values.from, terms: toTermsInput(values) };
  const planned = z.safeParse(termsInput, typed).data ?? null;
  const before = isAmendment ? findTermsOn(base.versions, values.from)?.terms : undefined;
  const termsErrors = planned === null ? {} : findTermsErrors(planned.terms, lease, before);
  const isUnchanged = planned !== null && before !== undefined && isSameTerms(before, planned.terms);
  const schedule = useTypedSchedule(
    lease.id,
    planned === null || Object.keys(termsErrors).length > 0
      ? null
      : {
          ...(isUnchanged ? { startOn: values.from } : planned),
          months: countTermMonths({ from: values.from, to: lease.to }, planned.terms),
        },
  );
  const change = (changed: Partial<TermsValues>) => setValues((before) => ({ ...before, ...changed }));
  const save = ({ version }: TermsDetails) => {
    const input = { ...typed, reason: values.reason };
    const allErrors = {
      ...termsErrors,
      ...toTermsErrors(z.safeParse(isAmendment ? amendmentInput : termsInput, input)),
    };
    setErrors(allErrors);
    if (Object.keys(allErrors).length > 0 || planned === null) return;
    const body: TermsBody = isAmendment
      ? { kind: "amendment", value: { from: values.from, terms: planned.terms, reason: values.reason } }
      : { kind: "terms", value: planned };
    write.mutate({ version, body }, { onError: (error) => setErrors(getFieldErrors(error)) });
  };
  const isShownElsewhere = current !== undefined || Object.keys(errors).length > 0;
  const errorMessage =
    findFormError(errors) ??
    (write.error === null || isShownElsewhere ? undefined : toUserMessage(write.error));
  const part = { values, errors, asking, onChange: change };
  return (
    <EditDialog
      size="sheet"
      isInAddress
      draft={draft}
      title={isAmendment ? "Amend Lease" : "Terms"}
      description={
        isAmendment
          ? "Set the terms from a new effective date. Existing charges don't change."
          : "Charges, due date, late fees, and deposit for this lease."
      }
      submitLabel={isAmendment ? "Amend" : "Save Terms"}
      base={base}
      setBase={setBase}
      edit={write}
      current={current}
      compare={(theirs) => compareVersions(theirs, planned?.terms)}
      onSave={save}
      onTakeTheirs={(theirs) => {
        initialValue(getInitialValues(lease, theirs, asking, isAmendment));
        setErrors({});
      }}
      onClose={onClose}
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div ref={fields} className="@container space-y-5">
          {errorMessage !== undefined && (
            <Banner kind="danger" title="Your changes couldn't be saved">
              {errorMessage}
            </Banner>
          )}
          <FromFields {...part} lease={lease} terms={base} isAmendment={isAmendment} />
          <ChargeRows
            {...part}
            takenKeys={base.versions.flatMap((version) => version.terms.lines.map(({ key }) => key))}
          />
          <StepRows {...part} lastDay={lease.to} />
          <FreeRentRows {...part} />
          <DueFields {...part} />
          <LateFeeFields {...part} example={schedule.data && describeLateFee(schedule.data)} />
        </div>
        <TypedSchedule
          query={schedule}
          isComplete={planned !== null}
          lastDay={lease.to}
          termsError={Object.values(termsErrors)[0]}
          chargeTrigger={lease.state === "draft" ? "activation" : "save"}
          appliedTerms={
            isUnchanged
              ? getAppliedTerms(base)
              : withPlannedTerms(base, lease, isAmendment ? undefined : 1, planned)
          }
        />
      </div>
    </EditDialog>
  );
}

interface FromFieldsProps {
  values: TermsValues;
  errors: TermsErrors;
  onChange: (change: Partial<TermsValues>) => void;
  lease: Lease;
  terms: TermsDetails;
  isAmendment: boolean;
}

function FromFields({ values, errors, onChange, lease, terms, isAmendment }: FromFieldsProps) {
  const { amendableFrom, chargedThrough } = terms;
  const hint = isAmendment
    ? joinSentences(
        chargedThrough === null ? "" : `Already charged through ${formatCalendarDay(chargedThrough)}.`,
        amendableFrom === null ? "" : `The earliest effective date is ${formatCalendarDay(amendableFrom)}.`,
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
  asking: AskingFigures | null,
  isAmendment: boolean,
): TermsValues {
  if (!isAmendment) {
    const [first] = terms.versions;
    return first === undefined
      ? getInitialTermsValues(lease.from, asking)
      : toTermsValues(first.terms, first.from);
  }
  const from = terms.amendableFrom ?? lease.today;
  const current = findTermsOn(terms.versions, from);
  return current === undefined ? getInitialTermsValues(from, null) : toTermsValues(current.terms, from);
}

/** Returns all versions with their periods, including the terms being typed. */
function withPlannedTerms(
  { versions }: TermsDetails,
  lease: Lease,
  number: number | undefined,
  planned: { from?: string; terms: Terms } | null,
): AppliedTerms[] {
  const from = planned?.from ?? lease.from;
  const before =
    number === undefined
      ? versions.flatMap(({ number: earlier, period, terms }): AppliedTerms[] =>
          period === null || period.from >= from
            ? []
            : [{ number: earlier, terms, from: period.from, to: dayBefore(from, period.to) }],
        )
      : [];
  if (planned === null) return before;
  const typed = { number: number ?? versions.length + 1, from, to: lease.to, terms: planned.terms };
  return [...before, typed];
}

const dayBefore = (from: string, to: string | null): string => {
  const last = addDays(from, -1);
  return to !== null && to < last ? to : last;
};

const isSameTerms = (a: Terms, b: Terms) => JSON.stringify(leaseTerms.parse(a)) === JSON.stringify(b);

/** A row for each difference between the two terms. */
function compareVersions(theirs: TermsDetails, yours: Terms | undefined): Difference[] {
  const saved = findCurrentTerms(theirs)?.terms;
  if (yours === undefined || saved === undefined) return [];
  return diffTerms(leaseTerms.parse(saved), yours).map(({ field, from, to }, index) => ({
    field: `${index + 1}. ${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    theirs: from ?? "",
    yours: to ?? "",
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
function FreeRentRows({ values, errors, onChange }: TermsPartProps) {
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
