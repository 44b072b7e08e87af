import { randomFrom } from "#seeds/demo/random.ts";

/** Random values from a seed, so that a shift can be repeated. */
export class Random {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = randomFrom(seed);
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  /** An integer from `min` to `max`. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integer(0, choices.length - 1)];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }
  /** One of the names, chosen by weight. */
  pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const all = Object.entries(weights) as [Name, number][];
    let remaining = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of all) if ((remaining -= weight) < 0) return name;
    return this.pick(all)[0];
  }
}

interface ScheduledRun {
  atMs: number;
  run: () => void;
}

/** Simulated time, shared by the server and the phones. Nothing sleeps. */
export class Simulation {
  nowMs: number;
  readonly random: Random;
  private readonly scheduled: ScheduledRun[] = [];
  private readonly unfinished = new Set<Promise<unknown>>();
  constructor(startMs: number, seed: number) {
    this.nowMs = startMs;
    this.random = new Random(seed);
  }

  /**
   * Schedules `run` and returns a function that cancels it. Runs scheduled for the same time keep their
   * order.
   */
  at(atMs: number, run: () => void): () => void {
    // Clocks count whole milliseconds.
    const entry = { atMs: Math.ceil(Math.max(atMs, this.nowMs)), run };
    let [from, to] = [0, this.scheduled.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.scheduled[middle]?.atMs ?? 0) <= entry.atMs) from = middle + 1;
      else to = middle;
    }
    this.scheduled.splice(from, 0, entry);
    return () => {
      const at = this.scheduled.indexOf(entry);
      if (at >= 0) this.scheduled.splice(at, 1);
    };
  }

  after = (ms: number, run: () => void): (() => void) => this.at(this.nowMs + ms, run);

  /** Stops the simulated time until this work is done, however long it takes. */
  async whileFrozen<T>(work: Promise<T>): Promise<T> {
    this.unfinished.add(work);
    try {
      return await work;
    } finally {
      this.unfinished.delete(work);
    }
  }

  async advanceTo(untilMs: number): Promise<void> {
    await this.finishWork();
    for (let next = this.scheduled[0]; next !== undefined && next.atMs <= untilMs; next = this.scheduled[0]) {
      this.scheduled.shift();
      this.nowMs = next.atMs;
      next.run();
      await this.finishWork();
    }
    this.nowMs = untilMs;
  }

  /** Waits until all work that takes no simulated time is done. */
  private async finishWork(): Promise<void> {
    do {
      if (this.unfinished.size > 0) await Promise.allSettled(this.unfinished);
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.unfinished.size > 0);
  }
}
