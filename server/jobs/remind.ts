import { type RawBuilder, sql } from "kysely";
import type { Day } from "#shared/calendar.ts";
import type { Ctx, Services } from "../http/context.ts";
import { asPortal } from "./as-portal.ts";

/** So many are dealt with in one transaction. */
const atOnce = 200;

/** What people are reminded of on days before or after a day of its own. */
export interface Reminders {
  /** Selects them, where nothing else speaks against it: `id`, `property_id`, `on_day` and whatever is to be told. */
  source: RawBuilder<unknown>;
  /** Of these days nobody is reminded: longer ago, or further ahead. */
  window: { lateDaysMax: number; aheadDaysMax: number };
  /** Which reminder it is time for, over `s` of the source and `days_left`; null for none. See `latestStep`. */
  step: RawBuilder<number | null>;
  /** Where it is written down that they were: a row each for thing, day and step. */
  noted: { table: string; id: string; day: string };
  /** What is asked last, over `due`, as it costs more: what does not hold is looked at again next time. */
  onlyIf?: RawBuilder<boolean>;
}

/** One of them that is due now. */
export interface Reminded {
  id: number;
  propertyId: number;
  onDay: Day;
  /** The day at the property. */
  today: Day;
  /** The step, in days before the day; below 0 after it. */
  daysBefore: number;
}

/** A kind of reminders. `tell` runs in the transaction that writes down that they were told. */
export interface Reminding<T extends Reminded> {
  reminders: (ctx: Ctx) => Reminders;
  tell: (ctx: Ctx, due: T[]) => Promise<void>;
}

/**
 * Once an hour: people are reminded by the day at the property. What was missed while the portal was down is made up for by the
 * latest reminder only. Each goes out once for each day, also with several instances; another day begins anew.
 */
export const remind = <T extends Reminded>(services: Services, reminding: Reminding<T>): Promise<void> =>
  goThrough(reminding, (step) => asPortal(services, step));

/** The same in the transaction of `ctx`, as of its time. */
export const remindWithin = <T extends Reminded>(ctx: Ctx, reminding: Reminding<T>): Promise<void> =>
  goThrough(reminding, (step) => step(ctx));

async function goThrough<T extends Reminded>(
  { reminders, tell }: Reminding<T>,
  inTransaction: (step: (ctx: Ctx) => Promise<Position | null>) => Promise<Position | null>,
): Promise<void> {
  let after: Position | null = { onDay: "-infinity", id: 0 };
  while (after !== null) {
    const last: Position = after;
    after = await inTransaction(async (ctx) => {
      const due = await noteDue<T>(ctx, reminders(ctx), last);
      const noted = due.filter(({ isNoted }) => isNoted);
      if (noted.length > 0) await tell(ctx, noted);
      return due.length < atOnce ? null : (due.at(-1) ?? null);
    });
  }
}

/** They are gone through by their day. */
type Position = Pick<Reminded, "onDay" | "id">;

/** Notes the next reminders as sent, and gives what they are of. */
async function noteDue<T extends Reminded>(
  ctx: Ctx,
  { source, window, step, noted, onlyIf = sql<boolean>`true` }: Reminders,
  after: Position,
): Promise<(T & { isNoted: boolean })[]> {
  // Reckoned once for each, which `offset 0` sees to.
  const today = sql`(${ctx.now}::timestamptz at time zone p.time_zone)::date`;
  // No zone is further ahead or behind, so that the index is asked for bare days first.
  const day = (zone: string) => sql`(${ctx.now}::timestamptz at time zone ${sql.lit(zone)})::date`;
  const [table, id, onDay] = [sql.table(noted.table), sql.ref(noted.id), sql.ref(noted.day)];
  const { rows } = await sql<T & { isNoted: boolean }>`
    with due as (
      select s.*, local.today, step.days_before
      from (${source}) s join properties p on p.id = s.property_id
        cross join lateral (select ${today} as today offset 0) local
        cross join lateral (select s.on_day - local.today as days_left) left_over
        cross join lateral (select ${step} as days_before) step
      where (s.on_day, s.id) > (${after.onDay}::date, ${after.id}::bigint)
        and s.on_day between ${day("Etc/GMT+12")} - ${sql.lit(window.lateDaysMax)}::int
          and ${day("Pacific/Kiritimati")} + ${sql.lit(window.aheadDaysMax)}::int
        and days_left between ${sql.lit(-window.lateDaysMax)}::int and ${sql.lit(window.aheadDaysMax)}::int
        and step.days_before is not null
        and not exists (select from ${table} r
          where r.${id} = s.id and r.${onDay} = s.on_day and r.days_before <= step.days_before)
      order by s.on_day, s.id limit ${sql.lit(atOnce)}
    ), noted as (
      insert into ${table} (${id}, property_id, ${onDay}, days_before, sent_at)
      select id, property_id, on_day, days_before, ${ctx.now}::timestamptz from due where ${onlyIf}
      on conflict do nothing returning ${id} as id, ${onDay} as on_day
    )
    select due.*, due.property_id as "propertyId", due.on_day as "onDay", due.days_before as "daysBefore",
      noted.id is not null as "isNoted"
    from due left join noted on noted.id = due.id and noted.on_day = due.on_day order by due.on_day, due.id`.execute(
    ctx.db,
  );
  return rows;
}

/** The latest of these steps that has come, where `steps` are days before the day: null before the first of them. */
export function latestStep(steps: readonly number[]): RawBuilder<number | null> {
  const cases = [...steps]
    .sort((a, b) => a - b)
    .map((step) => sql`when days_left <= ${sql.lit(step)} then ${sql.lit(step)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}
