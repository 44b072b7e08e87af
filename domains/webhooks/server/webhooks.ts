import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { audit, diffFields } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { seal, unseal } from "#server/seal.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createWebhook, editWebhook, Webhook } from "../contract.ts";
import type { WebhookEvent } from "../events.ts";
import { resolveAddress, UnreachableError } from "./resolve-address.ts";

const maxWebhooks = 20;

const sealContext = (id: number) => ({ purpose: "webhook", boundTo: `webhook ${id}` });
export const openSecret = (services: Pick<Services, "secretKey">, id: number, sealed: Buffer): string =>
  unseal(services, sealContext(id), sealed).toString();
const generateSecret = () => `whsec_${randomBytes(24).toString("hex")}`;

interface WebhookRow {
  id: number;
  url: string;
  events: WebhookEvent[];
  state: Webhook["state"];
  pause_reason: string | null;
  failing_since: Date | null;
  created_at: Date;
  created_by: string;
  version: number;
}
const webhookQuery = sql`
  select w.id, w.url, w.events, w.state, w.pause_reason, w.failing_since, w.created_at, u.full_name as created_by, w.version
  from webhooks w join users u on u.id = w.created_by_id`;

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  state: row.state,
  pauseReason: row.pause_reason,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  version: row.version,
});

export async function findWebhooks({ db }: SignedInCtx): Promise<Webhook[]> {
  const result = await sql<WebhookRow>`${webhookQuery} order by w.id desc`.execute(db);
  return result.rows.map(toWebhook);
}

/**
 * Returns one webhook.
 * @throws AppError not_found
 */
export async function findWebhook(db: Db, id: number): Promise<Webhook> {
  const [row] = (await sql<WebhookRow>`${webhookQuery} where w.id = ${id}`.execute(db)).rows;
  if (row === undefined) throw notFound("webhook");
  return toWebhook(row);
}

/**
 * Rejects a URL that the portal must not call.
 * @throws AppError invalid
 */
async function assertReachable({ config }: SignedInCtx, url: string): Promise<void> {
  const parsedUrl = new URL(url);
  if (parsedUrl.username !== "" || parsedUrl.password !== "")
    throw invalid({ url: "Remove the username and password from the URL. Deliveries are signed instead." });
  await resolveAddress(parsedUrl, config.webhookNetworks).catch((error: unknown) => {
    throw error instanceof UnreachableError ? invalid({ url: error.message }) : error;
  });
}

/**
 * Adds a webhook. `ctx.db` is the pool, so that no transaction waits for the name server.
 * @throws AppError invalid; conflict if there are too many webhooks
 */
export async function addWebhook(
  ctx: SignedInCtx,
  { url, events }: BodyOf<typeof createWebhook>,
): Promise<Webhook & { secret: string }> {
  await assertReachable(ctx, url);
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    if ((await findWebhooks(txCtx)).length >= maxWebhooks)
      throw conflict(`You've reached the limit of ${maxWebhooks} webhooks. Delete one first.`);
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
    const secret = await replaceSecret(txCtx, id);
    await audit(txCtx, {
      action: "webhook.created",
      subjectType: "webhook",
      subjectId: id,
      details: { url, events },
    });
    return { ...(await findWebhook(db, id)), secret };
  });
}

async function replaceSecret({ db, secretKey }: SignedInCtx, id: number): Promise<string> {
  const secret = generateSecret();
  await db
    .updateTable("webhooks")
    .set({ secret: seal({ secretKey }, sealContext(id), Buffer.from(secret)) })
    .where("id", "=", id)
    .execute();
  return secret;
}

/**
 * Updates a webhook. Resuming it clears earlier failures. `ctx.db` is the pool.
 * @throws AppError not_found; invalid; conflict for an outdated version
 */
export async function updateWebhook(
  ctx: SignedInCtx,
  id: number,
  { url, events, state }: BodyOf<typeof editWebhook>,
  expectedVersion: number | undefined,
): Promise<Webhook> {
  if (url !== undefined) await assertReachable(ctx, url);
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    const before = await lockWebhook(txCtx, id);
    await assertCurrentVersion(
      txCtx,
      { type: "webhook", id, name: "this webhook", version: before.version },
      expectedVersion,
      async () => before,
    );
    const after = {
      url: url ?? before.url,
      events: events === undefined ? before.events : [...new Set(events)],
      state: state ?? before.state,
    };
    const changes = diffFields(before, { ...before, ...after }, ["url", "events", "state"]);
    if (changes.length === 0) return before;
    await db
      .updateTable("webhooks")
      .set({ ...after, pause_reason: null, failing_since: null, version: before.version + 1 })
      .where("id", "=", id)
      .execute();
    await audit(txCtx, {
      action: "webhook.edited",
      subjectType: "webhook",
      subjectId: id,
      details: { changes },
    });
    return findWebhook(db, id);
  });
}

/**
 * Locks the webhook against edits and deletion until the transaction ends.
 * @throws AppError not_found
 */
export async function lockWebhook({ db }: SignedInCtx, id: number): Promise<Webhook> {
  await db.selectFrom("webhooks").select("id").where("id", "=", id).forUpdate().execute();
  return findWebhook(db, id);
}

/**
 * Deletes a webhook.
 * @throws AppError not_found
 */
export async function removeWebhook(ctx: SignedInCtx, id: number): Promise<void> {
  const { url } = await lockWebhook(ctx, id);
  await ctx.db.deleteFrom("webhooks").where("id", "=", id).execute();
  await audit(ctx, { action: "webhook.deleted", subjectType: "webhook", subjectId: id, details: { url } });
}

/**
 * Replaces the signing secret. `ctx.db` is the pool, so that no response with a secret is stored for a
 * repeated request.
 * @throws AppError not_found
 */
export const rotateWebhookSecret = (ctx: SignedInCtx, id: number): Promise<Webhook & { secret: string }> =>
  inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    const webhook = await lockWebhook(txCtx, id);
    const secret = await replaceSecret(txCtx, id);
    await audit(txCtx, { action: "webhook.secret-rotated", subjectType: "webhook", subjectId: id });
    return { ...webhook, secret };
  });
