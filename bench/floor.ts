import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Fastify from "fastify";
import pg from "pg";

/*
 * The floor that the bench compares the portal with: the least work with which Fastify, pg and the same database deliver the
 * same rows, without session, access scope, contract, totals or live events. DATABASE_URL, PORT and FILES_FOLDER configure it.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = Fastify();

app.get("/hello", async () => ({ hello: "world" }));

const row = `json_build_object('id', id, 'title', title, 'description', description, 'category', category,
  'location', location, 'priority', priority, 'status', status, 'createdAt', created_at, 'version', version,
  'propertyId', property_id, 'assigneeId', assignee_id)`;

/** PAGE: 50 rows as one JSON text from the database, relayed unchanged. */
app.get("/page", async (_, reply) => {
  const { rows } = await pool.query<{ page: string }>(
    `select json_agg(${row} order by id desc)::text as page
     from (select * from work_orders where deleted_at is null and board_column = $1 order by id desc limit 50) newest`,
    ["open"],
  );
  return reply.type("application/json; charset=utf-8").send(rows[0]?.page);
});

/** Runs recorded statements and sends their rows as JSON; several statements run in parallel. */
const known: { text: string; values: unknown[] }[][] = [];
app.post<{ Body: (typeof known)[number] }>("/statements", async ({ body }) => String(known.push(body) - 1));
app.get<{ Params: { id: string } }>("/statements/:id", async ({ params }) =>
  Promise.all(
    (known[Number(params.id)] ?? []).map(
      async (statement) => (await pool.query(statement)).rows as unknown[],
    ),
  ),
);

/** The entries of a lease between two days, with its balance. */
app.get<{ Params: { id: string }; Querystring: { from: string; to: string } }>(
  "/statement/:id",
  async ({ params, query }, reply) => {
    const { rows } = await pool.query<{ statement: string }>(
      `select json_build_object('balance', a.balance_cents, 'lines', (
         select json_agg(json_build_object('id', e.id, 'onDay', e.on_day, 'description', e.description,
           'dueOn', r.due_on, 'amount', r.amount_cents) order by e.on_day, e.id)
         from ledger_entries e join receivables r on r.entry_id = e.id
         where e.lease_id = a.lease_id and e.on_day between $2 and $3))::text as statement
       from lease_accounts a where a.lease_id = $1`,
      [params.id, query.from, query.to],
    );
    return reply.type("application/json; charset=utf-8").send(rows[0]?.statement);
  },
);

const entry =
  "insert into work_order_activity (work_order_id, property_id, seq, action_type, particulars, previous_hash, hash)";

app.post<{ Body: Record<string, string> }>("/insert", async ({ body }, reply) => {
  const { rows } = await pool.query<{ made: string }>(
    `with made as (
       insert into work_orders (property_id, title, description, category, location, priority, created_by_id, content_hash)
       values ($1, $2, $3, $4, $5, $6, 1, $7) returning *
     ), logged as (
       ${entry} select id, property_id, 0, 'created', '{"photos": 0}', '', '' from made
     )
     select ${row}::text as made from made`,
    [
      body.propertyId,
      body.title,
      body.description,
      body.category,
      body.location,
      body.priority,
      createHash("sha256").update(JSON.stringify(body)).digest(),
    ],
  );
  return reply.code(201).type("application/json; charset=utf-8").send(rows[0]?.made);
});

app.patch<{ Params: { id: string }; Body: { status: string } }>(
  "/update/:id",
  async ({ params, body }, reply) =>
    reply.type("application/json; charset=utf-8").send(await moveOrder(params.id, body.status)),
);

async function moveOrder(id: string, status: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ moved: string }>(
    `with moved as (
       update work_orders set status = $2, completed_at = case when $2 = 'completed' then now() end, version = version + 1, updated_at = now()
       where id = $1 returning *
     ), logged as (
       ${entry} select id, property_id, 0, 'status_changed', '{}', '', '' from moved
     )
     select ${row}::text as moved from moved`,
    [id, status],
  );
  return rows[0]?.moved;
}

/** A raw file: hashed and written, without a form, a content check or an fsync. */
app.addContentTypeParser("application/octet-stream", (_, payload, done) => done(null, payload));
app.post<{ Body: Readable }>("/upload", async ({ body }, reply) => {
  const hash = createHash("sha256");
  body.on("data", (part: Buffer) => hash.update(part));
  await pipeline(body, createWriteStream(path.join(process.env.FILES_FOLDER ?? "", randomUUID())));
  return reply.code(201).send({ sha256: hash.digest("hex") });
});

/** Bare event streams: a change is sent to as many of them as would receive it in the portal. */
const streams: NodeJS.WritableStream[] = [];
app.get("/events", (_, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream" });
  reply.raw.write(": welcome\n\n");
  streams.push(reply.raw);
});
app.patch<{ Params: { id: string }; Querystring: { streams: string }; Body: { status: string } }>(
  "/announce/:id",
  async ({ params, query, body }, reply) => {
    const moved = await moveOrder(params.id, body.status);
    const text = `data: {"kind":"work-order.changed","id":${params.id}}\n\n`;
    for (const stream of streams.slice(0, Number(query.streams))) stream.write(text);
    return reply.type("application/json; charset=utf-8").send(moved);
  },
);

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
