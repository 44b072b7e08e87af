import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { audit, changesBetween } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { seal, unseal } from "#server/seal.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createWebhook, editWebhook, Webhook } from "../contract.ts";
import type { WebhookEvent } from "../events.ts";
import { addressFor, Unreachable } from "./reachable.ts";

const webhooksMax = 20;

const of = (id: number) => ({ purpose: "webhook", boundTo: `webhook ${id}` });
export const openSecret = (services: Pick<Services, "secretKey">, id: number, sealed: Buffer): string =>
  unseal(services, of(id), sealed).toString();
const newSecret = () => `whsec_${randomBytes(24).toString("hex")}`;

interface Row {
  id: number;
  url: string;
  events: WebhookEvent[];
  state: Webhook["state"];
  paused_because: string | null;
  failing_since: Date | null;
  created_at: Date;
  created_by: string;
  version: number;
}
const rows = sql`
  select w.id, w.url, w.events, w.state, w.paused_because, w.failing_since, w.created_at, u.full_name as created_by, w.version
  from webhooks w join users u on u.id = w.created_by_id`;

const present = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  state: row.state,
  pausedBecause: row.paused_because,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  version: row.version,
});

export async function allWebhooks({ db }: SignedInCtx): Promise<Webhook[]> {
  const found = await sql<Row>`${rows} order by w.id desc`.execute(db);
  return found.rows.map(present);
}

/** @throws AppError not_found */
export async function findWebhook(db: Db, id: number): Promise<Webhook> {
  const [row] = (await sql<Row>`${rows} where w.id = ${id}`.execute(db)).rows;
  if (row === undefined) throw notFound("webhook");
  return present(row);
}

/** @throws AppError invalid for an address that the portal must not call */
async function refuseUnreachable({ config }: SignedInCtx, url: string): Promise<void> {
  const parsed = new URL(url);
  if (parsed.username !== "" || parsed.password !== "")
    throw invalid({ url: "Please leave out the name and password: deliveries are signed." });
  await addressFor(parsed, config.webhookNetworks).catch((error: unknown) => {
    throw error instanceof Unreachable ? invalid({ url: error.message }) : error;
  });
}

/** `ctx.db` is the pool: no transaction waits for the name server. @throws AppError invalid; conflict with too many */
export async function addWebhook(
  ctx: SignedInCtx,
  { url, events }: BodyOf<typeof createWebhook>,
): Promise<Webhook & { secret: string }> {
  await refuseUnreachable(ctx, url);
  return inTransaction(ctx.db, async (db) => {
    const adding = { ...ctx, db };
    if ((await allWebhooks(adding)).length >= webhooksMax)
      throw conflict(`There are ${webhooksMax} webhooks already. Please delete one first.`);
    const { id } = await db
      .insertInto("webhooks")
      .values({
        url,
        events: [...new Set(events)],
        secret: Buffer.alloc(0),
        created_by_id: ctx.actor.id,
        created_at: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const secret = await giveSecret(adding, id);
    await audit(adding, {
      action: "webhook.created",
      subjectType: "webhook",
      subjectId: id,
      details: { url, events },
    });
    return { ...(await findWebhook(db, id)), secret };
  });
}

async function giveSecret({ db, secretKey }: SignedInCtx, id: number): Promise<string> {
  const secret = newSecret();
  await db
    .updateTable("webhooks")
    .set({ secret: seal({ secretKey }, of(id), Buffer.from(secret)) })
    .where("id", "=", id)
    .execute();
  return secret;
}

/** Resuming forgets earlier failures. `ctx.db` is the pool. @throws AppError not_found; invalid; conflict for an old version */
export async function changeWebhook(
  ctx: SignedInCtx,
  id: number,
  { url, events, state }: BodyOf<typeof editWebhook>,
  seen: number | undefined,
): Promise<Webhook> {
  if (url !== undefined) await refuseUnreachable(ctx, url);
  return inTransaction(ctx.db, async (db) => {
    const changing = { ...ctx, db };
    const before = await lockWebhook(changing, id);
    await refuseOldVersion(
      changing,
      { type: "webhook", id, name: "this webhook", version: before.version },
      seen,
      async () => before,
    );
    const after = {
      url: url ?? before.url,
      events: events === undefined ? before.events : [...new Set(events)],
      state: state ?? before.state,
    };
    const changes = changesBetween(before, { ...before, ...after }, ["url", "events", "state"]);
    if (changes.length === 0) return before;
    await db
      .updateTable("webhooks")
      .set({ ...after, paused_because: null, failing_since: null, version: before.version + 1 })
      .where("id", "=", id)
      .execute();
    await audit(changing, {
      action: "webhook.edited",
      subjectType: "webhook",
      subjectId: id,
      details: { changes },
    });
    return findWebhook(db, id);
  });
}

/** Until the transaction ends nobody changes or deletes the webhook. @throws AppError not_found */
export async function lockWebhook({ db }: SignedInCtx, id: number): Promise<Webhook> {
  await db.selectFrom("webhooks").select("id").where("id", "=", id).forUpdate().execute();
  return findWebhook(db, id);
}

/** @throws AppError not_found */
export async function removeWebhook(ctx: SignedInCtx, id: number): Promise<void> {
  const { url } = await lockWebhook(ctx, id);
  await ctx.db.deleteFrom("webhooks").where("id", "=", id).execute();
  await audit(ctx, { action: "webhook.deleted", subjectType: "webhook", subjectId: id, details: { url } });
}

/** `ctx.db` is the pool: no response with a secret is stored for a repetition. @throws AppError not_found */
export const replaceSecret = (ctx: SignedInCtx, id: number): Promise<Webhook & { secret: string }> =>
  inTransaction(ctx.db, async (db) => {
    const replacing = { ...ctx, db };
    const webhook = await lockWebhook(replacing, id);
    const secret = await giveSecret(replacing, id);
    await audit(replacing, { action: "webhook.secret-rotated", subjectType: "webhook", subjectId: id });
    return { ...webhook, secret };
  });
