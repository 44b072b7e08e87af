import type pg from "pg";
import type { Environment, Row } from "../environment.ts";
import { atLeast, type Figure, inTurn } from "../figures.ts";
import { type Request, throughput } from "../load.ts";
import { people, sessionCookie, sharedProperty } from "../seed.ts";

const workOrder = {
  title: "The radiator stays cold",
  description: "The radiator next to the window has been cold since Monday.",
  category: "HVAC",
  location: "Room 12",
  priority: "medium",
};
const statuses = ["in_progress", "scheduled", "completed", "open"];
/** What a change writes in addition to the work order. */
const written = ["work_order_activity", "notifications"];

/** Creating and changing with session, access scope, log, notifications, and live event, compared with the bare statements. */
export const writes: Row = {
  name: "writes",
  goal: 5,
  title: "Creating a work order and changing its status against the bare statements that write the same rows",
  async measure(environment) {
    const origins = {
      floor: (await environment.floor()).origin,
      portal: (await environment.portal()).origin,
    };
    const ids = await findWorkOrders(environment);
    const half = ids.length >> 1;
    const create = (path: string) => (): Request => ({
      method: "POST",
      path,
      body: { ...workOrder, propertyId: String(sharedProperty) },
    });
    const changes = {
      Create: { floor: create("/insert"), portal: create("/api/work-orders") },
      "Status change": {
        floor: changer(ids.slice(0, half), (id) => `/update/${id}`),
        portal: changer(ids.slice(half), (id) => `/api/work-orders/${id}/status`),
      },
    };
    const client = await environment.client();
    const figures: Figure[] = [];
    for (const connections of [1, 16])
      for (const [what, requests] of Object.entries(changes)) {
        const rows = { floor: 0, portal: 0 };
        const side = (name: "floor" | "portal") => async () => {
          const before = await countWritten(client);
          let sent = 0;
          const perSecond = await throughput(origins[name], {
            connections,
            seconds: 1,
            request: () => {
              sent += 1;
              return { ...requests[name](), cookie: sessionCookie("landlord") };
            },
          });
          rows[name] = ((await countWritten(client)) - before) / sent;
          return perSecond;
        };
        const perSecond = await inTurn({ floor: side("floor"), portal: side("portal") });
        // The last requests of a side might be interrupted.
        if (Math.abs(rows.floor / rows.portal - 1) > 0.1)
          throw new Error(`${what}: the portal writes ${rows.portal} rows and the floor ${rows.floor}.`);
        figures.push(
          atLeast(
            `${what}, ${connections} at a time, changes per second`,
            perSecond.portal / perSecond.floor,
            {
              must: 0.3,
              aim: 0.5,
              note: `${perSecond.portal.toFixed(0)} / ${perSecond.floor.toFixed(0)}, ${rows.portal.toFixed(1)} log entries and notifications each`,
            },
          ),
        );
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

async function countWritten(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select ${written.map((table) => `(select coalesce(max(id), 0) from ${table})`).join(" + ")} as count`,
  );
  return Number(rows[0]?.count);
}
