import { sql } from "kysely";
import { type EstimateKind, estimateKinds } from "#domains/expenses/categories-contract.ts";
import { getTermsPeriods } from "#domains/leases/schedule.ts";
import { toLeaseDays } from "#domains/leases/server/terms/present-terms.ts";
import {
  findRunningLeasesWithTerms,
  type LeaseWithTerms,
} from "#domains/leases/server/terms/terms-queries.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addMonths, type Day, maxDay } from "#shared/calendar.ts";
import { multiply, roundHalfUp } from "#shared/fraction.ts";
import type { EstimateRow, EstimateSource, Estimates, SkippedEstimate } from "../../estimates-contract.ts";
import { type CalculatedPool, calculatePools } from "../drafts/calculate-pools.ts";
import type { ReconciledLease, ReconciliationInputs } from "../drafts/read-inputs.ts";
import { readExpectedCosts } from "./expected-costs.ts";
import {
  type EstimatedLease,
  findChargeObstacle,
  findLeaseObstacle,
  getMonthlyEstimate,
  getScheduledEstimate,
} from "./monthly-estimate.ts";
import { getShare, type LeaseShare } from "./monthly-share.ts";

/**
 * Calculates the monthly estimates of a property's year by the leases' recovery terms (REC-30).
 * @throws AppError not_found
 */
export async function readEstimates(
  ctx: SignedInCtx,
  propertyId: number,
  query: { year: number; source: EstimateSource; percent: number; from?: Day | undefined },
): Promise<Estimates> {
  const { year, source, percent: basisPoints } = query;
  const { inputs, notes } = await readExpectedCosts(ctx, propertyId, { year, source, basisPoints });
  const pools = await calculatePools(inputs);
  const leases = await findRunningLeasesWithTerms(ctx, propertyId);
  const months = await findMonths(ctx, propertyId, { year, pools, leases });
  const from = months.find((month) => month === query.from) ?? months[0] ?? null;
  const costCents = pools.reduce((total, { result }) => total + result.totalCents, 0);
  const head = {
    property: inputs.property,
    year,
    source,
    from,
    months,
    costCents,
    applied: from === null ? null : summarizeApplied(leases, from),
  };
  const kinds = findKinds(pools);
  if (from === null || kinds.length === 0) return { ...head, roundingCents: 0, notes, rows: [], skipped: [] };
  const found: Proposals = { rows: [], skipped: [], roundingCents: 0 };
  for (const reconciled of inputs.leases) {
    const lease = leases.find(({ id }) => id === reconciled.id);
    if (lease !== undefined) proposeEstimates(found, { lease, reconciled, pools, kinds, from });
  }
  return {
    ...head,
    ...found,
    notes: [
      ...describeMissingCosts(pools, kinds, { source, year }),
      ...describeYearlyCaps(pools, inputs),
      ...notes,
    ],
  };
}

/** Describes the caps that grow over the amount billed in the year before, if no statement or entry has that amount. */
function describeYearlyCaps(
  pools: readonly CalculatedPool[],
  { year, leases }: ReconciliationInputs,
): string[] {
  const parts = pools
    .flatMap(({ result }) => result.lines)
    .flatMap(({ leaseId, parts: lineParts }) => lineParts.map((part) => ({ leaseId, ...part })))
    .filter(({ recovery: { cap } }) => cap?.kind === "non-cumulative" && cap.baseYear < year);
  const listCompanies = (capped: typeof parts) => {
    const ids = new Set(capped.map(({ leaseId }) => leaseId));
    return companyFormat.format(leases.filter(({ id }) => ids.has(id)).map(({ company }) => company));
  };
  const uncapped = parts.filter(
    ({ cost, billedLastYear }) => billedLastYear === null && cost !== null && cost.ceiling === null,
  );
  const calculated = parts.filter(({ billedLastYear }) => billedLastYear?.source === "calculated");
  return [
    ...(uncapped.length === 0
      ? []
      : [
          `The cap of ${listCompanies(uncapped)} grows over the amount billed in ${year - 1}, which isn't known yet, so no cap is applied.`,
        ]),
    ...(calculated.length === 0
      ? []
      : [
          `The cap of ${listCompanies(calculated)} grows over the amount of ${year - 1}, which is calculated from its bills so far, because no statements are issued.`,
        ]),
  ];
}

/** Describes the pools that leases share but that have no costs. */
function describeMissingCosts(
  pools: readonly CalculatedPool[],
  kinds: readonly EstimateKind[],
  { source, year }: { source: EstimateSource; year: number },
): string[] {
  const empty = pools.filter(
    ({ result }) => result.totalCents === 0 && result.lines.some(({ parts }) => parts.length > 0),
  );
  const [omitted, counted] = [false, true].map((isCounted) =>
    empty.filter(({ pool }) => kinds.some((kind) => kind === pool.estimateKind) === isCounted),
  );
  const head = source === "actual" ? `The bills for ${year - 1} have` : `The budget for ${year} has`;
  const describe = (found: readonly CalculatedPool[] = [], effect: string) =>
    found.length === 0 ? [] : [`${head} no costs for ${listNames(found)}, ${effect}`];
  return [
    ...describe(omitted, "so these estimates stay as they are."),
    ...describe(counted, "so this part of the estimates is $0.00."),
  ];
}

/** The types of charges with a cost to share. Without a cost, even a share at a fixed rate isn't proposed. */
const findKinds = (pools: readonly CalculatedPool[]): EstimateKind[] =>
  estimateKinds.filter((kind) =>
    pools.some(({ pool, result }) => pool.estimateKind === kind && result.totalCents !== 0),
  );

const listNames = (pools: readonly CalculatedPool[]): string =>
  listFormat.format(pools.map(({ pool }) => pool.name));

const listFormat = new Intl.ListFormat("en-US", { type: "disjunction" });
const companyFormat = new Intl.ListFormat("en-US");

interface MonthsContext {
  year: number;
  pools: readonly CalculatedPool[];
  leases: readonly LeaseWithTerms[];
}

/** Returns the months of the pools' years that are neither closed nor charged on any lease. */
async function findMonths(
  { db }: SignedInCtx,
  propertyId: number,
  { year, pools, leases }: MonthsContext,
): Promise<Day[]> {
  const { rows } = await sql<{ closedThrough: Day | null }>`
    select closed_through(${propertyId}) as "closedThrough"`.execute(db);
  const end = pools.map(({ pool }) => pool.to).reduce(maxDay, `${year}-12-31`);
  const taken = [rows[0]?.closedThrough ?? "", ...leases.map((lease) => lease.charged_through ?? "")].reduce(
    maxDay,
  );
  const months: Day[] = [];
  for (let month = `${year}-01-01`; month <= end; month = addMonths(month, 1))
    if (month > taken) months.push(month);
  return months;
}

interface Proposals {
  rows: EstimateRow[];
  skipped: SkippedEstimate[];
  roundingCents: number;
}

interface ProposalContext {
  lease: LeaseWithTerms;
  reconciled: ReconciledLease;
  pools: readonly CalculatedPool[];
  kinds: readonly EstimateKind[];
  from: Day;
}

/** Adds a row for each type of charge that the lease has a share of, or why there is none. */
function proposeEstimates(found: Proposals, context: ProposalContext): void {
  const { lease, reconciled, pools, kinds, from } = context;
  const estimated = toEstimatedLease(lease);
  const head = {
    leaseId: lease.id,
    company: reconciled.company,
    units: reconciled.units.map(({ number }) => ({ unitNumber: number })),
  };
  const shares = kinds.map((kind) => ({
    kind,
    share: getShare(pools, kind, lease.id),
    currentCents: getMonthlyEstimate(estimated, kind, from),
  }));
  const skip = (why: string, kind: EstimateKind | null, currentCents: number) =>
    found.skipped.push({ ...head, kind, currentCents, why });
  const currentCents = shares.reduce((total, other) => total + other.currentCents, 0);
  const obstacle = findLeaseObstacle(estimated, from);
  if (obstacle !== undefined) return void skip(obstacle, null, currentCents);
  if (shares.every(({ share }) => share === null)) {
    const why =
      reconciled.recoveries.length === 0
        ? "The lease has no recovery terms."
        : "The lease pays no share of any pool.";
    return void skip(why, null, currentCents);
  }
  for (const { kind, share, currentCents: current } of shares) {
    const why =
      share === null
        ? describeNoShare(current, listNames(pools.filter(({ pool }) => pool.estimateKind === kind)))
        : findChargeObstacle(estimated, kind, from);
    if (why !== undefined) skip(why, kind, current);
    if (share === null || why !== undefined) continue;
    const proposedCents = Math.max(0, roundHalfUp(share.monthly));
    const scheduledCents = getScheduledEstimate(estimated, kind, from);
    found.rows.push({
      ...head,
      kind,
      version: lease.version,
      shareCents: share.cents,
      currentCents: current,
      scheduledCents,
      applied: scheduledCents === current ? null : findAmendment(lease, from),
      proposedCents,
    });
    found.roundingCents += getRounding(share, proposedCents);
  }
}

/** Returns who made the amendment in effect from `from` on, and when. Null if none starts on that day. */
function findAmendment(lease: LeaseWithTerms, from: Day): EstimateRow["applied"] {
  const amendment = getTermsPeriods(lease.versions, toLeaseDays(lease)).find(
    (period) => period.from === from,
  );
  return amendment === undefined ? null : { by: amendment.madeBy, at: amendment.madeAt };
}

/**
 * Adds up the estimates amended from `from` on, in cents a month. All types count, so the total doesn't depend on
 * the costs that the proposal is calculated from.
 */
function summarizeApplied(leases: readonly LeaseWithTerms[], from: Day): Estimates["applied"] {
  const amended = leases.flatMap((lease) => {
    const amendment = findAmendment(lease, from);
    const estimated = toEstimatedLease(lease);
    const changed = estimateKinds
      .map((kind) => ({
        before: getMonthlyEstimate(estimated, kind, from),
        after: getScheduledEstimate(estimated, kind, from),
      }))
      .filter(({ before, after }) => before !== after);
    return amendment === null || changed.length === 0 ? [] : [{ ...amendment, changed }];
  });
  const [latest] = amended.toSorted((a, b) => b.at.localeCompare(a.at));
  if (latest === undefined) return null;
  const changes = amended.flatMap(({ changed }) => changed);
  return {
    leases: amended.length,
    beforeCents: changes.reduce((total, { before }) => total + before, 0),
    afterCents: changes.reduce((total, { after }) => total + after, 0),
    by: latest.by,
    at: latest.at,
  };
}

/** Nothing to say about a type that the lease neither shares nor pays. */
const describeNoShare = (currentCents: number, names: string): string | undefined =>
  currentCents === 0 ? undefined : `The lease pays no share of ${names}.`;

const getRounding = ({ cents, monthly, months }: LeaseShare, proposedCents: number): number =>
  months === null || monthly.numerator <= 0n
    ? 0
    : cents - roundHalfUp(multiply(months, { numerator: BigInt(proposedCents), denominator: 1n }));

export const toEstimatedLease = (lease: LeaseWithTerms): EstimatedLease => ({
  versions: lease.versions,
  days: toLeaseDays(lease),
  chargedThrough: lease.charged_through,
});
