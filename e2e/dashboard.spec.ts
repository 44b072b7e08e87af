import { expect, test } from "./support/journey.ts";
import { openPageAs, people } from "./support/people.ts";
import { createWorkOrder } from "./support/work-orders.ts";

test("a technician assigns, starts, and completes a work order right from the list", async ({ browser }) => {
  const page = await openPageAs(browser, "technician");
  const { id, title } = await createWorkOrder(page, "Unassigned", { propertyId: 1, priority: "urgent" });
  await page.goto("/dashboard");
  const rowIn = (region: string) =>
    page
      .getByRole("region", { name: region })
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: title }) });
  await rowIn("Unassigned").getByRole("button", { name: "Assign to me" }).click();
  const row = rowIn("My work");
  await row.getByRole("button", { name: "Start" }).click();
  await row.getByRole("button", { name: "Complete" }).click();
  await expect(row).toHaveCount(0);
  // The row disappears before the server responds.
  await expect
    .poll(async () => (await page.request.get(`/api/work-orders/${id}`)).json())
    .toMatchObject({ status: "completed", assignee: { fullName: people.technician.fullName } });
});
