import { type ReactNode, useState } from "react";
import { CircleAlert, CircleCheck } from "#web/icons.ts";
import type { ChangeEach, Outcome } from "#web/list/use-change-each.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { keepFocus } from "#web/ui/return-focus.ts";
import { Spinner } from "#web/ui/spinner.tsx";

interface ChosenBarProps<Row> {
  /** What the rows are: `work orders`. */
  noun: string;
  count: number;
  clear: () => void;
  changes: ChangeEach<Row>;
  /** A row in words: `#WO-0007 Leaking tap`. */
  nameOf: (row: Row) => string;
  /** The buttons for what can be done with the rows. */
  children: ReactNode;
}

/**
 * What can be done with the chosen rows of a list, at the bottom of the screen while there are any, and what became of
 * each when not all could be changed.
 */
export function ChosenBar<Row extends { id: number }>(props: ChosenBarProps<Row>) {
  const { noun, count, clear, changes, children } = props;
  const { outcomes, isRunning } = changes;
  const settled = outcomes.filter(({ state }) => state !== "waiting").length;
  return (
    <>
      {(count > 0 || isRunning) && (
        <Bar label={`Selected ${noun}`}>
          <output className="flex items-center gap-2 px-2 font-medium tabular-nums">
            {isRunning && <Spinner size="sm" label={null} />}
            {isRunning ? `${settled} of ${outcomes.length} changed` : `${count} selected`}
          </output>
          {children}
          <Button variant="ghost" size="sm" onClick={clear}>
            Clear
          </Button>
        </Bar>
      )}
      <Outcomes {...props} />
    </>
  );
}

function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      ref={keepFocus}
      aria-label={label}
      className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full animate-rise-in flex-wrap items-center gap-1.5 rounded-card bg-raised p-2 shadow-float print:hidden"
    >
      {children}
    </section>
  );
}

/** Opens when an attempt has ended with refusals, and stays open while these are tried again. */
function Outcomes<Row extends { id: number }>({ noun, changes, nameOf }: ChosenBarProps<Row>) {
  const { outcomes, isRunning, tryAgain, close } = changes;
  const [isOpen, setIsOpen] = useState(false);
  const refused = outcomes.filter(({ state }) => state === "refused").length;
  const isNowOpen = outcomes.length > 0 && (isOpen || (refused > 0 && !isRunning));
  if (isOpen !== isNowOpen) setIsOpen(isNowOpen);
  return (
    <Dialog
      isOpen={isNowOpen}
      onClose={close}
      title={isRunning ? `Changing ${noun}` : `${refused} of ${outcomes.length} ${noun} not changed`}
      description={null}
      footer={
        <>
          <Button disabled={isRunning} onClick={close}>
            Close
          </Button>
          <Button variant="primary" isBusy={isRunning} onClick={tryAgain}>
            Try again
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {outcomes.map((outcome) => (
          <li key={outcome.row.id} className="flex gap-3 py-2.5">
            <Mark outcome={outcome} />
            <div className="min-w-0">
              <p>{nameOf(outcome.row)}</p>
              <p className={outcome.state === "refused" ? "text-red-text" : "text-ink-soft"}>
                {outcome.reason ?? words[outcome.state]}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const words = { waiting: "Waiting", done: "Done", refused: "Not changed" } as const;

function Mark({ outcome: { state } }: { outcome: Outcome<unknown> }) {
  const shape = "mt-0.5 size-4.5 shrink-0";
  if (state === "waiting") return <Spinner size="sm" label={null} />;
  return state === "done" ? (
    <CircleCheck aria-hidden="true" className={`${shape} text-green-dot`} />
  ) : (
    <CircleAlert aria-hidden="true" className={`${shape} text-red-dot`} />
  );
}
