import { sendReports } from "#domains/reports/server/saved-reports/send-reports.ts";
import { extractPdfText } from "./files/pdf-text.ts";
import type { TestPortal } from "./portal.ts";

/** Saves the aged receivables of all properties for the owner, and emails them to the recipients as a PDF. */
export async function emailAgedReport(
  { db, services, clock }: TestPortal,
  { ownerId, recipientIds }: { ownerId: number; recipientIds: number[] },
): Promise<void> {
  const { id } = await db
    .insertInto("saved_reports")
    .values({ owner_id: ownerId, name: "Everything", report: "aged", query: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("report_schedules")
    .values({
      report_id: id,
      repeats: "weekly",
      day: 1,
      at_time: "07:00",
      formats: ["pdf"],
      next_run_at: clock.now,
    })
    .execute();
  await db
    .insertInto("report_recipients")
    .values(recipientIds.map((recipientId) => ({ report_id: id, user_id: recipientId })))
    .execute();
  await sendReports(services);
}

/** Returns the texts of the PDFs emailed to a person. */
export async function readEmailedPdfs({ db }: TestPortal, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("email_attachments")
    .innerJoin("emails", "emails.id", "email_attachments.email_id")
    .select("content")
    .where("to_user_id", "=", userId)
    .execute();
  return rows.map(({ content }) => extractPdfText(content ?? Buffer.alloc(0)).join("\n"));
}
