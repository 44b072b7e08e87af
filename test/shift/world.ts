import { randomFrom } from "#seeds/demo/random.ts";

/** Draws from one seed, so that a day can be repeated. */
export class Draws {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = randomFrom(seed);
  }
  happens(share: number): boolean {
    return this.next() < share;
  }
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }
  oneOf<T>(choices: readonly T[]): T {
    const chosen = choices[this.between(0, choices.length - 1)];
    if (chosen === undefined) throw new Error("There is nothing to choose from.");
    return chosen;
  }
  /** One of the names, each as often as its weight says. */
  byWeight<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const all = Object.entries(weights) as [Name, number][];
    let left = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of all) if ((left -= weight) < 0) return name;
    return this.oneOf(all)[0];
  }
}

interface Planned {
  atMs: number;
  run: () => void;
}

/** Simulated time, the same for servers and phones: the true one. Nothing sleeps. */
export class World {
  nowMs: number;
  readonly draws: Draws;
  private readonly planned: Planned[] = [];
  private readonly working = new Set<Promise<unknown>>();
  constructor(startMs: number, seed: number) {
    this.nowMs = startMs;
    this.draws = new Draws(seed);
  }

  /** Runs `run` then; returns what calls it off. What is planned for one moment runs in the order it was planned. */
  at(atMs: number, run: () => void): () => void {
    // Clocks count whole milliseconds.
    const one = { atMs: Math.ceil(Math.max(atMs, this.nowMs)), run };
    let [from, to] = [0, this.planned.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.planned[middle]?.atMs ?? 0) <= one.atMs) from = middle + 1;
      else to = middle;
    }
    this.planned.splice(from, 0, one);
    return () => {
      const at = this.planned.indexOf(one);
      if (at >= 0) this.planned.splice(at, 1);
    };
  }

  after = (ms: number, run: () => void): (() => void) => this.at(this.nowMs + ms, run);

  /** No time passes until this work is done, however long the real server takes. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.working.add(work);
    try {
      return await work;
    } finally {
      this.working.delete(work);
    }
  }

  async passUntil(untilMs: number): Promise<void> {
    await this.settle();
    for (let next = this.planned[0]; next !== undefined && next.atMs <= untilMs; next = this.planned[0]) {
      this.planned.shift();
      this.nowMs = next.atMs;
      next.run();
      await this.settle();
    }
    this.nowMs = untilMs;
  }

  /** Everything that takes no time is done. */
  private async settle(): Promise<void> {
    do {
      if (this.working.size > 0) await Promise.allSettled(this.working);
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.working.size > 0);
  }
}
