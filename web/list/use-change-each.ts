import { useState } from "react";
import { userMessageOf } from "#web/api-client.ts";

/** A change of several rows by the call that changes one: each has the same rules, log and notifications as alone. */
export interface ChangeOfEach<Row> {
  change: (row: Row) => Promise<unknown>;
  /** The row as somebody else has changed it, from the error that refused the change; to try again with. */
  currentOf: (error: unknown) => Row | undefined;
  /** When all rows are changed. */
  onDone: (count: number) => void;
  /** After each attempt, whether all rows are changed or not. */
  onSettled: () => void;
}

export interface Outcome<Row> {
  row: Row;
  state: "waiting" | "done" | "refused";
  /** Why it was refused. */
  reason?: string;
}

interface Run<Row> {
  each: ChangeOfEach<Row>;
  outcomes: readonly Outcome<Row>[];
}

export interface ChangeEach<Row> {
  outcomes: readonly Outcome<Row>[];
  isRunning: boolean;
  start: (rows: readonly Row[], each: ChangeOfEach<Row>) => void;
  /** Repeats what was refused. */
  tryAgain: () => void;
  /** Forgets the outcomes. */
  close: () => void;
}

const atOnce = 3;

/** Changes rows, a few at once, with an outcome for each. */
export function useChangeEach<Row extends { id: number }>(): ChangeEach<Row> {
  const [run, setRun] = useState<Run<Row>>();
  const outcomes = run?.outcomes ?? [];
  const isRunning = outcomes.some(isWaiting);

  async function change(each: ChangeOfEach<Row>, first: readonly Outcome<Row>[]) {
    let latest = first;
    setRun({ each, outcomes: latest });
    const rows = first.filter(isWaiting).map(({ row }) => row);
    const changeNext = async (): Promise<void> => {
      const row = rows.shift();
      if (row === undefined) return;
      const outcome = await outcomeOf(row, each);
      latest = latest.map((other) => (other.row.id === row.id ? outcome : other));
      setRun({ each, outcomes: latest });
      return changeNext();
    };
    await Promise.all(Array.from({ length: atOnce }, changeNext));
    each.onSettled();
    if (latest.some(isRefused)) return;
    setRun(undefined);
    each.onDone(latest.length);
  }

  return {
    outcomes,
    isRunning,
    start: (rows, each) => {
      if (!isRunning) void change(each, rows.map(waiting));
    },
    tryAgain: () => {
      if (run === undefined || isRunning) return;
      void change(
        run.each,
        outcomes.map((outcome) => (isRefused(outcome) ? waiting(outcome.row) : outcome)),
      );
    },
    close: () => {
      if (!isRunning) setRun(undefined);
    },
  };
}

const isWaiting = ({ state }: Outcome<unknown>) => state === "waiting";
const isRefused = ({ state }: Outcome<unknown>) => state === "refused";
const waiting = <Row>(row: Row): Outcome<Row> => ({ row, state: "waiting" });

async function outcomeOf<Row>(row: Row, { change, currentOf }: ChangeOfEach<Row>): Promise<Outcome<Row>> {
  try {
    await change(row);
    return { row, state: "done" };
  } catch (error) {
    return { row: currentOf(error) ?? row, state: "refused", reason: userMessageOf(error) };
  }
}
