import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Fastify, { type FastifyReply } from "fastify";
import pg from "pg";

/*
 * The baseline that the bench compares the portal with: the least work with which Fastify, pg, and the same
 * database can return the same rows, without a session, access scope, contract, or totals. DATABASE_URL,
 * PORT, and FILES_FOLDER configure it.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = Fastify();

app.get("/hello", async () => ({ hello: "world" }));

/** Relays the JSON text that a statement returns. */
async function relay(reply: FastifyReply, statement: string, values: unknown[]): Promise<FastifyReply> {
  const { rows } = await pool.query<{ json: string }>(statement, values);
  return reply.type("application/json; charset=utf-8").send(rows[0]?.json);
}

const workOrder = `json_build_object('id', id, 'title', title, 'description', description, 'category', category,
  'location', location, 'priority', priority, 'status', status, 'createdAt', created_at, 'version', version,
  'propertyId', property_id, 'assigneeId', assignee_id)`;

/** PAGE: 50 rows as one JSON text from the database, relayed unchanged. */
app.get("/page", (_, reply) =>
  relay(
    reply,
    `select json_agg(${workOrder} order by id desc)::text as json
     from (select * from work_orders where deleted_at is null and board_column = $1 order by id desc limit 50) newest`,
    ["open"],
  ),
);

/** Stores statements under an id. A request with the id runs them concurrently and gets the rows as JSON. */
const known: pg.QueryConfig[][] = [];
app.post<{ Body: pg.QueryConfig[] }>("/statements", async ({ body }) => String(known.push(body) - 1));
app.get<{ Params: { id: string } }>("/statements/:id", async ({ params }) =>
  Promise.all(
    (known[Number(params.id)] ?? []).map(
      async (statement) => (await pool.query(statement)).rows as unknown[],
    ),
  ),
);

/** The entries of a lease between two dates, with its balance. */
app.get<{ Params: { id: string }; Querystring: { from: string; to: string } }>(
  "/statement/:id",
  ({ params, query }, reply) =>
    relay(
      reply,
      `select json_build_object('balance', a.balance_cents, 'lines', (
         select json_agg(json_build_object('id', e.id, 'onDay', e.on_day, 'description', e.description,
           'dueOn', r.due_on, 'amount', r.amount_cents) order by e.on_day, e.id)
         from ledger_entries e join receivables r on r.entry_id = e.id
         where e.lease_id = a.lease_id and e.on_day between $2 and $3))::text as json
       from lease_accounts a where a.lease_id = $1`,
      [params.id, query.from, query.to],
    ),
);

/*
 * A change of a work order writes everything that the portal writes: the work order, its log entry, a notification for each
 * recipient, and a live event.
 */
const log =
  "insert into work_order_activity (work_order_id, property_id, seq, action_type, details, previous_hash, hash)";
const notify = "insert into notifications (user_id, property_id, work_order_id, kind, details)";
const result = (from: string) =>
  `select ${workOrder}::text as json, pg_notify('bench', id::text) from ${from}`;

app.post<{ Body: Record<string, string> }>("/insert", ({ body }, reply) =>
  relay(
    reply.code(201),
    `with created as (
       insert into work_orders (property_id, title, description, category, location, priority, created_by_id, content_hash)
       select $1, $2, $3, $4, $5, $6, id, $7 from users where username = $8 returning *
     ), logged as (
       ${log} select id, property_id, 0, 'created', '{"photos": 0}', '', '' from created
     ), notified as (
       ${notify} select person.id, property_id, created.id, 'work-order.created', json_build_object('workOrderId', created.id, 'title', title)
       from created, (select user_id as id from property_landlords where property_id = $1 union select user_id from property_staff where property_id = $1
         union select id from users where role = 'maintenance' and has_all_properties) person where person.id <> created_by_id
     ) ${result("created")}`,
    [
      body.propertyId,
      body.title,
      body.description,
      body.category,
      body.location,
      body.priority,
      createHash("sha256").update(JSON.stringify(body)).digest(),
      "bench-landlord",
    ],
  ),
);

/** Changes a work order's status and notifies its reporter and assignee. */
const changeStatus = `
  with changed as (
    update work_orders set status = $2, completed_at = case when $2 = 'completed' then now() end, version = version + 1, updated_at = now()
    where id = $1 returning *
  ), logged as (
    ${log} select id, property_id, 0, 'status_changed', '{}', '', '' from changed
  ), notified as (
    ${notify} select person, property_id, id, 'work-order.status', json_build_object('workOrderId', id, 'title', title, 'status', status)
    from changed, unnest(array[created_by_id, assignee_id]) person where person is not null
  ) ${result("changed")}`;
app.patch<{ Params: { id: string }; Body: { status: string } }>("/update/:id", ({ params, body }, reply) =>
  relay(reply, changeStatus, [params.id, body.status]),
);

/** A raw file, hashed and written without a form, a content check, or an fsync. */
app.addContentTypeParser("application/octet-stream", (_, payload, done) => done(null, payload));
app.post<{ Body: Readable }>("/upload", async ({ body }, reply) => {
  const hash = createHash("sha256");
  body.on("data", (part: Buffer) => hash.update(part));
  await pipeline(body, createWriteStream(path.join(process.env.FILES_FOLDER ?? "", randomUUID())));
  return reply.code(201).send({ sha256: hash.digest("hex") });
});

/** Bare event streams. A change is sent to as many of them as would receive it in the portal. */
const streams: NodeJS.WritableStream[] = [];
app.get("/api/events", (_, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream" });
  reply.raw.write(": welcome\n\n");
  streams.push(reply.raw);
});
app.patch<{ Params: { id: string }; Querystring: { streams: string }; Body: { status: string } }>(
  "/announce/:id",
  async ({ params, query, body }, reply) => {
    await pool.query(changeStatus, [params.id, body.status]);
    const text = `data: {"kind":"work-order.changed","id":${params.id}}\n\n`;
    for (const stream of streams.slice(0, Number(query.streams))) stream.write(text);
    return reply.send({});
  },
);

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
