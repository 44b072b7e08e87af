import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { FilePlus, Pencil } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Lease } from "../../contract.ts";
import {
  describeCharge,
  describeFreeRent,
  describeRentStep,
  diffAmendedTerms,
  formatLateFee,
  formatTermsChange,
} from "../../format-terms.ts";
import type { Terms } from "../../terms.ts";
import type { TermsDetails, TermsVersion } from "../../terms-fields.ts";
import { termsQuery, unitsQuery } from "../queries.ts";
import { sumAskingFigures } from "./asking-figures.ts";
import type { TermsForm } from "./terms-forms.ts";
import { findCurrentTerms, findPreviousTerms, findTermsOn } from "./terms-versions.ts";

const WriteTerms = lazyPart(() =>
  import("./write-terms.tsx").then((module) => ({ default: module.WriteTermsDialog })),
);

interface TermsCardProps {
  lease: Lease;
  openForm: TermsForm | null;
  onOpenForm: (form: TermsForm | null) => void;
}

/** The terms, their amendments, and the forms to edit them. */
export function TermsCard({ lease, openForm, onOpenForm }: TermsCardProps) {
  const { data: terms, error, isFetching, refetch } = useQuery(termsQuery(lease.id));
  // The first terms are prefilled with the units' asking figures.
  const areFirstTerms = openForm === "terms" && terms?.can.edit === true && terms.versions.length === 0;
  const units = useQuery({ ...unitsQuery(lease.property.id), enabled: areFirstTerms });
  if (terms === undefined)
    return (
      <Section title="Terms">
        {error === null ? (
          <SkeletonRows count={3} />
        ) : (
          <ErrorState
            title="Couldn't load the terms."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Section>
    );
  const canWriteForm = {
    terms: terms.can.edit,
    amendment: terms.can.amend,
    renewal: lease.can.renew,
  } satisfies Record<TermsForm, boolean>;
  return (
    <>
      {openForm === "renewal" && !lease.can.renew && lease.state === "notice" && (
        <div className="mb-4">
          <Banner kind="warning" title="This lease can't be renewed because notice was given">
            {lease.can.withdrawNotice
              ? "Withdraw the notice first."
              : "Only staff who manage this lease can withdraw the notice."}
          </Banner>
        </div>
      )}
      {terms.versions.length === 0 ? (
        <NoTerms lease={lease} canEdit={terms.can.edit} onWrite={() => onOpenForm("terms")} />
      ) : (
        <TermsContent terms={terms} onOpenForm={onOpenForm} />
      )}
      <Suspense>
        {openForm !== null && canWriteForm[openForm] && !(areFirstTerms && units.isPending) && (
          <WriteTerms
            key={openForm}
            lease={lease}
            terms={terms}
            askingFigures={
              areFirstTerms && units.data !== undefined ? sumAskingFigures(lease, units.data) : null
            }
            form={openForm}
            onClose={() => onOpenForm(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function NoTerms({ lease, canEdit, onWrite }: { lease: Lease; canEdit: boolean; onWrite: () => void }) {
  const canWrite = useIsServerReachable();
  return (
    <EmptyState
      title="This lease has no charges yet"
      action={
        canEdit && (
          <Button
            variant="primary"
            disabled={!canWrite}
            icon={<FilePlus aria-hidden="true" />}
            onClick={onWrite}
          >
            Add Terms
          </Button>
        )
      }
    >
      {canEdit
        ? lease.state === "draft"
          ? "Add the charges and preview every month before you activate the lease."
          : "Nothing is charged until you add terms."
        : "The terms appear here once they've been added."}
    </EmptyState>
  );
}

interface TermsContentProps {
  terms: TermsDetails;
  onOpenForm: (form: TermsForm) => void;
}

function TermsContent({ terms, onOpenForm }: TermsContentProps) {
  const canWrite = useIsServerReachable();
  const currentVersion = findCurrentTerms(terms);
  const { can, versions, chargedThrough } = terms;
  if (currentVersion === undefined) return null;
  return (
    <Section
      title="Terms"
      description={
        chargedThrough === null
          ? `Charged from ${formatCalendarDay(currentVersion.period?.from ?? currentVersion.from)}.`
          : `Charged through ${formatCalendarDay(chargedThrough)}.`
      }
      action={
        can.edit ? (
          <Button
            size="sm"
            disabled={!canWrite}
            icon={<Pencil aria-hidden="true" />}
            onClick={() => onOpenForm("terms")}
          >
            Edit Terms
          </Button>
        ) : (
          can.amend && (
            <Button
              size="sm"
              disabled={!canWrite}
              icon={<FilePlus aria-hidden="true" />}
              onClick={() => onOpenForm("amendment")}
            >
              Amend
            </Button>
          )
        )
      }
    >
      <TermsSummary terms={currentVersion.terms} depositHeldCents={terms.depositHeldCents} />
      {versions.length > 1 && <Amendments terms={terms} />}
    </Section>
  );
}

/** The terms in sentences, by subject. */
function TermsSummary({ terms, depositHeldCents }: { terms: Terms; depositHeldCents: number }) {
  const { lines, escalations, freeRent, areaSquareFeet, dueDay, depositCents, lateFee, graceDays } = terms;
  const heldSentences = depositHeldCents === 0 ? [] : [`${formatCents(toCents(depositHeldCents))} is held.`];
  const subjects: [name: string, sentences: string[]][] = [
    ["Charges", lines.map(describeCharge)],
    ["Rent steps", escalations.map(describeRentStep)],
    ["Free rent", freeRent.map(describeFreeRent)],
    ["Due", [`Charges are due on the ${formatOrdinal(dueDay)} of each month.`]],
    [
      "Late fee",
      [lateFee === null ? "There is no late fee." : `The late fee is ${formatLateFee(lateFee, graceDays)}.`],
    ],
    [
      "Deposit",
      [
        depositCents === 0 ? "There is no deposit." : `The deposit is ${formatCents(toCents(depositCents))}.`,
        ...heldSentences,
      ],
    ],
    [
      "Area",
      areaSquareFeet === 0
        ? []
        : [`The area in the lease is ${areaSquareFeet.toLocaleString("en-US")} sq ft.`],
    ],
  ];
  return (
    <dl className="divide-y divide-line border-line border-b">
      {subjects
        .filter(([, sentences]) => sentences.length > 0)
        .map(([name, sentences]) => (
          <div key={name} className="gap-x-4 py-2.5 sm:grid sm:grid-cols-[7rem_1fr]">
            <dt className="text-ink-soft text-sm sm:leading-5">{name}</dt>
            <dd className="max-w-[64ch] space-y-0.5">
              {sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The amendments, newest first, with their changes, effective date, author, and reason. */
function Amendments({ terms }: { terms: TermsDetails }) {
  return (
    <section aria-label="Amendments" className="border-line border-t px-(--inset) py-4">
      <h3 className="font-semibold">Amendments</h3>
      <ol className="mt-2 divide-y divide-line">
        {terms.versions
          .slice(1)
          .reverse()
          .map((version) => (
            <Amendment
              key={version.number}
              version={version}
              previousVersion={findPreviousTerms(terms, version)}
              effectiveVersion={findTermsOn(terms.versions, version.from)}
            />
          ))}
      </ol>
    </section>
  );
}

interface AmendmentProps {
  version: TermsVersion;
  previousVersion: TermsVersion | undefined;
  /** The terms that apply from the same date: this amendment, or a later one. */
  effectiveVersion: TermsVersion | undefined;
}

function Amendment({ version, previousVersion, effectiveVersion = version }: AmendmentProps) {
  const { from, period, reason, madeBy, madeAt } = version;
  const describeChanges = ({ terms }: TermsVersion) =>
    diffAmendedTerms(previousVersion?.terms ?? null, terms, from).map(formatTermsChange);
  const changes = describeChanges(version);
  const effectiveChanges = describeChanges(effectiveVersion);
  const isKept = changes.every((change) => effectiveChanges.includes(change));
  return (
    <li className="py-3">
      <p className="font-medium">
        {`From ${formatCalendarDay(from)}`}
        {period === null && (
          <span className="ml-2 font-normal text-ink-soft text-sm">
            {isKept ? "part of a later amendment" : "superseded before taking effect"}
          </span>
        )}
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {reason !== "" && <p className="mt-1 text-ink-soft">{`Reason: ${reason}`}</p>}
      <p className="mt-1 text-ink-soft text-sm">
        {madeBy ?? "Portal"} · <time dateTime={madeAt}>{formatDay(madeAt)}</time>
      </p>
    </li>
  );
}

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinalRules = new Intl.PluralRules("en-US", { type: "ordinal" });

/** Formats a day of the month: `1st`, `22nd`. */
const formatOrdinal = (day: number): string => `${day}${ordinalSuffixes[ordinalRules.select(day)] ?? "th"}`;
