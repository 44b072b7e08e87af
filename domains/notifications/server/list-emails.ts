import { sql } from "kysely";
import { dateFilters } from "#server/list/date-filters.ts";
import { defineList } from "#server/list/define-list.ts";
import { containsWords } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listEmails, OutboxEmail } from "../outbox-contract.ts";
import { type EmailRow, emailColumns, toOutboxEmail } from "./email-row.ts";

/** An email is late if it hasn't been sent after this many minutes. */
const lateMinutes = 15;

/** A condition on `emails m`. */
export const isLate = sql<boolean>`m.state in ('queued', 'retrying') and m.created_at < now() - make_interval(mins => ${sql.lit(lateMinutes)})`;

/**
 * Emails, newest first, for administrators only. Their text isn't listed because its links are only for the
 * recipients.
 */
export const emails = defineList<QueryOf<typeof listEmails>, EmailRow, OutboxEmail>({
  from: sql`emails m`,
  columns: emailColumns,
  id: sql`m.id`,
  sort: () => ({ by: [sql`m.created_at`, sql`m.id`], descending: true }),
  scope: () => sql`true`,
  filters: {
    state: (state) => sql`m.state = ${state}`,
    late: () => isLate,
    ...dateFilters(sql`m.created_at`),
  },
  search: (text) => containsWords(sql`fold_text(m.to_address || ' ' || m.subject)`, text),
  present: (rows) => rows.map(toOutboxEmail),
  csv: {
    name: "outbox",
    cells: {
      Email: ({ id }) => id,
      To: ({ to_address }) => to_address,
      Subject: ({ subject }) => subject,
      Type: ({ template }) => template,
      Status: ({ state }) => state,
      "Created (UTC)": ({ created_at }) => created_at,
      "Sent (UTC)": ({ sent_at }) => sent_at,
      Attempts: ({ attempts }) => attempts,
      "Next attempt (UTC)": ({ next_attempt_at }) => next_attempt_at,
      "Last error": ({ last_error }) => last_error,
    },
  },
});
