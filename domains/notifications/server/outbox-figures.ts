import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { OutboxEmail, readOutboxSummary } from "../outbox-contract.ts";
import { emails, isLate } from "./list-emails.ts";

/** Counts emails by status and reports late ones. */
export async function getOutboxFigures(ctx: SignedInCtx): Promise<ResponseOf<typeof readOutboxSummary>> {
  const counts = await emails.countBy(ctx, {}, sql`m.state`);
  const getCount = (state: OutboxEmail["state"]) => counts.get(state) ?? 0;
  const { rows } = await sql<{ since: Date; lastError: string | null }>`
    select m.created_at as since, m.last_error as "lastError" from emails m where ${isLate}
    order by m.created_at limit 1`.execute(ctx.db);
  const [oldestLateEmail] = rows;
  return {
    counts: {
      queued: getCount("queued"),
      retrying: getCount("retrying"),
      failed: getCount("failed"),
      sent: getCount("sent"),
      stored: getCount("stored"),
    },
    hasMailServer: ctx.config.smtpUrl !== undefined,
    late:
      oldestLateEmail === undefined
        ? null
        : {
            ...oldestLateEmail,
            since: oldestLateEmail.since.toISOString(),
            count: await emails.count(ctx, { late: "yes" }),
          },
  };
}
