import type { Db } from "#server/db/database.ts";

/** The settings of the demo's operator, with addresses that reach nobody. */
export async function fillOrganization(db: Db): Promise<void> {
  await db
    .updateTable("organization")
    .set({
      street: "1200 Alaskan Way",
      city: "Seattle",
      state: "WA",
      zip: "98101",
      accounting_email: "accounting@harborview.example",
      payment_handle: "rent@harborview.example",
    })
    .execute();
}
