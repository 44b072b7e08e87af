import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { findToken, makeToken, useToken, voidTokens } from "./tokens.ts";

const setupDays = 7;

async function hasAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from users where role = 'admin' and state = 'active' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Creates a one-time link with which the operator sets up the portal (requirements, "Demo") and returns its path; null when
 * there is an administrator or the demo is on. Links of earlier starts and other instances stay valid until there is an
 * administrator.
 */
export async function prepareFirstRun({ config, db, clock }: Services): Promise<string | null> {
  if (config.demo || (await hasAdmin(db))) return null;
  const token = await makeToken(db, { purpose: "setup", userId: null, now: clock(), days: setupDays });
  return `/register?setup=${token}`;
}

/** The state of a set-up link: `used` once there is an administrator, whichever link was used. */
export async function linkState({ db, now }: Ctx, token: string): Promise<"open" | "used" | "unknown"> {
  if (await hasAdmin(db)) return "used";
  const found = await findToken(db, "setup", token);
  return found !== undefined && found.used_at === null && found.expires_at > now ? "open" : "unknown";
}

/**
 * Consumes the set-up token and voids all others. False when it is not valid or there is an administrator: of two concurrent
 * set-ups, with one link or two, the second waits and is refused.
 */
export async function useSetupToken(ctx: Ctx, token: string): Promise<boolean> {
  await sql`select from organisation for update`.execute(ctx.db);
  if (await hasAdmin(ctx.db)) return false;
  if (!(await useToken(ctx, "setup", token))) return false;
  await voidTokens(ctx.db, { purpose: "setup", userId: null, now: ctx.now });
  return true;
}
