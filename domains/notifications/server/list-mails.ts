import { sql } from "kysely";
import { daysOf } from "#server/list/days.ts";
import { defineList } from "#server/list/define-list.ts";
import { holdsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listMails, Mail } from "../outbox-contract.ts";
import { type MailRow, mailColumns, presentMail } from "./present-mail.ts";

/** A mail that has not gone out after this many minutes is late. */
const lateMinutes = 15;

/** A condition on `mails m`. */
export const isLate = sql<boolean>`m.state in ('queued', 'retrying') and m.created_at < now() - make_interval(mins => ${sql.lit(lateMinutes)})`;

/** Mails, newest first; without their texts, as their links are only for the recipients. For administrators only. */
export const mails = defineList<QueryOf<typeof listMails>, MailRow, Mail>({
  from: sql`mails m`,
  columns: mailColumns,
  id: sql`m.id`,
  order: () => ({ by: [sql`m.created_at`, sql`m.id`], descending: true }),
  scope: () => sql`true`,
  filters: {
    state: (state) => sql`m.state = ${state}`,
    late: () => isLate,
    ...daysOf(sql`m.created_at`),
  },
  search: (text) => holdsWords(sql`lower(m.to_address || ' ' || m.subject)`, text),
  present: (rows) => rows.map(presentMail),
  csv: {
    name: "outbox",
    cells: {
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
  },
});
