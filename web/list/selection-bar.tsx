import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { CircleAlert, CircleCheck, Download } from "#web/icons.ts";
import {
  type SelectionAction,
  type SelectionQuestion,
  useOfferInSearch,
} from "#web/list/selection-actions.ts";
import type { BulkChange, Outcome } from "#web/list/use-bulk-change.ts";
import type { Selection } from "#web/list/use-selection.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { returnFocusToContent } from "#web/ui/overlays/return-focus.ts";

/** A shortcut key that was pressed on a row, if the list has shortcuts. */
type PressedKey = Partial<Pick<Selection<unknown>, "pendingKey" | "onKeyPressed">>;

interface SelectionBarProps<Row> {
  /** The plural noun for the rows: `work orders`. */
  noun: string;
  selection: Pick<Selection<Row>, "rows" | "clear"> & PressedKey;
  /** Undefined if no action changes rows. */
  bulkChange?: BulkChange<Row>;
  /** The name of a row: `#WO-0007 Leaking faucet`. */
  getName: (row: Row) => string;
  /** Over the table's header, or at the bottom of the screen. */
  position: "header" | "bottom";
  /** The actions that the user can take on all selected rows. */
  actions: readonly SelectionAction[];
}

/**
 * The actions on a list's selected rows, shown while any are selected. The search offers them too. If some
 * rows couldn't be updated, shows the result for each row (NAV-33).
 */
export function SelectionBar<Row extends { id: number }>(props: SelectionBarProps<Row>) {
  const { noun, selection, bulkChange, position } = props;
  const [asked, setAsked] = useState<SelectionQuestion & { run: () => void }>();
  const askFirst = <Action extends { run: () => void; question?: SelectionQuestion | undefined }>(
    action: Action,
  ): Action => {
    const { run, question } = action;
    return question === undefined ? action : { ...action, run: () => setAsked({ ...question, run }) };
  };
  const actions = props.actions.map((action) => {
    if ("run" in action) return askFirst(action);
    return "choices" in action ? { ...action, choices: action.choices.map(askFirst) } : action;
  });
  const { outcomes, isRunning } = bulkChange ?? { outcomes: [], isRunning: false };
  const count = selection.rows.length;
  const canWrite = useIsServerReachable();
  useOfferInSearch(
    count > 0 && !isRunning && canWrite ? { title: `Selected ${noun}: ${count}`, actions } : undefined,
  );
  const bar = usePressedKey(selection);
  const finishedCount = outcomes.filter(({ state }) => state !== "waiting").length;
  return (
    <>
      {(count > 0 || isRunning) && (
        <Bar ref={bar} label={`Selected ${noun}`} position={position}>
          <output className="flex items-center gap-2 px-2 font-medium tabular-nums">
            {isRunning && <Spinner size="sm" label={null} />}
            {isRunning ? `${finishedCount} of ${outcomes.length} updated` : `${count} selected`}
          </output>
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
          <Button variant="ghost" size="sm" onClick={selection.clear}>
            Clear
          </Button>
        </Bar>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          isOpen
          {...asked}
          onConfirm={() => {
            setAsked(undefined);
            asked.run();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {bulkChange !== undefined && <Outcomes noun={noun} getName={props.getName} bulkChange={bulkChange} />}
    </>
  );
}

/** Clicks the button whose shortcut key was pressed on a row, even if that was before the bar had loaded. */
function usePressedKey({ pendingKey, onKeyPressed }: PressedKey) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pendingKey === undefined) return;
    onKeyPressed?.();
    bar.current?.querySelector<HTMLElement>(`[aria-keyshortcuts=${pendingKey}]`)?.click();
  }, [pendingKey, onKeyPressed]);
  return bar;
}

function ActionButton({ action }: { action: SelectionAction }) {
  const canWrite = useIsServerReachable();
  const { label, shortcut } = action;
  if ("href" in action)
    return (
      <a
        href={action.href}
        download
        aria-label={action.name}
        aria-keyshortcuts={shortcut}
        className={buttonClasses({ size: "sm" })}
      >
        <Download aria-hidden="true" />
        {label}
      </a>
    );
  if ("run" in action)
    return (
      <Button size="sm" disabled={!canWrite} aria-keyshortcuts={shortcut} onClick={action.run}>
        {label}
      </Button>
    );
  const { choices, heading, lastChoice } = action;
  return (
    <Menu
      label={label}
      align="start"
      trigger={(props) => (
        <Button {...props} size="sm" disabled={!canWrite} aria-keyshortcuts={shortcut}>
          {label}...
        </Button>
      )}
    >
      {heading !== undefined && <MenuHeading>{heading}</MenuHeading>}
      <div className="max-h-72 overflow-y-auto">
        {choices.map((choice) => (
          <MenuItem key={choice.key ?? choice.label} onSelect={choice.run}>
            {choice.label}
          </MenuItem>
        ))}
      </div>
      {lastChoice !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={lastChoice.run}>{lastChoice.label}</MenuItem>
        </>
      )}
    </Menu>
  );
}

function Bar({
  ref,
  label,
  position,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>;
  label: string;
  children: ReactNode;
} & Pick<SelectionBarProps<never>, "position">) {
  const bar = (
    <section
      ref={returnFocusToContent}
      aria-label={label}
      data-sticky-bar={position === "header" ? undefined : ""}
      className={classes(
        "flex max-w-full items-center gap-1.5 print:hidden",
        position === "header"
          ? // Leaves the checkbox that selects all rows in view.
            "absolute inset-x-0 -top-1.5 left-6 h-9 border-line border-b bg-canvas"
          : "sticky bottom-4 z-20 mx-auto mt-4 w-fit animate-rise-in flex-wrap rounded-card bg-raised p-2 shadow-float",
      )}
    >
      {children}
    </section>
  );
  return (
    <div ref={ref} className={position === "header" ? "sticky top-(--top-bar) z-10 h-0" : "contents"}>
      {bar}
    </div>
  );
}

/** The result for each row. Opens if rows failed, and stays open while they are retried. */
function Outcomes<Row extends { id: number }>({
  noun,
  bulkChange,
  getName,
}: Pick<SelectionBarProps<Row>, "noun" | "getName"> & { bulkChange: BulkChange<Row> }) {
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
