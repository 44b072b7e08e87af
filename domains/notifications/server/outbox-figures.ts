import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { Mail, readOutboxFigures } from "../outbox-contract.ts";
import { isLate, mails } from "./list-mails.ts";

/** How many mails there are in each state, and which are late. */
export async function outboxFigures(ctx: SignedInCtx): Promise<ResponseOf<typeof readOutboxFigures>> {
  const counts = await mails.countBy(ctx, {}, sql`m.state`);
  const countOf = (state: Mail["state"]) => counts.get(state) ?? 0;
  const { rows } = await sql<{ since: Date; lastError: string | null }>`
    select m.created_at as since, m.last_error as "lastError" from mails m where ${isLate}
    order by m.created_at limit 1`.execute(ctx.db);
  const [oldest] = rows;
  return {
    counts: {
      queued: countOf("queued"),
      retrying: countOf("retrying"),
      failed: countOf("failed"),
      sent: countOf("sent"),
      kept: countOf("kept"),
    },
    hasMailServer: ctx.config.smtpUrl !== undefined,
    late:
      oldest === undefined
        ? null
        : { ...oldest, since: oldest.since.toISOString(), count: await mails.count(ctx, { late: "yes" }) },
  };
}
