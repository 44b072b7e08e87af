import { type RawBuilder, sql } from "kysely";
import { newsInsert, publishUnreadCount } from "#domains/notifications/server/notify.ts";
import { preparedOf } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { announce } from "./announce.ts";
import { selectDetails, type WorkOrderDetails } from "./queries.ts";

/** So many people of one building are told of a new order, its landlords first. */
const peopleToldMax = 50;

/** What does not wait has a topic of its own, so that people can be woken by it alone. */
const urgent: Readonly<Record<string, string>> = { high: "high-priority ", urgent: "urgent " };

export interface Report {
  /** Selects property_id, unit_id and lease_id of where the fault is; nothing where it may not be reported. */
  place: RawBuilder<unknown>;
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  awaitingApproval: boolean;
  contentHash: Buffer;
  /** What the first entry of the log says. */
  entry: string;
}

/**
 * Writes a new order, the first entry of its log and the news for those who run the building or work in it, in one statement.
 * Undefined when there is no such place, and nothing was written.
 */
export async function writeReport(ctx: SignedInCtx, report: Report): Promise<WorkOrderDetails | undefined> {
  const { actor, db } = ctx;
  const news = newsInsert(
    sql`(select person.user_id, made.* from made cross join lateral (${peopleOf("made")}) person
        where person.user_id <> ${actor.id} order by person.place limit ${sql.lit(peopleToldMax)})`,
    ctx,
    {
      kind: report.priority in urgent ? "work-order.urgent" : "work-order.created",
      text: sql<string>`(${`New ${urgent[report.priority] ?? ""}work order #WO-`}::text || lpad(id::text, greatest(4, length(id::text)), '0')
        || ': ' || title)`,
      workOrderId: sql<number>`id`,
      propertyId: sql<number>`property_id`,
    },
  );
  const statement = sql<WorkOrderDetails & { told: number[] }>`
    with made as (
      insert into work_orders (property_id, unit_id, lease_id, title, description, category, location, priority,
        created_by_id, awaiting_approval, content_hash)
      select place.property_id, place.unit_id, place.lease_id, ${report.title}, ${report.description}, ${report.category},
        ${report.location}, ${report.priority}, ${actor.id}::bigint, ${report.awaitingApproval}::boolean, ${report.contentHash}::bytea
      from (${report.place}) place
      returning *
    ), logged as (
      insert into work_order_activity (work_order_id, property_id, action_type, message, user_id, user_name, user_role, details,
        seq, previous_hash, hash)
      select id, property_id, 'created', ${report.entry}, ${actor.id}, ${actor.fullName}, ${actor.role},
        jsonb_build_object('contentHash', ${report.contentHash.toString("hex")}::text), 0, '', '' from made
    ), told as (${news})
    select details.*, array(select user_id from told) as told from (${selectDetails(sql`made`)}) details`;
  const { rows } = await preparedOf(db, statement);
  const made = rows[0];
  if (made === undefined) return undefined;
  publishUnreadCount(ctx, made.told);
  announce(ctx, "work-order.created", made);
  return made;
}

/**
 * Who is told of a new order: the landlords of its building, or the administrators where it has none, and the technicians
 * who work there once nobody has to approve the reporter.
 */
function peopleOf(order: string): RawBuilder<unknown> {
  const [property, awaiting] = [sql.ref(`${order}.property_id`), sql.ref(`${order}.awaiting_approval`)];
  const max = sql.lit(peopleToldMax);
  return sql`
    (select l.user_id, 1 as place from property_landlords l where l.property_id = ${property} limit ${max})
    union all (select u.id, 2 from users u where u.role = 'admin' and u.state = 'active'
      and not exists (select from property_landlords l where l.property_id = ${property}) order by u.id limit ${max})
    union all (select s.user_id, 3 from property_staff s join users u on u.id = s.user_id and u.role = 'maintenance' and u.state = 'active'
      where s.property_id = ${property} and not ${awaiting} limit ${max})
    union all (select u.id, 3 from users u
      where u.all_buildings and u.role = 'maintenance' and u.state = 'active' and not ${awaiting} order by u.id limit ${max})`;
}
