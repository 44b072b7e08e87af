import type { Db } from "#server/db/database.ts";

/** Sets the demo organization's details, with email addresses that don't exist. */
export async function fillOrganization(db: Db): Promise<void> {
  await db
    .updateTable("organization")
    .set({
      street: "1200 Alaskan Way",
      city: "Seattle",
      state: "WA",
      zip: "98101",
      support_email: "help@harborview.example",
      accounting_email: "accounting@harborview.example",
      payment_handle: "rent@harborview.example",
    })
    .execute();
}
