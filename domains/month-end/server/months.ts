import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, maxDay, monthStart } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import type { OpenMonths, PropertyMonth } from "../contract.ts";

/** The maximum number of months listed. */
const maxMonths = 120;

/** A property and its closed months. A month is represented by its first day. */
export interface PropertyMonths {
  id: number;
  name: string;
  timeZone: string;
  /** The current month at the property. */
  currentMonth: Day;
  /** The month of the first ledger entry. Null if there is none. */
  firstMonth: Day | null;
  /** The last closed month. All months before it are closed too. */
  lastClosed: Day | null;
}

/** The columns of `PropertyMonths` for the property `p`. */
const propertyMonths = (now: Date) => sql`
  p.id, p.name, p.time_zone as "timeZone",
  date_trunc('month', ${now}::timestamptz at time zone p.time_zone)::date as "currentMonth",
  (select date_trunc('month', min(e.on_day))::date from ledger_entries e where e.property_id = p.id) as "firstMonth",
  date_trunc('month', closed_through(p.id))::date as "lastClosed"`;

/** @throws AppError not_found if the property is missing or outside the access scope */
export async function findPropertyMonths(
  { db, actor, now }: SignedInCtx,
  propertyId: number,
): Promise<PropertyMonths> {
  const { rows } = await sql<PropertyMonths>`
    select ${propertyMonths(now)} from properties p where p.id = ${propertyId} and ${propertyScope(actor.accessScope)}`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound("property");
  return rows[0];
}

/** Returns the last closed and first open month of each property in the access scope, by name. */
export async function listOpenMonths({ db, actor, now }: SignedInCtx): Promise<OpenMonths[]> {
  const { rows } = await sql<PropertyMonths>`
    select ${propertyMonths(now)} from properties p where ${propertyScope(actor.accessScope)}
    order by p.name, p.id`.execute(db);
  return rows.map((property) => ({
    id: property.id,
    property: property.name,
    closedThrough: property.lastClosed?.slice(0, 7) ?? null,
    openFrom: getFirstOpenMonth(property)?.slice(0, 7) ?? null,
    current: property.currentMonth.slice(0, 7),
  }));
}

/**
 * Returns the first month that would be closed next. Months are closed in order, except that the first
 * closing includes all months with entries before it. Null if nothing is posted yet.
 */
export const getFirstOpenMonth = ({ lastClosed, firstMonth }: PropertyMonths): Day | null =>
  lastClosed === null ? firstMonth : addMonths(lastClosed, 1);

/**
 * Returns the month to close next: the one after the last closed month, or the last ended month if none is
 * closed. Null if there is none.
 */
export function getNextToClose(property: PropertyMonths): Day | null {
  const { lastClosed, firstMonth, currentMonth } = property;
  if (firstMonth === null) return null;
  const month = lastClosed === null ? addMonths(currentMonth, -1) : addMonths(lastClosed, 1);
  return month < currentMonth && month >= firstMonth ? month : null;
}

/** Returns the property's months, newest first, from the current month back to the first entry. */
export async function listPropertyMonths(ctx: SignedInCtx, propertyId: number) {
  const property = await findPropertyMonths(ctx, propertyId);
  const { currentMonth } = property;
  const firstMonth = maxDay(property.firstMonth ?? currentMonth, addMonths(currentMonth, 1 - maxMonths));
  const history = await findHistory(ctx, propertyId, firstMonth);
  const issued = await findIssuedStatements(ctx, propertyId, firstMonth);
  const months: PropertyMonth[] = [];
  for (let month = currentMonth; month >= firstMonth; month = monthStart(addDays(month, -1)))
    months.push(describeMonth(property, month, { history, issued }));
  const next = getNextToClose(property);
  return { property: property.name, next: next?.slice(0, 7) ?? null, months };
}

/** Returns one month of the property. */
export async function findMonth(
  ctx: SignedInCtx,
  property: PropertyMonths,
  month: Day,
): Promise<PropertyMonth> {
  return describeMonth(property, month, {
    history: await findHistory(ctx, property.id, month),
    issued: await findIssuedStatements(ctx, property.id, month),
  });
}

/** The last closing and reopening of a month. */
interface MonthHistory {
  month: Day;
  closedBy: string;
  closedAt: Date;
  reopenedBy: string | null;
  reopenedAt: Date | null;
  reason: string | null;
}

async function findHistory(
  { db }: SignedInCtx,
  propertyId: number,
  since: Day,
): Promise<ReadonlyMap<Day, MonthHistory>> {
  const { rows } = await sql<MonthHistory>`
    select distinct on (c.month) c.month, closer.full_name as "closedBy", c.closed_at as "closedAt",
      coalesce(opener.full_name, earlier_opener.full_name) as "reopenedBy",
      coalesce(c.reopened_at, earlier.reopened_at) as "reopenedAt", coalesce(c.reopen_reason, earlier.reopen_reason) as reason
    from closed_months c join users closer on closer.id = c.closed_by_id left join users opener on opener.id = c.reopened_by_id
      left join lateral (select * from closed_months b where b.property_id = c.property_id and b.month = c.month and b.id < c.id
        order by b.id desc limit 1) earlier on true
      left join users earlier_opener on earlier_opener.id = earlier.reopened_by_id
    where c.property_id = ${propertyId} and c.month >= ${since}::date
    order by c.month, c.id desc`.execute(db);
  return new Map(rows.map((row) => [row.month, row]));
}

/** Returns when the last version of the owner statement of each month was issued. */
async function findIssuedStatements(
  { db }: SignedInCtx,
  propertyId: number,
  since: Day,
): Promise<ReadonlyMap<Day, Date>> {
  const { rows } = await sql<{ month: Day; at: Date }>`
    select month, max(issued_at) as at from owner_statements
    where property_id = ${propertyId} and month >= ${since}::date group by month`.execute(db);
  return new Map(rows.map(({ month, at }) => [month, at]));
}

function describeMonth(
  { currentMonth, lastClosed }: PropertyMonths,
  month: Day,
  { history, issued }: { history: ReadonlyMap<Day, MonthHistory>; issued: ReadonlyMap<Day, Date> },
): PropertyMonth {
  const monthHistory = history.get(month);
  const isClosed = lastClosed !== null && month <= lastClosed;
  return {
    month: month.slice(0, 7),
    state: isClosed ? "closed" : month >= currentMonth ? "current" : "open",
    closed:
      monthHistory === undefined
        ? null
        : { by: monthHistory.closedBy, at: monthHistory.closedAt.toISOString() },
    reopened:
      monthHistory === undefined || monthHistory.reopenedBy === null || monthHistory.reopenedAt === null
        ? null
        : {
            by: monthHistory.reopenedBy,
            at: monthHistory.reopenedAt.toISOString(),
            reason: monthHistory.reason ?? "",
          },
    statementIssuedAt: issued.get(month)?.toISOString() ?? null,
  };
}
