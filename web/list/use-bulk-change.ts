import { useState } from "react";
import { toUserMessage } from "#web/api-client.ts";

/**
 * A change that runs for several rows through the endpoint for a single record, so that the same rules, log
 * entries, and notifications apply.
 */
export interface BulkAction<Row> {
  change: (row: Row) => Promise<unknown>;
  /** Returns the current row from the error that rejected the change, to retry with. */
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

  async function change(action: BulkAction<Row>, first: readonly Outcome<Row>[]) {
    let latest = first;
    setRun({ action, outcomes: latest });
    const rows = first.filter(isWaiting).map(({ row }) => row);
    const changeNext = async (): Promise<void> => {
      const row = rows.shift();
      if (row === undefined) return;
      const outcome = await runAction(row, action);
      latest = latest.map((other) => (other.row.id === row.id ? outcome : other));
      setRun({ action, outcomes: latest });
      return changeNext();
    };
    await Promise.all(Array.from({ length: concurrency }, changeNext));
    action.onSettled();
    if (latest.some(isFailed)) return;
    setRun(undefined);
    action.onDone(latest.length);
  }

  return {
    outcomes,
    isRunning,
    start: (rows, action) => {
      if (!isRunning) void change(action, rows.map(waiting));
    },
    tryAgain: () => {
      if (run === undefined || isRunning) return;
      void change(
        run.action,
        outcomes.map((outcome) => (isFailed(outcome) ? waiting(outcome.row) : outcome)),
      );
    },
    close: () => {
      if (!isRunning) setRun(undefined);
    },
  };
}

const isWaiting = ({ state }: Outcome<unknown>) => state === "waiting";
const isFailed = ({ state }: Outcome<unknown>) => state === "failed";
const waiting = <Row>(row: Row): Outcome<Row> => ({ row, state: "waiting" });

async function runAction<Row>(row: Row, { change, getCurrent }: BulkAction<Row>): Promise<Outcome<Row>> {
  try {
    await change(row);
    return { row, state: "done" };
  } catch (error) {
    return { row: getCurrent(error) ?? row, state: "failed", reason: toUserMessage(error) };
  }
}
