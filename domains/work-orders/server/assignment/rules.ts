import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { matchingCategories } from "../../categories.ts";
import { addActivity } from "../activity/activity.ts";
import type { WorkOrderRecord } from "../queries.ts";
import { lockAssignee } from "./assign.ts";
import { appliesToProperty, findTeamMembers, servesProperty, worksAtProperty } from "./teams.ts";

/**
 * Whether a rule, by its SQL alias, matches work order `o`, regardless of whether it's enabled (requirements,
 * "Dispatch"). Used for new work orders and to test a rule on past ones. A rule doesn't match
 * at properties where its person or team doesn't work.
 */
export function ruleMatches(rule: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${rule}.${name}`);
  return sql`(
    ${appliesToProperty(rule, sql`o.property_id`)}
    and (${column("category")} is null or o.category = ${column("category")}
      or (${column("category")} = 'Other' and o.category = any(${[...matchingCategories("Other")]}::text[])))
    and (${column("priorities")} is null or o.priority = any(${column("priorities")}))
    and ${hasAssigneeAt(rule, sql`o.property_id`)})`;
}

/** Whether the person or team of a rule gets work orders at the property. */
export function hasAssigneeAt(rule: string, property: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${rule}.${name}`);
  return sql`case
    when ${column("assignee_id")} is not null
      then exists (select from users u where u.id = ${column("assignee_id")} and ${worksAtProperty(property)})
    else exists (select from teams t where t.id = ${column("team_id")} and ${servesProperty(property)}) end`;
}

/** Sort keys of matching rules: rules for a property or landlord come before rules for all properties. */
export const ruleSortKeys = (rule: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${rule}.${name}`);
  return sql`${column("is_for_all")}, ${column("position")}, ${column("id")}`;
};

interface MatchingRule {
  rule: string;
  assignee_id: number | null;
  team_id: number | null;
  name: string;
}

/** The result of an assignment by a rule, with the users to notify. */
export interface RuleAssignment {
  order: WorkOrderRecord;
  assigneeName: string;
  recipientIds: number[];
}

/**
 * Assigns a work order by the first matching rule, in the caller's transaction, and logs it. Skips work
 * orders that await approval and those whose assignment was ever changed by a person. Returns undefined if no
 * rule matches. The caller sends the notifications.
 */
export async function assignByRules(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
): Promise<RuleAssignment | undefined> {
  if (order.awaiting_approval) return undefined;
  const { rows } = await sql<MatchingRule>`
    select r.name as rule, r.assignee_id, r.team_id, coalesce(a.full_name, g.name) as name
    from work_orders o cross join dispatch_rules r
    left join users a on a.id = r.assignee_id left join teams g on g.id = r.team_id
    where o.id = ${order.id} and o.assignee_id is null and o.team_id is null and o.board_column = 'open' and r.is_on
      and not exists (select from work_order_activity e where e.work_order_id = o.id and e.action_type = 'assigned')
      and ${ruleMatches("r")}
    order by ${ruleSortKeys("r")} limit 1`.execute(ctx.db);
  const [match] = rows;
  if (match === undefined) return undefined;
  const { rule, assignee_id, team_id, name } = match;
  // The person could have been disabled since.
  if (assignee_id !== null && (await lockAssignee(ctx, order.property_id, assignee_id)) === undefined)
    return undefined;
  // The version doesn't change, because no one has seen the work order without its assignment yet.
  const assignedOrder = await ctx.db
    .updateTable("work_orders")
    .set({ assignee_id, team_id })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addActivity(ctx, assignedOrder, {
    actionType: "assigned",
    details: {
      from: null,
      to: assignee_id,
      ...(assignee_id === null ? { team: name } : { assignee: name }),
      rule,
    },
    isByPortal: true,
  });
  return assignee_id === null
    ? {
        order: assignedOrder,
        assigneeName: `team ${name}`,
        recipientIds: await findTeamMembers(ctx, order.property_id, team_id ?? 0),
      }
    : { order: assignedOrder, assigneeName: name, recipientIds: [assignee_id] };
}
