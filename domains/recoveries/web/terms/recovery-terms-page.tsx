import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useParams } from "wouter";
import { leasePath, leasesPath } from "#domains/leases/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { FilePlus } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { PoolChoice, RecoveryTermsDetails, RecoveryTermsVersion } from "../../contract.ts";
import { describePoolRecovery } from "../../describe-recovery.ts";
import { recoveryTermsQuery } from "../queries.ts";

const HistorySection = lazyPart(() =>
  import("../history/history-section.tsx").then((module) => ({ default: module.HistorySection })),
);
const EditRecoveryTerms = lazyPart(() =>
  import("./edit-recovery-terms.tsx").then((module) => ({ default: module.EditRecoveryTerms })),
);

/** How a lease shares operating expenses: the current rules in words, and every earlier version. */
export default function RecoveryTermsPage() {
  const id = Number(useParams().id);
  return (
    <RecordPage
      query={useQuery(recoveryTermsQuery(id))}
      noun="lease"
      all={{ href: leasesPath, label: "All leases" }}
    >
      {(details) => <RecoveryTermsView details={details} />}
    </RecordPage>
  );
}

function RecoveryTermsView({ details }: { details: RecoveryTermsDetails }) {
  const { leaseId, company, property, versions, current, pools, can } = details;
  const [isEditing, setIsEditing] = useState(false);
  const canWrite = useIsServerReachable();
  const canReadHistory = useCan("recoveries.reconcile");
  const currentVersion = versions.find(({ number }) => number === current);
  const edit = can.edit && (
    <Button
      variant="primary"
      disabled={!canWrite}
      icon={<FilePlus aria-hidden="true" />}
      onClick={() => setIsEditing(true)}
    >
      {versions.length === 0 ? "Add Recovery Terms" : "Change Terms"}
    </Button>
  );
  return (
    <>
      <PageHeader
        back={{ href: leasePath(leaseId), label: company }}
        title="Recovery terms"
        tab={`Recovery terms, ${company}`}
        note={property.name}
        action={currentVersion !== undefined && edit}
      />
      {currentVersion === undefined ? (
        <EmptyState title="No recovery terms yet" action={edit}>
          Recovery terms define how this tenant shares the property's operating expenses, such as CAM, taxes,
          and insurance.
        </EmptyState>
      ) : (
        <div className="max-w-[80ch] space-y-6">
          <Rules version={currentVersion} pools={pools} />
          {versions.length > 1 && (
            <Section title="Versions">
              <ol className="divide-y divide-line">
                {versions.toReversed().map((version) => (
                  <Version key={version.number} version={version} isCurrent={version.number === current} />
                ))}
              </ol>
            </Section>
          )}
        </div>
      )}
      <Suspense>
        {canReadHistory && (
          <div className="mt-6">
            <HistorySection leaseId={leaseId} />
          </div>
        )}
        {isEditing && <EditRecoveryTerms details={details} onClose={() => setIsEditing(false)} />}
      </Suspense>
    </>
  );
}

function Rules({ version, pools }: { version: RecoveryTermsVersion; pools: readonly PoolChoice[] }) {
  const { from, period, terms } = version;
  const start = formatCalendarDay(period?.from ?? from);
  return (
    <Section
      title="Rules"
      description={
        period?.to == null ? `From ${start}.` : `From ${start} to ${formatCalendarDay(period.to)}.`
      }
    >
      <dl className="divide-y divide-line border-line border-b">
        {pools.map((pool) => {
          const rule = terms.pools.find(({ poolId }) => poolId === pool.id);
          return (
            <Row key={pool.id} name={pool.name}>
              {rule === undefined ? (
                <p className="text-ink-soft">Not decided yet.</p>
              ) : (
                <>
                  {describePoolRecovery(rule, pool).map((sentence) => (
                    <p key={sentence}>{sentence}</p>
                  ))}
                  {rule.clause !== "" && (
                    <blockquote className="mt-1 whitespace-pre-line border-line border-l-2 pl-3 text-ink-soft">
                      {rule.clause}
                    </blockquote>
                  )}
                </>
              )}
            </Row>
          );
        })}
        <Row name="Deadlines">
          <p>
            {terms.statementDueDays === null
              ? "There is no deadline for the statement."
              : `The statement is due ${terms.statementDueDays} days after the end of the year.`}
          </p>
          <p>
            {terms.auditWindowDays === null
              ? "There is no deadline for questions."
              : `The tenant can question a statement for ${terms.auditWindowDays} days.`}
          </p>
        </Row>
      </dl>
    </Section>
  );
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="gap-x-4 py-2.5 sm:grid sm:grid-cols-[8rem_1fr]">
    <dt className="text-ink-soft text-sm sm:leading-5">{name}</dt>
    <dd className="wrap-anywhere space-y-0.5">{children}</dd>
  </div>
);

function Version({ version, isCurrent }: { version: RecoveryTermsVersion; isCurrent: boolean }) {
  const { from, period, reason, madeBy, madeAt } = version;
  return (
    <li className="py-3">
      <p className="font-medium">
        {`From ${formatCalendarDay(from)}`}
        {(isCurrent || period === null) && (
          <span className="ml-2 font-normal text-ink-soft text-sm">
            {isCurrent ? "current" : "replaced before taking effect"}
          </span>
        )}
      </p>
      {reason !== "" && <p className="mt-1 text-ink-soft">{`Reason: ${reason}`}</p>}
      <p className="mt-1 text-ink-soft text-sm">
        {madeBy ?? "Portal"} · <time dateTime={madeAt}>{formatDay(madeAt)}</time>
      </p>
    </li>
  );
}
