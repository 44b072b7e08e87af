import { type RawBuilder, sql } from "kysely";
import type { Day } from "#shared/calendar.ts";
import type { Ctx, Services } from "../http/context.ts";
import { asPortal } from "./as-portal.ts";

/** Reminders per transaction. */
const atOnce = 200;

/** The records people are reminded of, some days before or after the day of each. */
export interface Reminders {
  /** Selects the candidates: `id`, `property_id`, `on_day` and the columns the notification needs. */
  source: RawBuilder<unknown>;
  /** Days longer ago or further ahead than this cause no reminder. */
  window: { lateDaysMax: number; aheadDaysMax: number };
  /** The step that is due, by the source `s` and `days_left`; null for none. See `latestStep`. */
  step: RawBuilder<number | null>;
  /** The table of sent reminders: a row for each record, day and step. */
  noted: { table: string; id: string; day: string };
  /** A costly condition on `due`, checked last. A record that does not meet it is checked again next time. */
  onlyIf?: RawBuilder<boolean>;
}

/** A record whose reminder is due now. */
export interface Reminded {
  id: number;
  propertyId: number;
  onDay: Day;
  /** Today in the property's time zone. */
  today: Day;
  /** The step, in days before the day; negative after it. */
  daysBefore: number;
}

/** A kind of reminders. `send` notifies people, in the transaction that records the reminders as sent. */
export interface Reminding<T extends Reminded> {
  reminders: (ctx: Ctx) => Reminders;
  send: (ctx: Ctx, due: T[]) => Promise<void>;
}

/**
 * Runs once an hour, by the day in the property's time zone. After an outage only the latest missed reminder is sent. Each
 * step is sent once, also with several instances; when the day of a record changes, its steps start again.
 */
export const remind = <T extends Reminded>(services: Services, reminding: Reminding<T>): Promise<void> =>
  goThrough(reminding, (step) => asPortal(services, step));

/** The same within the transaction of `ctx`, at the time of `ctx.now`. */
export const remindWithin = <T extends Reminded>(ctx: Ctx, reminding: Reminding<T>): Promise<void> =>
  goThrough(reminding, (step) => step(ctx));

async function goThrough<T extends Reminded>(
  { reminders, send }: Reminding<T>,
  inTransaction: (step: (ctx: Ctx) => Promise<Position | null>) => Promise<Position | null>,
): Promise<void> {
  let after: Position | null = { onDay: "-infinity", id: 0 };
  while (after !== null) {
    const last: Position = after;
    after = await inTransaction(async (ctx) => {
      const due = await noteDue<T>(ctx, reminders(ctx), last);
      const noted = due.filter(({ isNoted }) => isNoted);
      if (noted.length > 0) await send(ctx, noted);
      return due.length < atOnce ? null : (due.at(-1) ?? null);
    });
  }
}

/** Records are visited in the order of their day. */
type Position = Pick<Reminded, "onDay" | "id">;

/** Records the next reminders as sent and returns their records. */
async function noteDue<T extends Reminded>(
  ctx: Ctx,
  { source, window, step, noted, onlyIf = sql<boolean>`true` }: Reminders,
  after: Position,
): Promise<(T & { isNoted: boolean })[]> {
  // `offset 0` makes PostgreSQL evaluate it once per row.
  const today = sql`(${ctx.now}::timestamptz at time zone p.time_zone)::date`;
  // The zones furthest behind and ahead, so that the index can be searched by constant days first.
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

/** The latest of these steps that is due, where `steps` are days before the day; null before the first one. */
export function latestStep(steps: readonly number[]): RawBuilder<number | null> {
  const cases = [...steps]
    .sort((a, b) => a - b)
    .map((step) => sql`when days_left <= ${sql.lit(step)} then ${sql.lit(step)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}
