import { allowConsoleErrors, expect, followLink, test } from "./support/journey.ts";
import { openPageAs, openPageInNewSession } from "./support/people.ts";

test("ROLE-17 a tenant can read but not change their own lease and sees no others, and technicians see no leases", async ({
  browser,
}) => {
  allowConsoleErrors(/404/);
  const tenant = await openPageAs(browser, "tenant1");
  await tenant.goto("/leases/1?tab=people");
  await expect(tenant.getByRole("heading", { name: "Harbor Lane Coffee" })).toBeVisible();
  await expect(tenant.getByRole("table", { name: "People on this lease" })).toContainText("Maya Okafor");
  await expect(tenant.getByRole("button", { name: /Edit|Add Person|More/ })).toHaveCount(0);
  await tenant.getByRole("tab", { name: "Overview" }).click();
  await expect(tenant.getByRole("tab", { name: "History" })).toHaveCount(0);
  await followLink(tenant, "/leases/2");
  await expect(tenant.getByText("Lease not found")).toBeVisible();
  const technician = await openPageInNewSession(browser, "technician");
  await technician.goto("/leases");
  await expect(technician.getByText("Access Denied")).toBeVisible();
});
