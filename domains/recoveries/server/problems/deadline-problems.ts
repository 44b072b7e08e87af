import { sql } from "kysely";
import { getTermsPeriods } from "#domains/leases/schedule.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, type Day, maxDay } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { RecoveryTerms } from "../../recovery-terms.ts";
import { type Draft, type LeaseDraft, sumAmounts } from "../drafts/calculate-draft.ts";
import type { ReconciledLease } from "../drafts/read-inputs.ts";
import { type Problem, toLease } from "./problem.ts";

/** The statement in effect of a lease. */
interface IssuedStatement {
  leaseId: number;
  dueCents: number;
  /** The date at the property. */
  issuedOn: Day;
}

/** Finds statements that are past the leases' due date, and corrections after a tenant's audit window. */
export async function findDeadlineProblems(ctx: SignedInCtx, draft: Draft, today: Day): Promise<Problem[]> {
  const issued = await readIssuedStatements(ctx, draft);
  const problems: Problem[] = [];
  /** By due date. */
  const late = new Map<Day, LeaseDraft[]>();
  for (const statement of draft.statements) {
    const { leaseId } = statement;
    const lease = draft.inputs.leases.find(({ id }) => id === leaseId);
    const yearEnd = findYearEnd(draft, statement);
    const terms = lease === undefined ? undefined : findLastTerms(lease, yearEnd);
    if (terms === undefined) continue;
    const earlier = issued.find((other) => other.leaseId === leaseId);
    if (earlier !== undefined) {
      const problem = findLateCorrection(statement, earlier, { ...terms, today });
      if (problem !== undefined) problems.push({ ...problem, leaseId, leases: [toLease(draft, leaseId)] });
    } else if (terms.statementDueDays !== null && hasAmounts(statement)) {
      const dueOn = addDays(yearEnd, terms.statementDueDays);
      if (today > dueOn) late.set(dueOn, [...(late.get(dueOn) ?? []), statement]);
    }
  }
  return [...problems, ...[...late].map((found) => describeLateStatements(draft, ...found))];
}

/** A lease without amounts gets no statement. */
const hasAmounts = ({ totalCents, estimatesBilledCents }: LeaseDraft): boolean =>
  totalCents !== 0 || estimatesBilledCents !== 0;

function describeLateStatements(draft: Draft, dueOn: Day, statements: readonly LeaseDraft[]): Problem {
  const [first] = statements;
  const subject =
    statements.length === 1
      ? `The statement of ${first?.company ?? ""} was`
      : `The statements of ${statements.length} tenants were`;
  return {
    kind: "statement-late",
    sentence: `${subject} due on ${formatCalendarDay(dueOn)} by the recovery terms.`,
    cents: sumAmounts(statements.map(({ dueCents }) => dueCents)),
    leaseId: null,
    subject: dueOn,
    leases: statements.map(({ leaseId }) => toLease(draft, leaseId)),
  };
}

function findLateCorrection(
  { company, dueCents }: LeaseDraft,
  earlier: IssuedStatement,
  { auditWindowDays, today }: Pick<RecoveryTerms, "auditWindowDays"> & { today: Day },
): Pick<Problem, "kind" | "sentence" | "cents"> | undefined {
  if (auditWindowDays === null || dueCents === earlier.dueCents) return undefined;
  const endsOn = addDays(earlier.issuedOn, auditWindowDays);
  if (today <= endsOn) return undefined;
  return {
    kind: "audit-window",
    sentence: `The audit window of ${company} ended on ${formatCalendarDay(endsOn)}, and a correction would still change its statement.`,
    cents: dueCents - earlier.dueCents,
  };
}

/** Returns the last day of the years of the lease's pools. */
const findYearEnd = ({ pools }: Draft, { lines }: LeaseDraft): Day =>
  pools
    .filter(({ pool }) => lines.some(({ poolId }) => poolId === pool.id))
    .map(({ pool }) => pool.to)
    .reduce(maxDay, "");

/** Returns the recovery terms that apply at the end of the year, or at the end of the lease. */
const findLastTerms = (lease: ReconciledLease, yearEnd: Day): RecoveryTerms | undefined =>
  getTermsPeriods(lease.recoveries, lease)
    .filter(({ from }) => from <= yearEnd)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .at(-1)?.terms;

async function readIssuedStatements(
  { db }: SignedInCtx,
  { inputs: { property, year } }: Draft,
): Promise<IssuedStatement[]> {
  const { rows } = await sql<IssuedStatement>`
    select distinct on (s.lease_id) s.lease_id as "leaseId", s.due_cents as "dueCents",
      (r.issued_at at time zone p.time_zone)::date as "issuedOn"
    from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
      join properties p on p.id = r.property_id
    where r.property_id = ${property.id} and r.year = ${year} order by s.lease_id, r.number desc`.execute(db);
  return rows;
}
