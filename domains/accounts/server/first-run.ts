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
 * The path of a one-time link with which the operator sets the portal up (requirements, "Demo"), or null when there is an
 * administrator or the demo is on. Links of earlier starts, and of other instances, stay good until there is one.
 */
export async function prepareFirstRun({ config, db, clock }: Services): Promise<string | null> {
  if (config.demo || (await hasAdmin(db))) return null;
  const token = await makeToken(db, { purpose: "setup", userId: null, now: clock(), days: setupDays });
  return `/register?setup=${token}`;
}

/** Whether a set-up link is still good: `used` when there is an administrator, whoever used which link. */
export async function linkState({ db, now }: Ctx, token: string): Promise<"open" | "used" | "unknown"> {
  if (await hasAdmin(db)) return "used";
  const found = await findToken(db, "setup", token);
  return found !== undefined && found.used_at === null && found.expires_at > now ? "open" : "unknown";
}

/**
 * Uses the set-up token up, and with it all others. False when it is not valid, or somebody is administrator already: of
 * two who set up at once, with one link or two, the second waits and is refused.
 */
export async function useSetupToken(ctx: Ctx, token: string): Promise<boolean> {
  await sql`select from organisation for update`.execute(ctx.db);
  if (await hasAdmin(ctx.db)) return false;
  if (!(await useToken(ctx, "setup", token))) return false;
  await voidTokens(ctx.db, { purpose: "setup", userId: null, now: ctx.now });
  return true;
}
