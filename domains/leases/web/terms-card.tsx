import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { FilePlus, Pencil, ReceiptText } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { Lease } from "../contract.ts";
import type { Terms } from "../terms.ts";
import type { TermsOfLease, TermsVersion } from "../terms-facts.ts";
import { changesOfTerms, sayChange, sayFree, sayLateFee, sayPrice, sayStep } from "../terms-in-words.ts";
import { askingOf } from "./asking.ts";
import { Fact } from "./fact.tsx";
import { termsQuery, unitsQuery } from "./queries.ts";
import { currentTerms, termsBefore } from "./terms-versions.ts";

const WriteTerms = lazyPart(() =>
  import("./write-terms.tsx").then((module) => ({ default: module.WriteTerms })),
);

export const writings = ["terms", "amendment"] as const;
/** The open terms form: the terms themselves, or an amendment. */
export type Writing = (typeof writings)[number];

interface TermsCardProps {
  lease: Lease;
  writing: Writing | null;
  onWrite: (writing: Writing | null) => void;
}

/** The terms, their amendments, and the forms to write them. */
export function TermsCard({ lease, writing, onWrite }: TermsCardProps) {
  const { data: terms, error, isFetching, refetch } = useQuery(termsQuery(lease.id));
  // The first terms begin with what is asked for the units.
  const isFirst = writing === "terms" && terms?.may.edit === true && terms.versions.length === 0;
  const units = useQuery({ ...unitsQuery(lease.property.id), enabled: isFirst });
  if (terms === undefined)
    return (
      <Card>
        <CardHeader title="Terms" />
        {error === null ? (
          <SkeletonRows count={3} />
        ) : (
          <ErrorState
            title="The terms could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    );
  const isWritable = writing !== null && (writing === "terms" ? terms.may.edit : terms.may.amend);
  return (
    <>
      {terms.versions.length === 0 ? (
        <NoTerms lease={lease} mayEdit={terms.may.edit} onWrite={() => onWrite("terms")} />
      ) : (
        <Written terms={terms} onWrite={onWrite} />
      )}
      <Suspense>
        {isWritable && !(isFirst && units.isPending) && (
          <WriteTerms
            key={writing}
            lease={lease}
            terms={terms}
            asking={isFirst && units.data !== undefined ? askingOf(lease, units.data) : null}
            isAmendment={writing === "amendment"}
            onClose={() => onWrite(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function NoTerms({ lease, mayEdit, onWrite }: { lease: Lease; mayEdit: boolean; onWrite: () => void }) {
  const canWrite = useIsServerReachable();
  return (
    <Card>
      <EmptyState
        icon={<ReceiptText />}
        title="This lease has no charges yet"
        action={
          mayEdit && (
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
        {mayEdit
          ? lease.state === "draft"
            ? "Write what it costs and look at every month of it before you activate it."
            : "Nothing is charged until its terms are written."
          : "What it costs is shown here as soon as it is written."}
      </EmptyState>
    </Card>
  );
}

interface WrittenProps {
  terms: TermsOfLease;
  onWrite: (writing: Writing) => void;
}

function Written({ terms, onWrite }: WrittenProps) {
  const canWrite = useIsServerReachable();
  const current = currentTerms(terms);
  const { may, versions, chargedThrough } = terms;
  if (current === undefined) return null;
  return (
    <Card>
      <CardHeader
        title="Terms"
        description={
          chargedThrough === null
            ? `Charged from ${formatCalendarDay(current.held?.from ?? current.from)}.`
            : `Charged through ${formatCalendarDay(chargedThrough)}.`
        }
        action={
          may.edit ? (
            <Button
              size="sm"
              disabled={!canWrite}
              icon={<Pencil aria-hidden="true" />}
              onClick={() => onWrite("terms")}
            >
              Edit Terms
            </Button>
          ) : (
            may.amend && (
              <Button
                size="sm"
                disabled={!canWrite}
                icon={<FilePlus aria-hidden="true" />}
                onClick={() => onWrite("amendment")}
              >
                Amend
              </Button>
            )
          )
        }
      />
      <TermsFacts terms={current.terms} depositHeldCents={terms.depositHeldCents} />
      {versions.length > 1 && <Amendments terms={terms} />}
    </Card>
  );
}

function TermsFacts({ terms, depositHeldCents }: { terms: Terms; depositHeldCents: number }) {
  const { lines, escalations, freeRent, areaSquareFeet, dueDay, depositCents, lateFee, graceDays } = terms;
  return (
    <dl className="grid gap-x-6 gap-y-4 px-4 pb-5 sm:grid-cols-2 sm:px-5 lg:grid-cols-3">
      <Fact name="Charges">
        <Lines lines={lines.map((line) => ({ key: line.key, text: sayCharge(line) }))} />
      </Fact>
      {escalations.length > 0 && (
        <Fact name="Rent steps">
          <Lines lines={escalations.map((step) => ({ key: step.on, text: sayStep(step) }))} />
        </Fact>
      )}
      {freeRent.length > 0 && (
        <Fact name="Free rent">
          <Lines lines={freeRent.map((free) => ({ key: free.from, text: sayFree(free) }))} />
        </Fact>
      )}
      <Fact name="Due">{`On the ${ordinal(dueDay)}`}</Fact>
      <Fact name="Late fee">{lateFee === null ? "None" : sayLateFee(lateFee, graceDays)}</Fact>
      <Fact name="Deposit">
        {depositCents === 0 ? "None" : formatCents(toCents(depositCents))}
        {(depositCents !== 0 || depositHeldCents !== 0) && (
          <span className="block text-ink-soft text-sm">{`${formatCents(toCents(depositHeldCents))} held`}</span>
        )}
      </Fact>
      {areaSquareFeet > 0 && <Fact name="Area">{`${areaSquareFeet.toLocaleString("en-US")} sq ft`}</Fact>}
    </dl>
  );
}

const sayCharge = ({ label, price, from, to }: Terms["lines"][number]) =>
  `${label}: ${sayPrice(price)}, from ${formatCalendarDay(from)}${to === null ? "" : ` to ${formatCalendarDay(to)}`}`;

const Lines = ({ lines }: { lines: readonly { key: string | number; text: string }[] }) => (
  <ul className="space-y-1">
    {lines.map(({ key, text }) => (
      <li key={key}>{text}</li>
    ))}
  </ul>
);

/** The amendments, newest first: changes, effective day, author and reason. */
function Amendments({ terms }: { terms: TermsOfLease }) {
  return (
    <section aria-label="Amendments" className="border-line border-t px-4 py-4 sm:px-5">
      <h3 className="font-semibold">Amendments</h3>
      <ol className="mt-2 divide-y divide-line">
        {terms.versions
          .slice(1)
          .reverse()
          .map((version) => (
            <Amendment key={version.number} version={version} before={termsBefore(terms, version)} />
          ))}
      </ol>
    </section>
  );
}

interface AmendmentProps {
  version: TermsVersion;
  before: TermsVersion | undefined;
}

function Amendment({ version, before }: AmendmentProps) {
  const { from, held, terms, reason, madeBy, madeAt } = version;
  return (
    <li className="py-3">
      <p className="font-medium">
        {`From ${formatCalendarDay(from)}`}
        {held === null && (
          <span className="ml-2 font-normal text-ink-soft text-sm">replaced before it held</span>
        )}
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changesOfTerms(before?.terms ?? null, terms).map((change) => (
          <li key={sayChange(change)}>{sayChange(change)}</li>
        ))}
      </ul>
      {reason !== "" && <p className="mt-1 text-ink-soft">{`Reason: ${reason}`}</p>}
      <p className="mt-1 text-ink-soft text-sm">
        {madeBy ?? "Portal"} · <time dateTime={madeAt}>{formatDay(madeAt)}</time>
      </p>
    </li>
  );
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en-US", { type: "ordinal" });

/** `1st`, `22nd`. */
const ordinal = (day: number): string => `${day}${endings[rules.select(day)] ?? "th"}`;
