import type { Db } from "#server/db/database.ts";
import type { DemoWorkOrderContents } from "./contents.ts";
import { people } from "./people.ts";
import { hoursBefore } from "./time.ts";

/**
 * Adds two views and a report shared with staff, and a landlord who watches the newest work order in progress at her
 * properties.
 */
export async function fillViews(db: Db, orders: readonly DemoWorkOrderContents[], now: Date): Promise<void> {
  const { alex: admin, linda: landlord } = people;
  await db
    .insertInto("saved_views")
    .values([
      {
        owner_id: admin.id,
        name: "Overdue",
        query: "due=overdue&sort=due-first&columns=property,assignee,due",
        is_shared: true,
        created_at: hoursBefore(now, 300),
      },
      {
        owner_id: landlord.id,
        name: "Unassigned",
        query: "assignee=none&sort=highest&columns=property,priority,age",
        is_shared: true,
        created_at: hoursBefore(now, 200),
      },
    ])
    .execute();
  await db
    .insertInto("saved_reports")
    .values({
      owner_id: landlord.id,
      name: "Overdue at the end of last month",
      report: "aged",
      query: "period=last-month&overdue=yes",
      is_shared: true,
      created_at: hoursBefore(now, 100),
    })
    .execute();
  const properties: readonly number[] = landlord.properties;
  const watched = orders
    .filter(({ status, propertyId }) => status === "in_progress" && properties.includes(propertyId))
    .at(-1);
  if (watched === undefined) throw new Error("No work order is in progress at the landlord's properties.");
  await db
    .insertInto("work_order_watchers")
    .values({
      work_order_id: watched.id,
      property_id: watched.propertyId,
      user_id: landlord.id,
      added_by_id: landlord.id,
      created_at: hoursBefore(now, 1),
    })
    .execute();
}
