import type { Ctx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/csv.ts";

interface ExportedMail {
  id: number;
  to_address: string;
  subject: string;
  template: string;
  state: string;
  created_at: Date;
  sent_at: Date | null;
  last_error: string | null;
}

/** All mails, newest first, for spreadsheets; without their texts, whose links are for those they were sent to. */
export const mailsAsTable = ({ db }: Ctx): CsvTable<ExportedMail> => ({
  name: "outbox",
  columns: {
    Mail: ({ id }) => id,
    To: ({ to_address }) => to_address,
    Subject: ({ subject }) => subject,
    Kind: ({ template }) => template,
    State: ({ state }) => state,
    "Written (UTC)": ({ created_at }) => created_at,
    "Sent (UTC)": ({ sent_at }) => sent_at,
    "Last error": ({ last_error }) => last_error,
  },
  rows: (last, limit) =>
    db
      .selectFrom("mails")
      .select(["id", "to_address", "subject", "template", "state", "created_at", "sent_at", "last_error"])
      .where("id", "<", last?.id ?? Number.MAX_SAFE_INTEGER)
      .orderBy("id", "desc")
      .limit(limit)
      .execute(),
});
