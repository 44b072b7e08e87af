import { type ReactNode, useState } from "react";
import { CircleAlert, CircleCheck } from "#web/icons.ts";
import type { BulkChange, Outcome } from "#web/list/use-bulk-change.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { returnFocusToContent } from "#web/ui/overlays/return-focus.ts";

interface SelectionBarProps<Row> {
  /** The plural noun for the rows: `work orders`. */
  noun: string;
  count: number;
  onClear: () => void;
  bulkChange: BulkChange<Row>;
  /** The name of a row: `#WO-0007 Leaking faucet`. */
  getName: (row: Row) => string;
  /** Over the header of the table below it, or at the bottom of the screen. */
  position: "header" | "bottom";
  /** The buttons for the actions on the rows. */
  children: ReactNode;
}

/**
 * The actions on a list's selected rows while any are selected. If some rows couldn't be updated, it also
 * shows the result for each.
 */
export function SelectionBar<Row extends { id: number }>(props: SelectionBarProps<Row>) {
  const { noun, count, onClear, bulkChange, position, children } = props;
  const { outcomes, isRunning } = bulkChange;
  const finishedCount = outcomes.filter(({ state }) => state !== "waiting").length;
  return (
    <>
      {(count > 0 || isRunning) && (
        <Bar label={`Selected ${noun}`} position={position}>
          <output className="flex items-center gap-2 px-2 font-medium tabular-nums">
            {isRunning && <Spinner size="sm" label={null} />}
            {isRunning ? `${finishedCount} of ${outcomes.length} updated` : `${count} selected`}
          </output>
          {children}
          <Button variant="ghost" size="sm" onClick={onClear}>
            Clear
          </Button>
        </Bar>
      )}
      <Outcomes {...props} />
    </>
  );
}

function Bar({
  label,
  position,
  children,
}: { label: string; children: ReactNode } & Pick<SelectionBarProps<never>, "position">) {
  const bar = (
    <section
      ref={returnFocusToContent}
      aria-label={label}
      className={classes(
        "flex max-w-full items-center gap-1.5 print:hidden",
        position === "header"
          ? // Leaves the box that selects all of them in view.
            "absolute inset-x-0 -top-1.5 left-6 h-9 border-line border-b bg-canvas"
          : "sticky bottom-4 z-20 mx-auto mt-4 w-fit animate-rise-in flex-wrap rounded-card bg-raised p-2 shadow-float",
      )}
    >
      {children}
    </section>
  );
  return position === "header" ? <div className="sticky top-(--top-bar) z-10 h-0">{bar}</div> : bar;
}

/** Opens after an attempt in which rows failed, and stays open while these are retried. */
function Outcomes<Row extends { id: number }>({ noun, bulkChange, getName }: SelectionBarProps<Row>) {
  const { outcomes, isRunning, tryAgain, close } = bulkChange;
  const [isOpen, setIsOpen] = useState(false);
  const failedCount = outcomes.filter(({ state }) => state === "failed").length;
  const shouldBeOpen = outcomes.length > 0 && (isOpen || (failedCount > 0 && !isRunning));
  if (isOpen !== shouldBeOpen) setIsOpen(shouldBeOpen);
  return (
    <Dialog
      isOpen={shouldBeOpen}
      onClose={close}
      title={isRunning ? `Updating ${noun}` : `${failedCount} of ${outcomes.length} ${noun} not updated`}
      description={null}
      footer={
        <Button variant="primary" isBusy={isRunning} onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {outcomes.map((outcome) => (
          <li key={outcome.row.id} className="flex gap-3 py-2.5">
            <OutcomeIcon outcome={outcome} />
            <div className="min-w-0">
              <p>{getName(outcome.row)}</p>
              <p className={outcome.state === "failed" ? "text-red-text" : "text-ink-soft"}>
                {outcome.reason ?? outcomeTexts[outcome.state]}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const outcomeTexts = { waiting: "Waiting", done: "Done", failed: "Not updated" } as const;

function OutcomeIcon({ outcome: { state } }: { outcome: Outcome<unknown> }) {
  const shape = "mt-0.5 size-4.5 shrink-0";
  if (state === "waiting") return <Spinner size="sm" label={null} />;
  return state === "done" ? (
    <CircleCheck aria-hidden="true" className={`${shape} text-green-dot`} />
  ) : (
    <CircleAlert aria-hidden="true" className={`${shape} text-red-dot`} />
  );
}
