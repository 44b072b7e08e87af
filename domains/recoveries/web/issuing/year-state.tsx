import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { reconciliationDraftPath, reconciliationPath } from "../../paths.ts";
import type { AmountChange, Reconciliation } from "../../reconciliation-contract.ts";
import { findRunInEffect, isFiling } from "../../runs.ts";

const states = {
  draft: { tone: "gray", label: "Draft" },
  reviewed: { tone: "violet", label: "Reviewed" },
  issued: { tone: "blue", label: "Issued" },
  closed: { tone: "green", label: "Closed" },
} as const satisfies Record<Reconciliation["state"], { tone: Tone; label: string }>;

export function YearBadge({ state }: { state: Reconciliation["state"] }) {
  const { tone, label } = states[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The status of a reconciliation, with the person and the date. */
export function YearState({ reconciliation }: { reconciliation: Reconciliation }) {
  const { year, state, review, closing } = reconciliation;
  const event = {
    draft: null,
    reviewed: review,
    issued: findRunInEffect(reconciliation) ?? null,
    closed: closing,
  }[state];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {`Operating expenses for ${year}`}
      <YearBadge state={state} />
      {event !== null && <span className="text-sm">{`${event.by}, ${formatDay(event.at)}`}</span>}
    </span>
  );
}

/** What to know before the next step: what has changed, what is missing, and which amounts are shown. */
export function YearNotices({ reconciliation }: { reconciliation: Reconciliation }) {
  const { property, year, state, review, changes, cannotIssue, findings } = reconciliation;
  const run = findRunInEffect(reconciliation);
  const openCount = findings.filter(({ acceptance }) => acceptance === null).length;
  if (state === "issued" || state === "closed")
    return (
      <>
        {run !== undefined && isFiling(run) && (
          <Banner
            kind="info"
            title={`${run.filed} of ${run.statements === 1 ? "1 statement" : `${run.statements} statements`} filed`}
          >
            The documents are being added to the leases. You can leave this page.
          </Banner>
        )}
        {changes.length > 0 && (
          <Banner
            kind="warning"
            title={`${countChanges(changes)} since the statements were issued.`}
            action={
              <ButtonLink size="sm" href={reconciliationDraftPath(property.id, year)}>
                Show Draft
              </ButtonLink>
            }
          >
            <ChangeList changes={changes} />
          </Banner>
        )}
      </>
    );
  return (
    <>
      {run === undefined ? (
        <Banner kind="info" title="This is a calculation. Nothing is charged.">
          It uses the bills, areas, leases, and recovery terms as they are now.
        </Banner>
      ) : (
        <Banner
          kind="info"
          title="This draft has the current amounts."
          action={
            <ButtonLink size="sm" href={reconciliationPath(property.id, year)}>
              Show Issued Statements
            </ButtonLink>
          }
        >
          {`${run.by} issued statements on ${formatDay(run.at)}. They stay as they are until you issue a correction.`}
        </Banner>
      )}
      {cannotIssue !== null && <Banner kind="info" title={cannotIssue} />}
      {state === "draft" && review !== null && changes.length > 0 && (
        <Banner
          kind="warning"
          title={`${countChanges(changes)} since ${review.by} reviewed them on ${formatDay(review.at)}.`}
        >
          <ChangeList changes={changes} />
        </Banner>
      )}
      {state === "reviewed" && cannotIssue === null && openCount > 0 && (
        <Banner
          kind="warning"
          title={openCount === 1 ? "1 finding is open." : `${openCount} findings are open.`}
        >
          Resolve or accept the open findings to issue the statements.
        </Banner>
      )}
    </>
  );
}

const countChanges = (changes: readonly AmountChange[]): string =>
  changes.length === 1 ? "1 amount has changed" : `${changes.length} amounts have changed`;

/** More changes than anyone reads in a notice are counted. */
const maxListedChanges = 8;

/** The amounts that differ, before and now. */
export const ChangeList = ({ changes }: { changes: readonly AmountChange[] }) => (
  <ul aria-label="Changes">
    {changes.slice(0, maxListedChanges).map(({ name, beforeCents, nowCents }) => (
      <li key={`${name} ${beforeCents} ${nowCents}`} className="tabular-nums">
        {`${name}: ${formatAmount(beforeCents)} before, ${formatAmount(nowCents)} now`}
      </li>
    ))}
    {changes.length > maxListedChanges && <li>{`And ${changes.length - maxListedChanges} more`}</li>}
  </ul>
);
