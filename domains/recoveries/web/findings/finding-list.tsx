import { useState } from "react";
import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { call } from "#web/api-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { acceptFinding } from "../../issue-contract.ts";
import type { Finding } from "../../reconciliation-contract.ts";
import { ReasonDialog } from "../issuing/reason-dialog.tsx";
import { type PropertyYear, useReopenFinding } from "../mutations.ts";
import { FindingLinks } from "./finding-links.tsx";

interface FindingListProps {
  propertyYear: PropertyYear;
  /** Open ones first. */
  findings: readonly Finding[];
  /** Whether they're those of issued statements, which can't change. */
  isIssued: boolean;
}

/** The findings of a reconciliation, each with the action to accept it or to reopen it. */
export function FindingList({ propertyYear, findings, isIssued }: FindingListProps) {
  const [acceptedFinding, setAcceptedFinding] = useState<Finding>();
  const reopen = useReopenFinding(propertyYear);
  const openCount = findings.filter(({ acceptance }) => acceptance === null).length;
  return (
    <Section title="Findings" description={describeOpenFindings(openCount)}>
      <ul aria-label="Findings" className="divide-y divide-line border-line border-b">
        {findings.map((finding) => (
          <li
            key={finding.key}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <div className="wrap-anywhere min-w-0 max-w-[80ch] flex-1 basis-72">
              <p>{finding.sentence}</p>
              <FindingLinks propertyYear={propertyYear} finding={finding} isIssued={isIssued} />
              {finding.acceptance !== null && (
                <p className="text-ink-soft text-sm">
                  {`${finding.acceptance.by} accepted it on ${formatDay(finding.acceptance.at)}: ${finding.acceptance.reason}`}
                </p>
              )}
            </div>
            {finding.cents !== null && (
              <span className="ml-auto tabular-nums">{formatAmount(finding.cents)}</span>
            )}
            {isIssued ? null : finding.acceptance === null ? (
              <Button size="sm" onClick={() => setAcceptedFinding(finding)}>
                Accept
              </Button>
            ) : (
              <Button size="sm" onClick={() => reopen.mutate(finding.key)} isBusy={reopen.isPending}>
                Reopen
              </Button>
            )}
          </li>
        ))}
      </ul>
      {acceptedFinding !== undefined && (
        <ReasonDialog
          title="Accept this finding?"
          description={acceptedFinding.sentence}
          hint="Kept with the reconciliation, for you and for an auditor."
          submitLabel="Accept Finding"
          save={(reason) => {
            const { key, sentence, cents } = acceptedFinding;
            return call(acceptFinding, { params: propertyYear, body: { key, sentence, cents, reason } });
          }}
          done={{ title: "Finding Accepted", description: "It's open again if it changes." }}
          onClose={() => setAcceptedFinding(undefined)}
        />
      )}
    </Section>
  );
}

function describeOpenFindings(openCount: number): string {
  if (openCount === 0) return "What an auditor would question. All findings are accepted.";
  return `What an auditor would question. ${openCount === 1 ? "1 finding is" : `${openCount} findings are`} open.`;
}
