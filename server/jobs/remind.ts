import { type RawBuilder, sql } from "kysely";
import type { Day } from "#shared/calendar.ts";
import type { Ctx, Services } from "../http/context.ts";
import { runAsPortal } from "./as-portal.ts";

/** The number of reminders per transaction. */
const batchSize = 200;

/** The records that people are reminded of some days before or after the record's date. */
export interface ReminderSource {
  /** Selects the candidates: `id`, `property_id`, `on_day` and the columns the notification needs. */
  source: RawBuilder<unknown>;
  /** Records with dates outside this window cause no reminder. */
  window: { maxDaysLate: number; maxDaysAhead: number };
  /** The step that is due, or null, computed from the source `s` and `days_left`. See `latestStep`. */
  step: RawBuilder<number | null>;
  /** The table of sent reminders, with a row for each record, date, and step. */
  recorded: { table: string; id: string; day: string };
  /**
   * An expensive condition on `due`, checked last. A record that doesn't meet it is checked again next time.
   */
  condition?: RawBuilder<boolean>;
}

/** A record whose reminder is due now. */
export interface Reminder {
  id: number;
  propertyId: number;
  onDay: Day;
  /** Today in the property's time zone. */
  today: Day;
  /** The step, in days before the date. Negative after it. */
  daysBefore: number;
}

/** A type of reminder. `send` notifies people, in the transaction that records the reminders as sent. */
export interface ReminderType<T extends Reminder> {
  reminders: (ctx: Ctx) => ReminderSource;
  send: (ctx: Ctx, due: T[]) => Promise<void>;
}

/**
 * Sends the reminders that are due by the date in the property's time zone. Runs once an hour. After an
 * outage, only the latest missed reminder is sent. Each step is sent once, even with several instances. If
 * the date of a record changes, its steps start again.
 */
export const sendReminders = <T extends Reminder>(
  services: Services,
  reminderType: ReminderType<T>,
): Promise<void> => forEachBatch(reminderType, (step) => runAsPortal(services, step));

/** Sends the reminders that are due at `ctx.now`, within the transaction of `ctx`. */
export const sendRemindersInTransaction = <T extends Reminder>(
  ctx: Ctx,
  reminderType: ReminderType<T>,
): Promise<void> => forEachBatch(reminderType, (step) => step(ctx));

async function forEachBatch<T extends Reminder>(
  { reminders, send }: ReminderType<T>,
  inTransaction: (step: (ctx: Ctx) => Promise<Position | null>) => Promise<Position | null>,
): Promise<void> {
  let position: Position | null = { onDay: "-infinity", id: 0 };
  while (position !== null) {
    const previousPosition: Position = position;
    position = await inTransaction(async (ctx) => {
      const dueReminders = await recordDue<T>(ctx, reminders(ctx), previousPosition);
      const recordedReminders = dueReminders.filter(({ isRecorded }) => isRecorded);
      if (recordedReminders.length > 0) await send(ctx, recordedReminders);
      return dueReminders.length < batchSize ? null : (dueReminders.at(-1) ?? null);
    });
  }
}

/** The place of a record in the order of processing, which is by date. */
type Position = Pick<Reminder, "onDay" | "id">;

/** Records the next reminders as sent and returns them. */
async function recordDue<T extends Reminder>(
  ctx: Ctx,
  { source, window, step, recorded, condition = sql<boolean>`true` }: ReminderSource,
  after: Position,
): Promise<(T & { isRecorded: boolean })[]> {
  // `offset 0` makes PostgreSQL evaluate the date once per row.
  const today = sql`(${ctx.now}::timestamptz at time zone p.time_zone)::date`;
  // The time zones furthest behind and ahead, so that the index can be searched by constant dates first.
  const todayIn = (zone: string) => sql`(${ctx.now}::timestamptz at time zone ${sql.lit(zone)})::date`;
  const [table, id, onDay] = [sql.table(recorded.table), sql.ref(recorded.id), sql.ref(recorded.day)];
  const { rows } = await sql<T & { isRecorded: boolean }>`
    with due as (
      select s.*, local.today, step.days_before
      from (${source}) s join properties p on p.id = s.property_id
        cross join lateral (select ${today} as today offset 0) local
        cross join lateral (select s.on_day - local.today as days_left) left_over
        cross join lateral (select ${step} as days_before) step
      where (s.on_day, s.id) > (${after.onDay}::date, ${after.id}::bigint)
        and s.on_day between ${todayIn("Etc/GMT+12")} - ${sql.lit(window.maxDaysLate)}::int
          and ${todayIn("Pacific/Kiritimati")} + ${sql.lit(window.maxDaysAhead)}::int
        and days_left between ${sql.lit(-window.maxDaysLate)}::int and ${sql.lit(window.maxDaysAhead)}::int
        and step.days_before is not null
        and not exists (select from ${table} r
          where r.${id} = s.id and r.${onDay} = s.on_day and r.days_before <= step.days_before)
      order by s.on_day, s.id limit ${sql.lit(batchSize)}
    ), recorded as (
      insert into ${table} (${id}, property_id, ${onDay}, days_before, sent_at)
      select id, property_id, on_day, days_before, ${ctx.now}::timestamptz from due where ${condition}
      on conflict do nothing returning ${id} as id, ${onDay} as on_day
    )
    select due.*, due.property_id as "propertyId", due.on_day as "onDay", due.days_before as "daysBefore",
      recorded.id is not null as "isRecorded"
    from due left join recorded on recorded.id = due.id and recorded.on_day = due.on_day order by due.on_day, due.id`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Returns the latest of `steps` that is due, or null before the first one. Steps are days before the date.
 */
export function latestStep(steps: readonly number[]): RawBuilder<number | null> {
  const cases = [...steps]
    .sort((a, b) => a - b)
    .map((step) => sql`when days_left <= ${sql.lit(step)} then ${sql.lit(step)}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}
