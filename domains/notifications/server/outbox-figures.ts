import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { Mail, readOutboxFigures } from "../outbox-contract.ts";
import { isLate } from "./find-mails.ts";

/** How many mails there are in each state, from the kept counts, and which should have gone out before. */
export async function outboxFigures({ db, config }: Ctx): Promise<AnswerOf<typeof readOutboxFigures>> {
  const { rows } = await sql<{ facet: Mail["state"]; count: number }>`
    select facet, sum(count)::bigint as count from list_counts where list = 'mails' and place = 0 group by facet`.execute(
    db,
  );
  const countOf = (state: Mail["state"]) => rows.find(({ facet }) => facet === state)?.count ?? 0;
  const waiting = sql`from mails m where ${isLate}`;
  const { rows: oldest } = await sql<{ since: Date; lastError: string | null; count: number }>`
    select m.created_at as since, m.last_error as "lastError", (select count(*) ${waiting}) as count ${waiting}
    order by m.created_at limit 1`.execute(db);
  const [late] = oldest;
  return {
    counts: {
      queued: countOf("queued"),
      retrying: countOf("retrying"),
      failed: countOf("failed"),
      sent: countOf("sent"),
      kept: countOf("kept"),
    },
    hasMailServer: config.smtpUrl !== undefined,
    late: late === undefined ? null : { ...late, since: late.since.toISOString() },
  };
}
