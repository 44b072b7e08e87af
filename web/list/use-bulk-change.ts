import { useState } from "react";
import { toUserMessage } from "#web/api-client.ts";

/**
 * A change that runs for several rows through the endpoint for a single record, so that the same rules, log
 * entries, and notifications apply.
 */
export interface BulkAction<Row> {
  changeRow: (row: Row) => Promise<unknown>;
  /** Returns the current row from the error that rejected the change, for the next attempt. */
  getCurrent: (error: unknown) => Row | undefined;
  /** Called once all rows have been updated. */
  onDone: (count: number) => void;
  /** Called after each attempt, even if rows failed. */
  onSettled: () => void;
}

export interface Outcome<Row> {
  row: Row;
  state: "waiting" | "done" | "failed";
  /** Why the change was rejected. */
  reason?: string;
}

interface Run<Row> {
  action: BulkAction<Row>;
  outcomes: readonly Outcome<Row>[];
}

export interface BulkChange<Row> {
  outcomes: readonly Outcome<Row>[];
  isRunning: boolean;
  start: (rows: readonly Row[], action: BulkAction<Row>) => void;
  /** Retries the failed rows. */
  tryAgain: () => void;
  /** Clears the outcomes. */
  close: () => void;
}

const concurrency = 3;

/** Updates rows, a few at a time, with an outcome for each. */
export function useBulkChange<Row extends { id: number }>(): BulkChange<Row> {
  const [run, setRun] = useState<Run<Row>>();
  const outcomes = run?.outcomes ?? [];
  const isRunning = outcomes.some(isWaiting);

  async function runChanges(action: BulkAction<Row>, initialOutcomes: readonly Outcome<Row>[]) {
    let latestOutcomes = initialOutcomes;
    setRun({ action, outcomes: latestOutcomes });
    const rows = initialOutcomes.filter(isWaiting).map(({ row }) => row);
    const changeNext = async (): Promise<void> => {
      const row = rows.shift();
      if (row === undefined) return;
      const outcome = await runAction(row, action);
      latestOutcomes = latestOutcomes.map((other) => (other.row.id === row.id ? outcome : other));
      setRun({ action, outcomes: latestOutcomes });
      return changeNext();
    };
    await Promise.all(Array.from({ length: concurrency }, changeNext));
    action.onSettled();
    if (latestOutcomes.some(isFailed)) return;
    setRun(undefined);
    action.onDone(latestOutcomes.length);
  }

  return {
    outcomes,
    isRunning,
    start: (rows, action) => {
      if (!isRunning) void runChanges(action, rows.map(createWaitingOutcome));
    },
    tryAgain: () => {
      if (run === undefined || isRunning) return;
      void runChanges(
        run.action,
        outcomes.map((outcome) => (isFailed(outcome) ? createWaitingOutcome(outcome.row) : outcome)),
      );
    },
    close: () => {
      if (!isRunning) setRun(undefined);
    },
  };
}

const isWaiting = ({ state }: Outcome<unknown>) => state === "waiting";
const isFailed = ({ state }: Outcome<unknown>) => state === "failed";
const createWaitingOutcome = <Row>(row: Row): Outcome<Row> => ({ row, state: "waiting" });

async function runAction<Row>(row: Row, { changeRow, getCurrent }: BulkAction<Row>): Promise<Outcome<Row>> {
  try {
    await changeRow(row);
    return { row, state: "done" };
  } catch (error) {
    return { row: getCurrent(error) ?? row, state: "failed", reason: toUserMessage(error) };
  }
}
