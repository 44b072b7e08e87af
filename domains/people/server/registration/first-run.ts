import { sql } from "kysely";
import {
  consumeToken,
  createOneTimeToken,
  findToken,
  invalidateTokens,
} from "#domains/accounts/server/tokens.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";

const setupDays = 7;

async function hasAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from users where role = 'admin' and state = 'active' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Creates a one-time link for setting up the portal (requirements, "Demo") and returns its path. Returns null
 * if there is an administrator or demo mode is on. Links from earlier starts and other instances stay valid
 * until there is an administrator.
 */
export async function prepareFirstRun({ config, db, clock }: Services): Promise<string | null> {
  if (config.demo || (await hasAdmin(db))) return null;
  const token = await createOneTimeToken(db, {
    purpose: "setup",
    userId: null,
    now: clock(),
    days: setupDays,
  });
  return `/register?setup=${token}`;
}

/** The state of a setup link. Every link counts as `used` once there is an administrator. */
export async function readSetupLinkState(
  { db, now }: Ctx,
  token: string,
): Promise<"open" | "used" | "unknown"> {
  if (await hasAdmin(db)) return "used";
  const row = await findToken(db, "setup", token);
  return row !== undefined && row.used_at === null && row.expires_at > now ? "open" : "unknown";
}

/**
 * Consumes the setup token and invalidates all others. Returns false if the token isn't valid or there is an
 * administrator. If two setups run concurrently, with one link or two, the second waits and is then rejected.
 */
export async function consumeSetupToken(ctx: Ctx, token: string): Promise<boolean> {
  await sql`select from organization for update`.execute(ctx.db);
  if (await hasAdmin(ctx.db)) return false;
  if (!(await consumeToken(ctx, "setup", token))) return false;
  await invalidateTokens(ctx.db, { purpose: "setup", userId: null, now: ctx.now });
  return true;
}
