import { addDays, countDays } from "#shared/calendar.ts";
import type { Cents } from "#shared/format/money.ts";
import {
  add,
  divide,
  type Fraction,
  isLess,
  max,
  multiply,
  roundHalfUp,
  subtract,
  sum,
  toFraction,
  zero,
} from "#shared/fraction.ts";
import { type LossCause, lossCauses } from "../../loss-causes.ts";
import type { Denominator, PoolRecovery } from "../../recovery-terms.ts";
import {
  type LeaseInSegment,
  type PoolLease,
  type Segment,
  type Span,
  splitIntoSegments,
  type UnitArea,
  weighOccupancy,
} from "./areas.ts";
import {
  type BilledAmount,
  type CategoryCost,
  findCeiling,
  limitCost,
  type PoolYear,
  prepareCost,
  type SharedCost,
} from "./pool-cost.ts";

export type Losses = Record<LossCause, Fraction>;

/** A pool of a property in one period. */
export interface PoolInput extends Span {
  costs: readonly CategoryCost[];
  units: readonly UnitArea[];
  leases: readonly PoolLease[];
  /** The pool's data in the base years that leases use. */
  baseYears: ReadonlyMap<number, BaseYear>;
  /** The base in cents by lease and base year, entered when the lease was taken over from another system. */
  enteredBases: ReadonlyMap<number, ReadonlyMap<number, Cents>>;
  /** By lease. */
  billedLastYear: ReadonlyMap<number, BilledAmount>;
}
export type BaseYear = Pick<PoolInput, "from" | "to" | "costs" | "units" | "leases">;

/** The days of a lease to which one rule applied, and their amount. Amounts in cents. */
export interface LinePart extends Span {
  recovery: PoolRecovery;
  segments: readonly SharedSegment[];
  /** Null for a fixed rate, which doesn't depend on the cost. */
  cost: SharedCost | null;
  /** Whether the base was entered when the lease was taken over from another system. */
  isBaseEntered: boolean;
  /** Null if it isn't known. Only a non-cumulative cap grows from it. */
  billedLastYear: BilledAmount | null;
  /** The share of the period's cost. */
  share: Fraction;
  /** The expense stop for these days. 0 if the lease has none. */
  stop: Fraction;
  amount: Fraction;
}

/** Consecutive days within a part during which the areas don't change. */
export interface SharedSegment extends Span {
  days: number;
  billedSquareFeet: number;
  /** Null for a percentage or a rate. */
  denominatorSquareFeet: Fraction | null;
}

/** A lease's share of the pool. */
export interface PoolLine {
  leaseId: number;
  parts: readonly LinePart[];
  /** Rounded once. */
  amountCents: Cents;
  /** The part of the pool that isn't recovered from the lease's area, by cause. */
  losses: Losses;
}

export interface PoolResult {
  totalCents: Cents;
  segments: readonly Segment[];
  occupancy: Fraction;
  contributions: Fraction;
  lines: readonly PoolLine[];
  /** They add up to the total less all lines. */
  losses: Losses;
}

/**
 * Shares the cost of a pool between the leases of the property, in the order of operations of decision 031. The
 * lines and the losses always add up to the cost, exactly.
 */
export function calculatePool(input: PoolInput): PoolResult {
  const context = prepare(input);
  const { segments, total } = context;
  const { occupancy, contributions } = context.year;
  const lines = input.leases.map((lease) => calculateLine(lease, context));
  const vacancy = sum(
    segments.map(({ days, leasableSquareFeet: leasable, occupiedSquareFeet: occupied }) =>
      leasable === 0
        ? toFraction(days, countDays(input.from, input.to))
        : toFraction(days * (leasable - occupied), countDays(input.from, input.to) * leasable),
    ),
  );
  const losses = addLosses(lines.map((line) => line.losses));
  losses.vacancy = multiply(total, vacancy);
  return { totalCents: roundHalfUp(total), segments, occupancy, contributions, lines, losses };
}

/**
 * Returns the controllable expenses of the pool as they are billed to leases with a cap, after the cap. If a lease's
 * rule changed within the year, the last one counts.
 */
export function findBilledAmounts(
  input: PoolInput,
  leaseIds: ReadonlySet<number>,
): Map<number, BilledAmount> {
  const context = prepare(input);
  const amounts = new Map<number, BilledAmount>();
  for (const lease of input.leases.filter(({ leaseId }) => leaseIds.has(leaseId))) {
    const cost = calculateLine(lease, context).parts.at(-1)?.cost ?? null;
    if (cost !== null) amounts.set(lease.leaseId, { amount: cost.capped, source: "calculated" });
  }
  return amounts;
}

function prepare(input: PoolInput): Context {
  const segments = splitIntoSegments(input, input.units, input.leases);
  const contributions = sumContributions(input, segments);
  const year = { costs: input.costs, occupancy: weighOccupancy(segments), contributions };
  const total = sum(input.costs.map(({ cents }) => toFraction(cents)));
  return { input, segments, year, total, bases: new BaseCosts(input) };
}

interface Context {
  input: PoolInput;
  segments: readonly Segment[];
  year: PoolYear;
  total: Fraction;
  bases: BaseCosts;
}

function calculateLine(lease: PoolLease, context: Context): PoolLine {
  const { input, total } = context;
  const periodDays = countDays(input.from, input.to);
  const losses = noLosses();
  const parts = lease.rules.flatMap((rule): LinePart[] => {
    const segments = context.segments.flatMap((segment) => {
      const present = segment.leases.get(lease.leaseId);
      return present === undefined || segment.from < rule.from || segment.to > rule.to
        ? []
        : [{ segment, present }];
    });
    // The part of the cost that falls on the lease's area and these days.
    const fair = (found: typeof segments) => multiply(total, sumAreaShares(found, periodDays));
    const { recovery } = rule;
    if (recovery === null || recovery.share.kind === "none") {
      const cause = recovery === null ? "no-rule" : "gross-lease";
      losses[cause] = add(losses[cause], fair(segments));
      return [];
    }
    const started = segments.filter(({ segment }) => segment.from >= (recovery.startsOn ?? ""));
    losses["not-started"] = add(losses["not-started"], subtract(fair(segments), fair(started)));
    if (started.length === 0) return [];
    const part = calculatePart(lease.leaseId, recovery, started, context);
    noteLosses(losses, part, { fair: fair(started), total });
    return [part];
  });
  const amount = sum(parts.map((part) => part.amount));
  const amountCents = roundHalfUp(amount);
  losses.rounding = subtract(amount, toFraction(amountCents));
  return { leaseId: lease.leaseId, parts, amountCents, losses };
}

type LeaseSegments = readonly { segment: Segment; present: LeaseInSegment }[];

/** Returns the part of the leasable area that the lease has in the segments, weighted by days. */
function sumAreaShares(segments: LeaseSegments, periodDays: number): Fraction {
  const areaDaysByLeasable = new Map<number, number>();
  for (const { segment, present } of segments) {
    const { leasableSquareFeet: leasable, days } = segment;
    const areaDays = areaDaysByLeasable.get(leasable) ?? 0;
    areaDaysByLeasable.set(leasable, areaDays + days * present.unitSquareFeet);
  }
  areaDaysByLeasable.delete(0);
  return sum(
    [...areaDaysByLeasable].map(([leasable, areaDays]) => toFraction(areaDays, periodDays * leasable)),
  );
}

function calculatePart(
  leaseId: number,
  recovery: PoolRecovery,
  started: LeaseSegments,
  { input, year, bases }: Context,
): LinePart {
  const periodDays = countDays(input.from, input.to);
  const segments = joinSegments(started, recovery);
  const areaDays = toFraction(
    segments.reduce((days, { billedSquareFeet, days: of }) => days + billedSquareFeet * of, 0),
    periodDays,
  );
  const atRate = (rateHundredths: number) => multiply(areaDays, toFraction(rateHundredths, 100));
  const span = { from: segments[0]?.from ?? input.from, to: segments.at(-1)?.to ?? input.to };
  if (recovery.share.kind === "rate") {
    const amount = atRate(recovery.share.rateHundredths);
    const known = { isBaseEntered: false, billedLastYear: null };
    return { ...span, recovery, segments, cost: null, ...known, share: zero, stop: zero, amount };
  }
  const share = sum(
    segments.map((segment) => multiply(findShare(segment, recovery), toFraction(segment.days, periodDays))),
  );
  const billedLastYear = input.billedLastYear.get(leaseId) ?? null;
  const ceiling =
    recovery.cap === null
      ? null
      : findCeiling(recovery.cap, Number(input.from.slice(0, 4)), billedLastYear?.amount ?? null);
  const cost = limitCost(prepareCost(year, recovery), ceiling, bases.find(leaseId, recovery));
  const stop = recovery.base.kind === "stop" ? atRate(recovery.base.rateHundredths) : zero;
  const difference = subtract(multiply(cost.afterBase, share), stop);
  const amount = recovery.base.kind === "stop" ? max(zero, difference) : difference;
  const isBaseEntered = bases.findEntered(leaseId, recovery) !== undefined;
  return { ...span, recovery, segments, cost, isBaseEntered, billedLastYear, share, stop, amount };
}

/** Joins consecutive segments in which the lease's area and its denominator are the same. */
function joinSegments(started: LeaseSegments, recovery: PoolRecovery): SharedSegment[] {
  const joined: (Omit<SharedSegment, "denominatorSquareFeet"> & { denominator: number | null })[] = [];
  for (const { segment, present } of started) {
    const { from, to, days } = segment;
    const { billedSquareFeet } = present;
    const denominator = findDenominator(segment, recovery);
    const last = joined.at(-1);
    if (
      last !== undefined &&
      addDays(last.to, 1) === from &&
      last.billedSquareFeet === billedSquareFeet &&
      last.denominator === denominator
    ) {
      last.to = to;
      last.days += days;
    } else joined.push({ from, to, days, billedSquareFeet, denominator });
  }
  return joined.map(({ denominator, ...segment }) => ({
    ...segment,
    denominatorSquareFeet: denominator === null ? null : toFraction(denominator, 10_000),
  }));
}

/**
 * Returns the denominator of a segment in ten-thousandths of a square foot, which is exact for a floor in
 * basis points. Null if the tenant doesn't share by area.
 */
function findDenominator(segment: Segment, { share, isAnchor }: PoolRecovery): number | null {
  if (share.kind !== "area") return null;
  const { denominator, floorSquareFeet } = share;
  const anchors = share.anchors === "shared" || isAnchor ? 0 : segment.anchorSquareFeet;
  const leasable = segment.leasableSquareFeet - anchors;
  const occupied = segment.occupiedSquareFeet - anchors;
  return Math.max(chooseDenominator(denominator, leasable, occupied), 10_000 * (floorSquareFeet ?? 0));
}

function chooseDenominator(rule: Denominator, leasable: number, occupied: number): number {
  switch (rule.kind) {
    case "leasable":
      return 10_000 * leasable;
    case "occupied":
      return Math.max(10_000 * occupied, rule.floorBasisPoints * leasable);
    case "fixed":
      return 10_000 * rule.squareFeet;
  }
}

/** Returns the share of each day's cost in a segment. 0 if there is nothing to divide by. */
function findShare(
  { billedSquareFeet, denominatorSquareFeet: area }: SharedSegment,
  { share }: PoolRecovery,
): Fraction {
  if (share.kind === "percentage") return toFraction(share.millionths, 1_000_000);
  if (area === null || !isLess(zero, area)) return zero;
  return divide(toFraction(billedSquareFeet), area);
}

/** The anchors' contributions, which they pay by their own rules before anyone shares the rest. */
function sumContributions(input: BaseYear & Partial<PoolInput>, segments: readonly Segment[]): Fraction {
  const anchors = input.leases.filter(({ rules }) =>
    rules.some(({ recovery }) => recovery?.isAnchor === true),
  );
  if (anchors.length === 0) return zero;
  const year = { costs: input.costs, occupancy: weighOccupancy(segments), contributions: zero };
  const whole: PoolInput = {
    baseYears: new Map(),
    enteredBases: new Map(),
    billedLastYear: new Map(),
    ...input,
  };
  const context = {
    input: whole,
    segments,
    year,
    total: sum(input.costs.map(({ cents }) => toFraction(cents))),
    bases: new BaseCosts(whole),
  };
  return sum(anchors.map((anchor) => toFraction(calculateLine(anchor, context).amountCents)));
}

/** The pool's cost in base years, by the same rule as the year compared with them. */
class BaseCosts {
  readonly #input: PoolInput;
  readonly #years = new Map<number, PoolYear>();

  constructor(input: PoolInput) {
    this.#input = input;
  }

  /**
   * Returns the base of the whole pool in cents. 0 if the lease has none, the pool has no such year, or that year's cost
   * was below zero, which would otherwise be billed to the tenant.
   */
  find(leaseId: number, recovery: PoolRecovery): Fraction {
    if (recovery.base.kind === "amount") return toFraction(recovery.base.cents);
    if (recovery.base.kind !== "year") return zero;
    const entered = this.findEntered(leaseId, recovery);
    if (entered !== undefined) return toFraction(entered);
    const year = this.#read(recovery.base.year);
    if (year === undefined) return zero;
    const { net, fee } = prepareCost(year, recovery);
    return max(zero, add(net, fee));
  }

  /** Returns the base in cents that was entered when the lease was taken over. Undefined if there is none. */
  findEntered(leaseId: number, { base }: PoolRecovery): Cents | undefined {
    return base.kind === "year" ? this.#input.enteredBases.get(leaseId)?.get(base.year) : undefined;
  }

  #read(number: number): PoolYear | undefined {
    const known = this.#years.get(number);
    const base = this.#input.baseYears.get(number);
    if (known !== undefined || base === undefined) return known;
    const segments = splitIntoSegments(base, base.units, base.leases);
    const contributions = sumContributions(base, segments);
    const year = { costs: base.costs, occupancy: weighOccupancy(segments), contributions };
    this.#years.set(number, year);
    return year;
  }
}

/** Adds the difference between the cost that falls on a part's area and what the tenant pays, step by step. */
function noteLosses(
  losses: Losses,
  { cost, share, amount }: LinePart,
  { fair, total }: { fair: Fraction; total: Fraction },
): void {
  const note = (cause: LossCause, lost: Fraction) => {
    losses[cause] = add(losses[cause], lost);
  };
  if (cost === null || total.numerator === 0n) {
    note("share", subtract(fair, amount));
    return;
  }
  const ratio = divide(fair, total);
  const at = (part: Fraction) => multiply(part, ratio);
  note("exclusion", at(subtract(total, cost.shared)));
  note("gross-up", at(subtract(cost.shared, cost.grossedUp)));
  note("contribution", at(cost.contributions));
  note("fee", at(subtract(zero, cost.fee)));
  note("cap", at(cost.overCap));
  note("base", at(subtract(cost.afterCap, cost.afterBase)));
  const shared = multiply(cost.afterBase, share);
  note("share", subtract(at(cost.afterBase), shared));
  note("base", subtract(shared, amount));
}

const noLosses = (): Losses => Object.fromEntries(lossCauses.map((cause) => [cause, zero])) as Losses; // Object.fromEntries loses the keys.

function addLosses(all: readonly Losses[]): Losses {
  const total = noLosses();
  for (const losses of all) for (const cause of lossCauses) total[cause] = add(total[cause], losses[cause]);
  return total;
}
