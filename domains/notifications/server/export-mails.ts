import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/csv.ts";
import { filtersOf, type MailFilters, refuseBackwards } from "./find-mails.ts";
import { type MailRow, mailColumns } from "./present-mail.ts";

/** The mails that the filters find, newest first; without their texts, whose links are for those they were sent to. */
export function mailsAsTable({ db }: Ctx, filters: MailFilters): CsvTable<MailRow> {
  refuseBackwards(filters);
  return {
    name: "outbox",
    columns: {
      Mail: ({ id }) => id,
      To: ({ to_address }) => to_address,
      Subject: ({ subject }) => subject,
      Kind: ({ template }) => template,
      State: ({ state }) => state,
      "Written (UTC)": ({ created_at }) => created_at,
      "Sent (UTC)": ({ sent_at }) => sent_at,
      Tries: ({ tries }) => tries,
      "Next try (UTC)": ({ next_try_at }) => next_try_at,
      "Last error": ({ last_error }) => last_error,
    },
    rows: async (last, limit) => {
      const { rows } = await sql<MailRow>`
        select ${mailColumns} from mails m where ${filtersOf(filters)} and m.id < ${last?.id ?? Number.MAX_SAFE_INTEGER}
        order by m.id desc limit ${limit}`.execute(db);
      return rows;
    },
  };
}
