import { addDays, countDays, type Day } from "#shared/calendar.ts";
import { type Fraction, toFraction } from "#shared/fraction.ts";
import type { PoolRecovery } from "../../recovery-terms.ts";

/** A range of days, with both ends included. */
export interface Span {
  from: Day;
  to: Day;
}

/** The area of a unit in a span of days. */
export interface UnitArea extends Span {
  unitId: number;
  squareFeet: number;
}

/** The rule of a lease for the pool while one version of its terms applies. */
export interface LeaseRule extends Span {
  /** Null if the terms have no rule for the pool. */
  recovery: PoolRecovery | null;
  /** The area stated in the lease, or 0 to use the area of its units. */
  statedSquareFeet: number;
}

/** A lease in the pool's period. */
export interface PoolLease {
  leaseId: number;
  units: readonly (Span & { unitId: number })[];
  rules: readonly LeaseRule[];
}

/** A lease's areas and rule in a segment. */
export interface LeaseInSegment {
  leaseId: number;
  /** The area of its units, which is part of the leasable area. */
  unitSquareFeet: number;
  /** The area the tenant is billed for. */
  billedSquareFeet: number;
  recovery: PoolRecovery | null;
}

/** Days in which no area, tenant, or rule changes. */
export interface Segment extends Span {
  days: number;
  leasableSquareFeet: number;
  occupiedSquareFeet: number;
  /** The area of the anchors' units. */
  anchorSquareFeet: number;
  /** By lease id. */
  leases: ReadonlyMap<number, LeaseInSegment>;
}

/**
 * Splits the period at every change of an area, a tenant, or a rule, because the cost of a day is shared by the
 * areas of that day.
 */
export function splitIntoSegments(
  period: Span,
  units: readonly UnitArea[],
  leases: readonly PoolLease[],
): Segment[] {
  const starts = new Set([period.from]);
  const spans = [...units, ...leases.flatMap(({ units: leased, rules }) => [...leased, ...rules])];
  for (const { from, to } of spans)
    for (const day of [from, addDays(to, 1)]) if (day > period.from && day <= period.to) starts.add(day);
  for (const { recovery } of leases.flatMap(({ rules }) => rules)) {
    const day = recovery?.startsOn ?? null;
    if (day !== null && day > period.from && day <= period.to) starts.add(day);
  }
  const days = [...starts].sort();
  return days.map((from, index) => {
    const next = days[index + 1];
    return describeSegment({ from, to: next === undefined ? period.to : addDays(next, -1) }, units, leases);
  });
}

function describeSegment(span: Span, units: readonly UnitArea[], leases: readonly PoolLease[]): Segment {
  const isNow = ({ from, to }: Span) => from <= span.from && to >= span.to;
  const areas = new Map(units.filter(isNow).map(({ unitId, squareFeet }) => [unitId, squareFeet]));
  const present = leases.flatMap(({ leaseId, units: leased, rules }): LeaseInSegment[] => {
    const current = leased.filter(isNow);
    if (current.length === 0) return [];
    const rule = rules.find(isNow);
    const unitSquareFeet = addUp(current.map(({ unitId }) => areas.get(unitId) ?? 0));
    const billedSquareFeet = rule?.statedSquareFeet || unitSquareFeet;
    return [{ leaseId, unitSquareFeet, billedSquareFeet, recovery: rule?.recovery ?? null }];
  });
  return {
    ...span,
    days: countDays(span.from, span.to),
    leasableSquareFeet: addUp([...areas.values()]),
    occupiedSquareFeet: addUp(present.map(({ unitSquareFeet }) => unitSquareFeet)),
    anchorSquareFeet: addUp(
      present.map(({ recovery, unitSquareFeet }) => (recovery?.isAnchor === true ? unitSquareFeet : 0)),
    ),
    leases: new Map(present.map((lease) => [lease.leaseId, lease])),
  };
}

const addUp = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the occupied part of the leasable area, weighted by days. 1 if there is no leasable area. */
export function weighOccupancy(segments: readonly Segment[]): Fraction {
  const leasable = addUp(segments.map(({ days, leasableSquareFeet }) => days * leasableSquareFeet));
  const occupied = addUp(segments.map(({ days, occupiedSquareFeet }) => days * occupiedSquareFeet));
  return leasable === 0 ? toFraction(1) : toFraction(occupied, leasable);
}
