import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import type { ReconciliationRun } from "../../reconciliation-contract.ts";
import { describeTrueUps } from "../../runs.ts";

/** The statements that were issued for a year, newest first, with who, when, and why. */
export const RunList = ({ runs }: { runs: readonly ReconciliationRun[] }) => (
  <Section title="History">
    <ul aria-label="History" className="divide-y divide-line border-line border-b">
      {runs.map((run) => (
        <ListRow
          key={run.number}
          title={run.reason === null ? `Statements ${run.number}` : `Correction ${run.number}`}
          aside={run.reversal !== null && <Badge tone="gray">Reversed</Badge>}
          meta={run.charges > 0 ? `Due ${formatCalendarDay(run.dueOn)}` : undefined}
        >
          <p>{`${run.by} issued ${describeStatements(run)} on ${formatDay(run.at)}: ${describeTrueUps(run)}`}</p>
          {run.reason !== null && <p className="wrap-anywhere">{`Reason: ${run.reason}`}</p>}
          {run.reversal !== null && (
            <p className="wrap-anywhere">
              {`${run.reversal.by} reversed it on ${formatDay(run.reversal.at)}: ${run.reversal.reason}`}
            </p>
          )}
        </ListRow>
      ))}
    </ul>
  </Section>
);

const describeStatements = ({ statements }: ReconciliationRun): string =>
  statements === 1 ? "1 statement" : `${statements} statements`;
