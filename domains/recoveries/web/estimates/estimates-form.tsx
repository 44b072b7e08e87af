import { Suspense, useState } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Cells } from "#web/ui/forms/amount-cells.ts";
import { UnsavedChanges } from "#web/ui/forms/unsaved-changes.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Estimates } from "../../estimates-contract.ts";
import { countChangedLeases } from "./changed-estimates.ts";
import { EstimatesGrid } from "./estimates-grid.tsx";

const ApplyDialog = lazyPart(() =>
  import("./apply-dialog.tsx").then((module) => ({ default: module.ApplyDialog })),
);

interface EstimatesFormProps {
  estimates: Estimates;
  from: string;
  onDirtyChange: (isDirty: boolean) => void;
}

/** The grid of the estimates, whose amounts can be edited and are applied together. */
export function EstimatesForm({ estimates, from, onDirtyChange }: EstimatesFormProps) {
  const { rows, year } = estimates;
  const [cells, setCells] = useState<Cells>(() => rows.map(({ proposedCents }) => [proposedCents]));
  const [isApplying, setIsApplying] = useState(false);
  const canApply = useCan("terms.edit");
  const canWrite = useIsServerReachable();
  const isDirty = rows.some(({ proposedCents }, row) => cells[row]?.[0] !== proposedCents);
  const hasErrors = cells.some(([cents = null]) => cents === null || cents < 0);
  const leases = countChangedLeases(rows, cells);
  const change = (changed: Cells) => {
    setCells(changed);
    onDirtyChange(rows.some(({ proposedCents }, row) => changed[row]?.[0] !== proposedCents));
  };
  return (
    <Section title="Monthly estimates" description={describeRounding(estimates)}>
      {isDirty && (
        <UnsavedChanges
          title="Leave without applying your changes?"
          description="The amounts you edited aren't saved."
        />
      )}
      <EstimatesGrid rows={rows} cells={cells} year={year} isReadOnly={!canApply} onChange={change} />
      {canApply && (
        <div className="bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-canvas py-3 sm:sticky">
          <p role="status" className="max-w-[70ch] text-ink-soft text-sm">
            {describeStatus({ hasErrors, leases, from })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              disabled={!isDirty}
              onClick={() => change(rows.map(({ proposedCents }) => [proposedCents]))}
            >
              Discard
            </Button>
            <Button
              variant="primary"
              disabled={!canWrite || hasErrors || leases === 0}
              onClick={() => setIsApplying(true)}
            >
              Apply Estimates
            </Button>
          </div>
        </div>
      )}
      <Suspense>
        {isApplying && (
          <ApplyDialog
            estimates={estimates}
            cells={cells}
            from={from}
            onApplied={() => {
              setIsApplying(false);
              onDirtyChange(false);
            }}
            onClose={() => setIsApplying(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}

interface Status {
  hasErrors: boolean;
  leases: number;
  from: string;
}

function describeStatus({ hasErrors, leases, from }: Status): string {
  if (hasErrors) return "Correct the marked amounts to apply the estimates. They can't be negative.";
  if (leases === 0) return `The terms of the leases have these amounts starting ${formatCalendarDay(from)}.`;
  return `${countRows(leases, ["lease changes", "leases change"])} on ${formatCalendarDay(from)}. To leave one as it is, enter its current amount.`;
}

/** Says what rounding each month to cents leaves. Undefined if it's nothing. */
function describeRounding({ year, roundingCents }: Estimates): string | undefined {
  if (roundingCents === 0) return undefined;
  const amount = formatAmount(Math.abs(roundingCents));
  return `Rounded to cents, the proposed amounts come to ${amount} ${roundingCents > 0 ? "less" : "more"} than the shares. The reconciliation of ${year} evens that out.`;
}
