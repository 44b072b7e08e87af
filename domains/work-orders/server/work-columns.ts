import { type RawBuilder, sql } from "kysely";
import type { AccessScope, Actor } from "#server/http/actor.ts";
import type { AskedWork, Clash, FoundWork, Pause, WorkTime } from "../work.ts";
import { isOfTeam } from "./teams.ts";

/** Why an order `o` rests. */
export const pauseColumn = sql`case when o.pause_reason is not null then
  json_build_object('reason', o.pause_reason, 'until', o.paused_until, 'since', o.paused_at) end as pause`;

export const presentPause = (pause: Pause | null): Pause | null =>
  pause === null
    ? null
    : {
        ...pause,
        until: pause.until === null ? null : new Date(pause.until).toISOString(),
        since: new Date(pause.since).toISOString(),
      };

/** What only staff see of an order. */
const forStaff = ({ effectiveRole }: AccessScope): RawBuilder<boolean> =>
  effectiveRole === "tenant" || effectiveRole === "pending" ? sql`false` : sql`true`;

export interface TimeRow {
  id: number;
  user_id: number;
  user_name: string;
  started_at: string;
  ended_at: string | null;
  note: string | null;
  version: number;
}

/** The time spent on an order `o`, oldest first. */
export const timesColumn = (accessScope: AccessScope) => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'user_id', t.user_id, 'user_name', worker.full_name,
      'started_at', t.started_at, 'ended_at', t.ended_at, 'note', t.note, 'version', t.version) order by t.started_at, t.id), '[]')
     from work_order_times t join users worker on worker.id = t.user_id
     where t.work_order_id = o.id and ${forStaff(accessScope)}) as times`;

/** The time that was spent on an order `o`; what still runs counts when it ends. */
export const minutesSpent = sql`(select round(sum(extract(epoch from t.ended_at - t.started_at)) / 60)::integer
  from work_order_times t where t.work_order_id = o.id and t.ended_at is not null)`;

export const presentTime = (time: TimeRow, actor: Actor, mayWork: boolean): WorkTime => ({
  id: time.id,
  user: { id: time.user_id, fullName: time.user_name },
  startedAt: new Date(time.started_at).toISOString(),
  endedAt: time.ended_at === null ? null : new Date(time.ended_at).toISOString(),
  note: time.note,
  version: time.version,
  mayCorrect: mayWork && isOwnOrRuns(time, actor),
});

export interface ClashRow {
  id: number;
  asked: AskedWork;
  found: FoundWork;
  user_id: number;
  user_name: string;
  happened_at: string;
  may_take: boolean;
}

/** Whether who made the change `k` has the order `o` or may take it. */
export const makerMayTake = sql<boolean>`(case when o.assignee_id is null
  then o.team_id is null or ${isOfTeam(sql`o.team_id`, sql`k.user_id`)} else o.assignee_id = k.user_id end)`;

/** A clash `k` of an order `o`. */
export const clashObject = sql`json_build_object('id', k.id, 'asked', k.asked, 'found', k.found, 'user_id', k.user_id,
  'user_name', maker.full_name, 'happened_at', k.happened_at, 'may_take', ${makerMayTake})`;

/** The clashes of an order `o` that wait for a choice, oldest first. */
export const clashesColumn = (accessScope: AccessScope) => sql`
  (select coalesce(json_agg(${clashObject} order by k.id), '[]')
     from work_order_clashes k join users maker on maker.id = k.user_id
     where k.work_order_id = o.id and k.resolved_at is null and ${forStaff(accessScope)}) as clashes`;

export const presentClash = (clash: ClashRow, actor: Actor): Clash => ({
  id: clash.id,
  asked: clash.asked,
  found: clash.found,
  by: { id: clash.user_id, fullName: clash.user_name },
  happenedAt: new Date(clash.happened_at).toISOString(),
  mayResolve: isOwnOrRuns(clash, actor),
  mayUse: isOwnOrRuns(clash, actor) && (runsBuildings(actor) || !clash.asked.takes || clash.may_take),
});

/** Whether it is the user's own, or the user runs the buildings within the access scope; for the response and the change itself. */
export const isOwnOrRuns = (
  { user_id }: { user_id: number },
  { id, role }: Pick<Actor, "id" | "role">,
): boolean => user_id === id || runsBuildings({ role });

export const runsBuildings = ({ role }: Pick<Actor, "role">): boolean =>
  role === "landlord" || role === "admin";
