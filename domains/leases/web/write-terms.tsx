import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { userMessageOf } from "#web/api-client.ts";
import { useDraftValues } from "#web/draft.ts";
import { currentOf, fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { Difference } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import type { Lease } from "../contract.ts";
import { leaseTerms, type Terms } from "../terms.ts";
import { amendmentFacts, plannedTerms, type TermsOfLease, termsOfLease } from "../terms-facts.ts";
import { changesOfTerms } from "../terms-in-words.ts";
import { misfitsIn } from "../terms-within-lease.ts";
import { type TermsBody, useWriteTerms } from "./api.ts";
import type { Asking } from "./asking.ts";
import { ChargeRows } from "./charge-rows.tsx";
import { DueFields, LateFeeFields } from "./due-fields.tsx";
import { FreeRentRows } from "./free-rent-rows.tsx";
import { type HeldTerms, heldOf } from "./schedule-notes.ts";
import { lateFeeExample } from "./schedule-table.tsx";
import { StepRows } from "./step-rows.tsx";
import { monthsOfTerm } from "./term-months.ts";
import { type TermsErrors, termsErrorsOf, wholeError } from "./terms-errors.ts";
import { firstValues, type TermsValues, termsOfValues, valuesOfTerms } from "./terms-values.ts";
import { currentTerms, termsOn } from "./terms-versions.ts";
import { TypedSchedule } from "./typed-schedule.tsx";
import { useTypedSchedule } from "./use-schedule.ts";

interface WriteTermsProps {
  lease: Lease;
  terms: TermsOfLease;
  /** What the first terms begin with. */
  asking: Asking | null;
  /** An amendment of a running lease; otherwise the terms of a draft, or the first terms of a lease. */
  isAmendment: boolean;
  onClose: () => void;
}

/** The form for the terms of a lease, with the schedule of the whole term beside it. */
export function WriteTerms({ lease, terms, asking, isAmendment, onClose }: WriteTermsProps) {
  const [base, setBase] = useState(terms);
  const { values, setValues, begin, draft } = useDraftValues(
    () => valuesToBegin(lease, terms, asking, isAmendment),
    `${isAmendment ? "amendment" : "terms"}:${lease.id}`,
    base.version,
  );
  const [errors, setErrors] = useState<TermsErrors>({});
  const write = useWriteTerms(lease, draft.dropAnd(onClose));
  const current = currentOf(termsOfLease, write.error);
  const fields = useFocusOnError(errors);
  const typed = { from: values.from, terms: termsOfValues(values) };
  const planned = z.safeParse(plannedTerms, typed).data ?? null;
  const before = isAmendment ? termsOn(base.versions, values.from)?.terms : undefined;
  const misfits = planned === null ? {} : misfitsIn(planned.terms, lease, before);
  const isAsBefore = planned !== null && before !== undefined && isSame(before, planned.terms);
  const schedule = useTypedSchedule(
    lease.id,
    planned === null || Object.keys(misfits).length > 0
      ? null
      : {
          ...(isAsBefore ? { startOn: values.from } : planned),
          months: monthsOfTerm({ from: values.from, to: lease.to }, planned.terms),
        },
  );
  const change = (changed: Partial<TermsValues>) => setValues((before) => ({ ...before, ...changed }));
  const save = ({ version }: TermsOfLease) => {
    const facts = { ...typed, reason: values.reason };
    const wrong = {
      ...misfits,
      ...termsErrorsOf(z.safeParse(isAmendment ? amendmentFacts : plannedTerms, facts)),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || planned === null) return;
    const body: TermsBody = isAmendment
      ? { as: "amendment", value: { from: values.from, terms: planned.terms, reason: values.reason } }
      : { as: "terms", value: planned };
    write.mutate({ version, body }, { onError: (error) => setErrors(fieldErrorsOf(error)) });
  };
  const isToldElsewhere = current !== undefined || Object.keys(errors).length > 0;
  const refusal =
    wholeError(errors) ?? (write.error === null || isToldElsewhere ? undefined : userMessageOf(write.error));
  const part = { values, errors, asking, onChange: change };
  return (
    <EditDialog
      size="sheet"
      isInAddress
      draft={draft}
      title={isAmendment ? "Amend Lease" : "Terms"}
      description={
        isAmendment
          ? "The terms as they are from a day on. What is charged already stays as it is."
          : "What the lease costs, and when it is due."
      }
      submitLabel={isAmendment ? "Amend" : "Save Terms"}
      base={base}
      setBase={setBase}
      edit={write}
      current={current}
      compare={(theirs) => compareTerms(theirs, planned?.terms)}
      onSave={save}
      onTakeTheirs={(theirs) => {
        begin(valuesToBegin(lease, theirs, asking, isAmendment));
        setErrors({});
      }}
      onClose={onClose}
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div ref={fields} className="@container space-y-5">
          {refusal !== undefined && (
            <Banner kind="danger" title="This could not be saved.">
              {refusal}
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
          <LateFeeFields {...part} example={schedule.data && lateFeeExample(schedule.data)} />
        </div>
        <TypedSchedule
          query={schedule}
          isComplete={planned !== null}
          lastDay={lease.to}
          misfit={Object.values(misfits)[0]}
          chargedVerb={
            lease.state === "draft"
              ? "will be charged when it is activated today,"
              : "will be charged when this is saved,"
          }
          held={isAsBefore ? heldOf(base) : heldWith(base, lease, isAmendment ? undefined : 1, planned)}
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
  terms: TermsOfLease;
  isAmendment: boolean;
}

function FromFields({ values, errors, onChange, lease, terms, isAmendment }: FromFieldsProps) {
  const { amendableFrom, chargedThrough } = terms;
  const hint = isAmendment
    ? `${chargedThrough === null ? "" : `Charged through ${formatCalendarDay(chargedThrough)} already. `}${amendableFrom === null ? "" : `${formatCalendarDay(amendableFrom)} at the earliest.`}`
    : `The lease begins on ${formatCalendarDay(lease.from)}. Choose a later day when rent before it was charged elsewhere.`;
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Field
        label={isAmendment ? "The new terms hold from" : "First day charged"}
        hint={hint}
        error={errors.from}
        isRequired
      >
        <Input type="date" value={values.from} onChange={({ target }) => onChange({ from: target.value })} />
      </Field>
      {isAmendment && (
        <Field
          label="Reason"
          hint="Kept with the amendment; the tenant reads it."
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

/** An amendment begins with the terms that apply on its first day; first terms begin with what is asked for the units. */
function valuesToBegin(
  lease: Lease,
  terms: TermsOfLease,
  asking: Asking | null,
  isAmendment: boolean,
): TermsValues {
  if (!isAmendment) {
    const [first] = terms.versions;
    return first === undefined ? firstValues(lease.from, asking) : valuesOfTerms(first.terms, first.from);
  }
  const from = terms.amendableFrom ?? lease.today;
  const present = termsOn(terms.versions, from);
  return present === undefined ? firstValues(from, null) : valuesOfTerms(present.terms, from);
}

/** All versions with their periods, including the terms being typed. */
function heldWith(
  { versions }: TermsOfLease,
  lease: Lease,
  number: number | undefined,
  planned: { from?: string | undefined; terms: Terms } | null,
): HeldTerms[] {
  const from = planned?.from ?? lease.from;
  const before =
    number === undefined
      ? versions.flatMap(({ number: earlier, held, terms }): HeldTerms[] =>
          held === null || held.from >= from
            ? []
            : [{ number: earlier, terms, from: held.from, to: dayBefore(from, held.to) }],
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

const isSame = (one: Terms, other: Terms) => JSON.stringify(leaseTerms.parse(one)) === JSON.stringify(other);

/** A row for each difference between the two terms. */
function compareTerms(theirs: TermsOfLease, yours: Terms | undefined): Difference[] {
  const saved = currentTerms(theirs)?.terms;
  if (yours === undefined || saved === undefined) return [];
  return changesOfTerms(leaseTerms.parse(saved), yours).map(({ field, from, to }, index) => ({
    field: `${index + 1}. ${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    theirs: from ?? "",
    yours: to ?? "",
  }));
}

/** Focuses the first invalid field, wherever it is. */
function useFocusOnError(errors: TermsErrors) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  return ref;
}
