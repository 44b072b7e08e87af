import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { makeToken, useToken, voidTokens } from "./tokens.ts";

const setupDays = 7;

async function hasAdmin(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from users where role = 'admin' and state = 'active' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * The path of a one-time link with which the operator registers the first administrator (decisions, "Demo"), or null
 * when there is one or the demo is on. A new link makes older ones useless.
 */
export async function prepareFirstRun({ config, db, clock }: Services): Promise<string | null> {
  if (config.demo || (await hasAdmin(db))) return null;
  return db.transaction().execute(async (transaction) => {
    const setup = { purpose: "setup", userId: null, now: clock() } as const;
    await voidTokens(transaction, setup);
    return `/register?setup=${await makeToken(transaction, { ...setup, days: setupDays })}`;
  });
}

/** Uses the set-up token up. False when it is not valid, or somebody is administrator already. */
export async function useSetupToken(ctx: Ctx, token: string): Promise<boolean> {
  return (await useToken(ctx, "setup", token)) && !(await hasAdmin(ctx.db));
}
