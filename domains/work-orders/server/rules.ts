import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { categoriesFoundBy } from "../categories.ts";
import { addActivity } from "./activity.ts";
import { lockAssignee } from "./assign.ts";
import type { WorkOrderRecord } from "./queries.ts";
import { isForBuilding, takesOrdersIn, teamMembersFor, worksIn } from "./teams.ts";

/**
 * Whether the rule, given by its alias, assigns the order `o`, apart from being on (requirements, "Dispatch"): the one
 * definition, for new orders and for trying a rule on past ones. A rule whose person or team has nobody in the building
 * matches nothing there.
 */
export function ruleMatches(rule: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${rule}.${column}`);
  return sql`(
    ${isForBuilding(rule, sql`o.property_id`)}
    and (${of("category")} is null or o.category = ${of("category")}
      or (${of("category")} = 'Other' and o.category = any(${[...categoriesFoundBy("Other")]}::text[])))
    and (${of("priorities")} is null or o.priority = any(${of("priorities")}))
    and ${hasSomebodyIn(rule, sql`o.property_id`)})`;
}

/** Whether the person or the team of a rule gets orders in the building. */
export function hasSomebodyIn(rule: string, property: RawBuilder<unknown>): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${rule}.${column}`);
  return sql`case
    when ${of("assignee_id")} is not null
      then exists (select from users u where u.id = ${of("assignee_id")} and ${worksIn(property)})
    else exists (select from teams t where t.id = ${of("team_id")} and ${takesOrdersIn(property)}) end`;
}

/** The first of several rules that match: those of a building or a landlord go before those for every building. */
export const rulesInOrder = (rule: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${rule}.${column}`);
  return sql`${of("is_for_all")}, ${of("position")}, ${of("id")}`;
};

interface Matched {
  rule: string;
  assignee_id: number | null;
  team_id: number | null;
  name: string;
}

/** To whom a rule gave an order; `people` are those it is told to. */
export interface Given {
  order: WorkOrderRecord;
  to: string;
  people: number[];
}

/**
 * Assigns a new order by the first rule that matches, in the caller's transaction, and says so in its log. An order that
 * somebody assigned by hand, or took the assignment of back, is left as it is, and so is one that awaits approval.
 * Returns undefined when no rule assigns it. The caller notifies people.
 */
export async function assignByRules(ctx: SignedInCtx, order: WorkOrderRecord): Promise<Given | undefined> {
  if (order.awaiting_approval) return undefined;
  const { rows } = await sql<Matched>`
    select r.name as rule, r.assignee_id, r.team_id, coalesce(a.full_name, g.name) as name
    from work_orders o cross join dispatch_rules r
    left join users a on a.id = r.assignee_id left join teams g on g.id = r.team_id
    where o.id = ${order.id} and o.assignee_id is null and o.team_id is null and o.board_column = 'open' and r.is_on
      and not exists (select from work_order_activity e where e.work_order_id = o.id and e.action_type = 'assigned')
      and ${ruleMatches("r")}
    order by ${rulesInOrder("r")} limit 1`.execute(ctx.db);
  const [matched] = rows;
  if (matched === undefined) return undefined;
  const { rule, assignee_id, team_id, name } = matched;
  // Somebody may be disabled meanwhile.
  if (assignee_id !== null && (await lockAssignee(ctx, order.property_id, assignee_id)) === undefined)
    return undefined;
  // Still version 1 where the order is new: nobody has seen another.
  const given = await ctx.db
    .updateTable("work_orders")
    .set({ assignee_id, team_id })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addActivity(ctx, given, {
    actionType: "assigned",
    particulars: {
      from: null,
      to: assignee_id,
      ...(assignee_id === null ? { team: name } : { assignee: name }),
      rule,
    },
    byPortal: true,
  });
  return assignee_id === null
    ? {
        order: given,
        to: `the team ${name}`,
        people: await teamMembersFor(ctx, order.property_id, team_id ?? 0),
      }
    : { order: given, to: name, people: [assignee_id] };
}
