import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { openPageAs, people } from "./support/people.ts";
import { confirmSignature, drawSignature } from "./support/signature.ts";
import { expectError } from "./support/toasts.ts";
import { createWorkOrder } from "./support/work-orders.ts";

test.describe.configure({ mode: "parallel" });

const rows = (page: Page) => page.locator("tbody").getByRole("row");

test("WO-20 ROLE-14 only admins have Edit and Delete", async ({ browser }) => {
  for (const person of ["tenant1", "technician", "landlord"] as const) {
    const page = await openPageAs(browser, person);
    await page.goto("/work-orders");
    await expect(
      rows(page)
        .first()
        .getByRole("button", { name: /^View #WO-/ }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  }
  const admin = await openPageAs(browser, "admin");
  await admin.goto("/work-orders");
  await admin
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expect(admin.getByRole("menuitem")).toHaveText(["View", "Edit", "Delete"]);
});

test("ACT-01 ACT-05 ACT-07 ACT-08 ACT-12 tenants see shared comments but never internal comments", async ({
  browser,
}) => {
  const tenant = await openPageAs(browser, "tenant1");
  const technician = await openPageAs(browser, "technician");
  const { id } = await createWorkOrder(tenant, "Talked about");
  for (const page of [tenant, technician]) await page.goto(`/work-orders/${id}`);
  const dialog = technician.getByRole("dialog");
  await dialog.getByLabel("Comment", { exact: true }).fill("On my way.");
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await dialog.getByRole("button", { name: "Shared with the tenant" }).click();
  await technician.getByRole("menuitemradio", { name: "Internal: staff only" }).click();
  await technician.keyboard.press("Escape");
  await dialog.getByLabel("Comment", { exact: true }).fill("Their wiring, not ours.");
  await dialog.getByRole("button", { name: "Add note" }).click();
  const log = dialog.getByRole("list", { name: "Activity, newest first" });
  await expect(log.getByText("Their wiring, not ours.")).toBeVisible();
  await expect(log.getByText("Internal: staff only")).toBeVisible();

  const tenantLog = tenant.getByRole("list", { name: "Activity, newest first" });
  await expect(tenantLog.getByText("On my way.")).toBeVisible();
  await expect(tenantLog.getByText(people.technician.fullName)).toBeVisible();
  await expect(tenantLog.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M PT$/).first()).toBeVisible();
  await expect(tenantLog.getByText("Their wiring, not ours.")).toHaveCount(0);
  await expect(tenant.getByText("Internal: staff only")).toHaveCount(0);
});

test("SIG-02 SIG-03 SIG-04 SIG-05 SIG-06 SIG-07 SIG-08 SIG-09 SIG-10 SIG-11 SIG-12 SIG-13 SIG-14 SIG-15 ACT-11 an empty signature is rejected, Clear empties it, Confirm saves it, and Sign Again starts a new one", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { id } = await createWorkOrder(page, "To be signed", { propertyId: 1 });
  await page.goto(`/work-orders/${id}`);
  const dialog = page.getByRole("dialog");
  const canvas = dialog.locator("canvas");
  await expect(canvas).toHaveAttribute("width", "400");
  await expect(canvas).toHaveAttribute("height", "150");
  await dialog.getByRole("button", { name: "Confirm Signature" }).click();
  await expectError(page, "No Signature", "Please sign before confirming.");
  await drawSignature(page);
  await dialog.getByRole("button", { name: "Clear" }).click();
  await dialog.getByRole("button", { name: "Confirm Signature" }).click();
  await expect(canvas).toBeVisible();

  await drawSignature(page);
  await dialog.getByLabel("Signed by").fill("Maya Okafor");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/signature"),
  );
  const history = page.waitForRequest((request) => request.url().endsWith(`/work-orders/${id}/history`));
  await confirmSignature(page);
  expect((await sent).postDataJSON()).toEqual({
    signature: expect.stringMatching(/^data:image\/png;base64,/),
    signedByName: "Maya Okafor",
  });
  await history;
  await expect(canvas).toHaveCount(0);
  await expect(dialog.getByRole("img", { name: "Signature of Maya Okafor" })).toBeVisible();
  await expect(dialog.getByText(`on ${people.landlord.fullName}'s device, `)).toBeVisible();
  await expect(dialog.locator("[data-action=signature] [data-signed]")).toBeVisible();
  await dialog.getByRole("button", { name: "Sign Again" }).click();
  await expect(canvas).toBeVisible();
});
