import { sql } from "kysely";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { ruleMatches, ruleSortKeys } from "#domains/work-orders/server/assignment/rules.ts";
import { isTeamMember } from "#domains/work-orders/server/assignment/teams.ts";
import { personScope } from "#server/access/people.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { type RuleTrial, trialDays, type tryRule } from "../contract.ts";
import { dispatchScope } from "./access.ts";
import { resolveCoverage } from "./coverage.ts";
import { assertSingleTarget, findRule } from "./rules.ts";

const maxNewestOrders = 20;

/**
 * Previews which recent work orders a rule would have assigned. Uses the same match condition as real
 * assignment. Enabled rules that are checked earlier take precedence.
 * @throws AppError invalid; not_found for a rule, person, or team outside the access scope
 */
export async function previewRule(ctx: SignedInCtx, query: QueryOf<typeof tryRule>): Promise<RuleTrial> {
  const { actor, db, now } = ctx;
  const editedRule = query.ruleId === undefined ? undefined : await findRule(ctx, query.ruleId);
  const target = { assigneeId: query.assigneeId ?? null, teamId: query.teamId ?? null };
  assertSingleTarget(target);
  const coverage = await resolveCoverage(ctx, query.propertyId ?? null, editedRule);
  const isForAll = coverage.property_id === null && coverage.landlord_id === null;
  const trialStart = new Date(now.getTime() - trialDays * 86_400_000);
  const { rows } = await sql<Omit<RuleTrial, "to"> & { to: { name: string | null; people: number } }>`
    with r as (
      select ${editedRule?.id ?? null}::bigint as id, ${editedRule?.position ?? null}::integer as position, ${isForAll}::boolean as is_for_all,
        ${coverage.property_id}::bigint as property_id, ${coverage.landlord_id}::bigint as landlord_id,
        ${query.category ?? null}::text as category, ${query.priorities ?? null}::text[] as priorities,
        ${target.assigneeId}::bigint as assignee_id, ${target.teamId}::bigint as team_id
    ), matched as materialized (
      select o.id, o.title, o.priority, o.created_at, o.property_id, o.assignee_id,
        (select earlier.name from dispatch_rules earlier
          where earlier.is_on and earlier.id is distinct from r.id and ${ruleMatches("earlier")}
            and (earlier.is_for_all, earlier.position) < (r.is_for_all, coalesce(r.position, 2147483647))
          order by ${ruleSortKeys("earlier")} limit 1) as taken_by,
        coalesce(o.assignee_id <> r.assignee_id, o.assignee_id is not null and not ${isTeamMember(sql`r.team_id`, sql`o.assignee_id`)})
          and not coalesce((select e.details ? 'rule' from work_order_activity e
            where e.work_order_id = o.id and e.action_type = 'assigned' order by e.seq desc limit 1), false) as is_otherwise
      from work_orders o cross join r
      where o.created_at > ${trialStart} and o.deleted_at is null and not o.awaiting_approval
        and ${workOrderScope(actor.accessScope)} and ${ruleMatches("r")}
    )
    select
      (select count(*)::int from matched) as matched,
      (select count(*)::int from matched where taken_by is not null) as "takenBefore",
      (select count(*)::int from matched where taken_by is null and is_otherwise) as otherwise,
      json_build_object('name', coalesce(
          (select u.full_name from users u where u.id = r.assignee_id and ${personScope(actor.accessScope)}),
          (select t.name from teams t where t.id = r.team_id and ${dispatchScope(actor.accessScope, "t")})),
        'people', case when r.team_id is null then 1 else
          (select count(*) from team_members m join users u on u.id = m.user_id and u.state = 'active' where m.team_id = r.team_id) end) as to,
      (select coalesce(json_agg(json_build_object('from', week.starts_on::date, 'count',
          (select count(*) from matched where taken_by is null and date_trunc('week', created_at at time zone 'UTC') = week.starts_on))
          order by week.starts_on), '[]')
        from generate_series(date_trunc('week', ${trialStart}::timestamptz at time zone 'UTC'), ${now}::timestamptz at time zone 'UTC',
          interval '7 days') as week (starts_on)) as weeks,
      (select coalesce(json_agg(json_build_object('id', newest.id, 'title', newest.title, 'property', p.name,
          'priority', newest.priority, 'createdAt', newest.created_at, 'assignee', a.full_name, 'takenBy', newest.taken_by)
          order by newest.id desc), '[]')
        from (select * from matched order by id desc limit ${maxNewestOrders}) newest
        join properties p on p.id = newest.property_id left join users a on a.id = newest.assignee_id) as newest
    from r`.execute(db);
  const [result] = rows;
  if (result?.to.name == null) throw notFound(target.teamId === null ? "person" : "team");
  return {
    ...result,
    to: { ...result.to, name: result.to.name },
    newest: result.newest.map((order) => ({ ...order, createdAt: new Date(order.createdAt).toISOString() })),
  };
}
