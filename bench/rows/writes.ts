import type pg from "pg";
import type { Environment, Row } from "../environment.ts";
import { compareRates, type Figure } from "../figures.ts";
import { type Request, sendOk, throughput } from "../load.ts";
import { people, sessionCookie, sharedProperty } from "../seed.ts";

const workOrder = {
  title: "The radiator stays cold",
  description: "The radiator next to the window has been cold since Monday.",
  category: "HVAC",
  location: "Room 12",
  priority: "medium",
};
const statuses = ["in_progress", "scheduled", "completed", "open"];

/** Creating and changing with session, access scope, log, notifications, and live event, compared with the bare statements. */
export const writes: Row = {
  name: "writes",
  goal: 5,
  title: "Creating a work order and changing its status against the bare statements that write the same rows",
  async measure(environment) {
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const ids = await findWorkOrders(environment);
    const half = ids.length >> 1;
    const create = (path: string) => (): Request => ({
      method: "POST",
      path,
      body: { ...workOrder, propertyId: String(sharedProperty) },
    });
    const changes = {
      Create: { bare: create("/insert"), portal: create("/api/work-orders") },
      "Status change": {
        bare: changer(ids.slice(0, half), (id) => `/update/${id}`),
        portal: changer(ids.slice(half), (id) => `/api/work-orders/${id}/status`),
      },
    };
    const cookie = sessionCookie("landlord");
    const client = await environment.client();
    const figures: Figure[] = [];
    for (const [what, requests] of Object.entries(changes)) {
      const rows = {
        bare: await countWrittenRows(client, floor.origin, requests.bare()),
        portal: await countWrittenRows(client, portal.origin, { ...requests.portal(), cookie }),
      };
      if (rows.portal !== rows.bare)
        throw new Error(`${what}: the portal writes ${rows.portal} rows and the floor ${rows.bare}.`);
      for (const connections of [1, 16]) {
        const side = (origin: string, request: () => Request) => () =>
          throughput(origin, { connections, seconds: 1, request: () => ({ ...request(), cookie }) });
        figures.push(
          await compareRates(
            `${what} with ${rows.portal} log entries and notifications, ${connections} at a time, per second`,
            { bare: side(floor.origin, requests.bare), portal: side(portal.origin, requests.portal) },
            { must: 0.3, aim: 0.5 },
          ),
        );
      }
    }
    return figures;
  },
};

/** Work orders that notify the same two people on both sides when their status changes. */
async function findWorkOrders({ client }: Environment): Promise<number[]> {
  const connection = await client();
  const { rows } = await connection.query<{ id: number }>(
    `update work_orders set created_by_id = reporter.id, assignee_id = assignee.id
     from users reporter, users assignee
     where reporter.username = $2 and assignee.username = $3 and work_orders.id in (
       select id from work_orders where property_id = $1 and status <> 'in_progress' and deleted_at is null order by id desc limit 4000)
     returning work_orders.id::integer as id`,
    [sharedProperty, people.bigLandlord, people.maintenance],
  );
  const ids = rows.map(({ id }) => id);
  await connection.query("delete from work_order_watchers where work_order_id = any($1)", [ids]);
  return ids;
}

/** Requests that each move one of these work orders to a different status. */
function changer(ids: number[], path: (id: number) => string): () => Request {
  let calls = 0;
  return () => {
    const status = statuses[Math.floor(calls / ids.length) % statuses.length];
    const id = ids[calls % ids.length] ?? 0;
    calls += 1;
    return { method: "PATCH", path: path(id), body: { status } };
  };
}

/** The number of log entries and notifications that a request adds to its work order. */
async function countWrittenRows(client: pg.Client, origin: string, request: Request): Promise<number> {
  const { rows: before } = await client.query<{ log: string; notification: string }>(
    "select (select max(id) from work_order_activity) as log, (select coalesce(max(id), 0) from notifications) as notification",
  );
  const { id } = JSON.parse((await sendOk(origin, request)).body) as { id: number };
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from work_order_activity where work_order_id = $1 and id > $2)
       + (select count(*) from notifications where work_order_id = $1 and id > $3) as count`,
    [id, before[0]?.log, before[0]?.notification],
  );
  return Number(rows[0]?.count);
}
