import { type RawBuilder, sql } from "kysely";
import { isStaff } from "#server/access/viewer.ts";
import type { AccessScope, Actor } from "#server/http/requests/actor.ts";
import type { CurrentWork, Pause, RequestedWork, WorkConflict, WorkTime } from "../work.ts";
import { isTeamMember } from "./assignment/teams.ts";

/** The pause of work order `o`. */
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

/** Whether the viewer gets staff-only fields. */
export const isStaffViewer = (scope: AccessScope): RawBuilder<boolean> =>
  isStaff(scope) ? sql`true` : sql`false`;

export interface TimeEntryRow {
  id: number;
  user_id: number;
  user_name: string;
  started_at: string;
  ended_at: string | null;
  recorded_at: string;
  note: string | null;
  version: number;
}

/** The time entries of work order `o`, oldest first. */
export const timeEntriesColumn = (accessScope: AccessScope) => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'user_id', t.user_id, 'user_name', worker.full_name,
      'started_at', t.started_at, 'ended_at', t.ended_at, 'recorded_at', t.recorded_at, 'note', t.note, 'version', t.version) order by t.started_at, t.id), '[]')
     from work_order_times t join users worker on worker.id = t.user_id
     where t.work_order_id = o.id and ${isStaffViewer(accessScope)}) as times`;

/** Minutes recorded on work order `o`, without running timers. */
export const minutesSpent = sql`(select round(sum(extract(epoch from t.ended_at - t.started_at)) / 60)::integer
  from work_order_times t where t.work_order_id = o.id and t.ended_at is not null)`;

export const presentTimeEntry = (time: TimeEntryRow, actor: Actor, canRecordTime: boolean): WorkTime => ({
  id: time.id,
  user: { id: time.user_id, fullName: time.user_name },
  startedAt: new Date(time.started_at).toISOString(),
  endedAt: time.ended_at === null ? null : new Date(time.ended_at).toISOString(),
  recordedAt: new Date(time.recorded_at).toISOString(),
  note: time.note,
  version: time.version,
  canEdit: canRecordTime && isOwnerOrManager(time, actor.accessScope),
});

export interface ConflictRow {
  id: number;
  requested: RequestedWork;
  current: CurrentWork;
  user_id: number;
  user_name: string;
  happened_at: string;
  work_order_id: number;
  signature_id: number | null;
  signed_by_name: string | null;
  can_take: boolean;
}

/** Whether work order `o` is assigned to the author of conflict `k`, or the author can take it. */
export const authorCanTake = sql<boolean>`(case when o.assignee_id is null
  then o.team_id is null or ${isTeamMember(sql`o.team_id`, sql`k.user_id`)} else o.assignee_id = k.user_id end)`;

/** A conflict `k` of work order `o`, with its signature `s`. */
export const conflictObject = sql`json_build_object('id', k.id, 'requested', k.requested, 'current', k.current, 'user_id', k.user_id,
  'user_name', author.full_name, 'happened_at', k.happened_at, 'work_order_id', o.id,
  'signature_id', s.id, 'signed_by_name', s.signed_by_name, 'can_take', ${authorCanTake})`;

/** The unresolved conflicts of work order `o`, oldest first. */
export const conflictsColumn = (accessScope: AccessScope) => sql`
  (select coalesce(json_agg(${conflictObject} order by k.id), '[]')
     from work_order_conflicts k join users author on author.id = k.user_id
     left join work_order_signatures s on s.id = k.signature_id
     where k.work_order_id = o.id and k.resolved_at is null and ${isStaffViewer(accessScope)}) as conflicts`;

export const presentConflict = (row: ConflictRow, actor: Actor): WorkConflict => ({
  id: row.id,
  requested: row.requested,
  current: row.current,
  by: { id: row.user_id, fullName: row.user_name },
  happenedAt: new Date(row.happened_at).toISOString(),
  signature:
    row.signature_id === null
      ? null
      : {
          url: `/api/work-orders/${row.work_order_id}/signatures/${row.signature_id}`,
          signedByName: row.signed_by_name ?? "",
        },
  canResolve: isOwnerOrManager(row, actor.accessScope),
  canUse:
    isOwnerOrManager(row, actor.accessScope) &&
    (isManager(actor.accessScope) || !row.requested.assignsSelf || row.can_take),
});

/**
 * Whether the record is the user's own, or the user manages the accessible properties. Used for the response
 * and to authorize the change.
 */
export const isOwnerOrManager = ({ user_id }: { user_id: number }, scope: AccessScope): boolean =>
  user_id === scope.userId || isManager(scope);

export const isManager = ({ effectiveRole }: AccessScope): boolean =>
  effectiveRole === "landlord" || effectiveRole === "admin";
