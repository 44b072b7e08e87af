import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { people } from "./people.ts";

/**
 * Adds two teams and three rules for Harborview Center, one of them off. The oldest unassigned work order
 * goes to a team.
 */
export async function fillDispatch({ db, now }: Ctx): Promise<void> {
  const harborview = 1;
  await db
    .insertInto("teams")
    .values([
      { id: 1, name: "Building engineers", property_id: null, landlord_id: people.linda.id, created_at: now },
      { id: 2, name: "Plumbers", property_id: harborview, landlord_id: null, created_at: now },
    ])
    .execute();
  await db
    .insertInto("team_members")
    .values([
      { team_id: 1, user_id: people.sam.id },
      { team_id: 1, user_id: people.priya.id },
      { team_id: 2, user_id: people.priya.id },
      { team_id: 2, user_id: people.tom.id },
    ])
    .execute();
  const rule = { category: null, priorities: null, assignee_id: null, team_id: null, created_at: now };
  const atHarborview = { property_id: harborview, landlord_id: null };
  await db
    .insertInto("dispatch_rules")
    .values([
      {
        ...rule,
        name: "Electrical emergencies",
        position: 1,
        property_id: null,
        landlord_id: people.linda.id,
        category: "Electrical",
        priorities: ["high", "urgent"],
        team_id: 1,
        is_on: true,
      },
      {
        ...rule,
        ...atHarborview,
        name: "Roof and walls at Harborview",
        position: 2,
        category: "Structural",
        assignee_id: people.priya.id,
        is_on: true,
      },
      {
        ...rule,
        ...atHarborview,
        name: "Plumbing at Harborview",
        position: 3,
        category: "Plumbing",
        team_id: 2,
        is_on: false,
      },
    ])
    .execute();
  const waiting = await db
    .updateTable("work_orders")
    .set((row) => ({ team_id: 1, version: row("version", "+", 1) }))
    .where("id", "in", (query) =>
      query
        .selectFrom("work_orders")
        .select("id")
        .where("property_id", "=", harborview)
        .where("board_column", "=", "open")
        .where("assignee_id", "is", null)
        .where("awaiting_approval", "=", false)
        .where("deleted_at", "is", null)
        .where("priority", "in", ["low", "medium"])
        .orderBy("created_at")
        .limit(1),
    )
    .returning(["id", "property_id"])
    .execute();
  for (const { id, property_id } of waiting)
    await db
      .insertInto("work_order_activity")
      .values({
        work_order_id: id,
        property_id,
        action_type: "assigned",
        details: JSON.stringify({ from: null, to: null, team: "Building engineers" }),
        user_id: people.linda.id,
        user_name: people.linda.fullName,
        user_role: people.linda.role,
        created_at: sql<Date>`date_trunc('milliseconds', ${now}::timestamptz)`,
        // Set by a trigger.
        seq: 0,
        previous_hash: Buffer.alloc(0),
        hash: Buffer.alloc(0),
      })
      .execute();
}
