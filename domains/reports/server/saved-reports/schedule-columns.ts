import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/**
 * The time zone of a saved report `v`: the time zone of the property it filters by, or else the
 * organization's.
 */
const reportTimeZone = sql`coalesce(
  (select p.time_zone from properties p where p.id = v.property_id), (select o.time_zone from organization o))`;

/**
 * Selects the schedule of a saved report `v` as JSON, with the recipients and the outcomes of the last run.
 */
export const selectSchedule = sql`
  select json_build_object(
    'repeats', s.repeats, 'day', s.day, 'at', s.at_time, 'formats', s.formats, 'timeZone', ${reportTimeZone},
    'nextRunAt', s.next_run_at, 'lastRunAt', s.last_run_at,
    'recipients', (select coalesce(json_agg(json_build_object(
        'id', u.id, 'fullName', u.full_name, 'outcome', r.outcome) order by fold_text(u.full_name), u.id), '[]')
      from report_recipients r join users u on u.id = r.user_id where r.report_id = v.id))
  from report_schedules s where s.report_id = v.id`;

interface Recurrence {
  repeats: RawBuilder<unknown>;
  day: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
}

/** The recurrence of a saved schedule `s`. */
const savedRecurrence: Recurrence = { repeats: sql`s.repeats`, day: sql`s.day`, at: sql`s.at_time` };

/** The first run of a saved report `v` after `now`, as SQL. */
export const findNextRun = (
  now: Date,
  { repeats, day, at }: Recurrence = savedRecurrence,
): RawBuilder<Date> => sql<Date>`(
  select min(run.at) from generate_series(0, 62) ahead
  cross join lateral (select (${now}::timestamptz at time zone ${reportTimeZone})::date + ahead as date) local
  cross join lateral (select (local.date + ${at}::time) at time zone ${reportTimeZone} as at) run
  where run.at > ${now}::timestamptz and case ${repeats}
    when 'weekly' then extract(isodow from local.date) = ${day}
    else extract(day from local.date) = least(${day},
      extract(day from date_trunc('month', local.date::timestamp) + interval '1 month - 1 day')) end)`;

/**
 * Moves the next runs of the saved reports `v` that meet the condition, after their time zone has changed. A run
 * that is already due isn't skipped.
 */
export async function moveNextRuns(
  { db, now }: Pick<Ctx, "db" | "now">,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`update report_schedules s set next_run_at = ${findNextRun(now)} from saved_reports v
    where s.report_id = v.id and s.next_run_at > ${now} and ${condition}`.execute(db);
}
