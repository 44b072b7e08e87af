import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { DemoContents } from "./contents.ts";
import { fillDispatch } from "./fill-dispatch.ts";
import { fillDocuments } from "./fill-documents.ts";
import { fillExpenses } from "./fill-expenses.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillOrganization } from "./fill-organization.ts";
import { fillOwnerStatement } from "./fill-owner-statement.ts";
import { fillPeople } from "./fill-people.ts";
import { fillPropertiesAndLeases } from "./fill-properties-and-leases.ts";
import { issueLastYear } from "./fill-reconciliation.ts";
import { fillRecoveries } from "./fill-recoveries.ts";
import { fillViews } from "./fill-views.ts";
import { fillWorkOrders } from "./fill-work-orders.ts";
import { fillNotifications } from "./notifications.ts";

const numberedTables = [
  "properties",
  "units",
  "users",
  "companies",
  "leases",
  "work_orders",
  "work_order_signatures",
  "documents",
  "teams",
] as const;

/** Writes all demo data in the transaction of `ctx`. */
export async function fill(ctx: Ctx, contents: DemoContents): Promise<void> {
  const { db, now } = ctx;
  await fillOrganization(db);
  await fillPropertiesAndLeases(db, contents.buildingPhotos, now);
  await fillPeople(db, contents.passwordHash, now);
  await fillWorkOrders(db, contents.orders);
  await fillDispatch(ctx);
  await fillViews(db, contents.orders, now);
  await fillExpenses(ctx);
  await fillRecoveries(ctx);
  await fillLedger(ctx, issueLastYear);
  await fillDocuments(ctx, contents.documents);
  await fillNotifications(ctx, contents);
  // The rows have fixed ids, so the sequences are advanced past them. Calling nextval needs only the
  // privilege to insert.
  for (const table of numberedTables)
    await sql`select count(nextval(pg_get_serial_sequence(${table}, 'id')))
      from generate_series(1, (select max(id) from ${sql.table(table)}))`.execute(db);
  await fillOwnerStatement(ctx);
}
