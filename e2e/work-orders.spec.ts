import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { report, uniqueTitle } from "./support/orders.ts";
import { people, signedIn } from "./support/people.ts";
import { confirmSignature, drawSignature } from "./support/signature.ts";
import { expectError, expectToast } from "./support/toasts.ts";

test.describe.configure({ mode: "parallel" });

const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const rows = (page: Page) => page.locator("tbody").getByRole("row");

test(
  "WO-03 WO-08 WO-11 WO-12 WO-13 WO-14 WO-21 the table has the specification's columns, filters and formats",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const { number, title } = await report(page, "Formats", { propertyId: 1 });
    await page.goto(`/work-orders?q=${title}`);
    await expect(page.getByRole("columnheader")).toHaveText([
      "ID",
      "Issue",
      "Category",
      "Location",
      "Reported",
      "Status",
      "Action",
    ]);
    await expect(row(page, title)).toContainText(number);
    await expect(row(page, title).getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["Table View", "Kanban Board", "Week"]);
    await expect(page.getByLabel("Filter by Status").getByRole("option")).toHaveText([
      "All Statuses",
      "Open",
      "In Progress",
      "Completed",
      "Scheduled",
    ]);
    await expect(page.getByLabel("Filter by Category").getByRole("option")).toHaveText([
      "All Categories",
      "Electrical",
      "Plumbing",
      "HVAC",
      "Structural",
      "Maintenance",
      "Other",
    ]);
  },
);

test(
  "WO-12 WO-13 WO-15 API-33 filters are in the address, survive a reload, and start at page 1",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    await page.goto("/work-orders?page=2");
    await expect(page.getByRole("button", { name: "Page 2", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await page.getByLabel("Filter by Status").selectOption("completed");
    await expect(page).toHaveURL("/work-orders?status=completed");
    await page.getByLabel("Filter by Category").selectOption("Plumbing");
    await expect(page).toHaveURL("/work-orders?status=completed&category=Plumbing");
    await page.reload();
    await expect(page.getByLabel("Filter by Status")).toHaveValue("completed");
    await expect(rows(page).first()).toBeVisible();
    for (const one of await rows(page).all()) {
      await expect(one).toContainText("Completed");
      await expect(one).toContainText("Plumbing");
    }
    await page.getByLabel("Search work orders").fill("unicorn");
    await expect(page.getByText("No work orders found")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/work-orders");
    await expect(rows(page)).toHaveCount(5);
  },
);

test(
  "WO-16 WO-17 WO-18 WO-19 pages of five: the words, the numbers, and the browser's back button",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "admin");
    const words = uniqueTitle("Paged");
    for (const at of [1, 2, 3, 4, 5]) await report(page, "", { title: `${words} no ${at}`, propertyId: 3 });
    await page.goto(`/work-orders?q=${words}`);
    await expect(rows(page)).toHaveCount(5);
    await expect(page.getByRole("navigation", { name: "Pagination" })).toBeHidden();
    await report(page, "", { title: `${words} no 6`, propertyId: 3 });
    await expect(page.getByText("Showing 1 to 5 of 6 results")).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Showing 6 to 6 of 6 results")).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(page).toHaveURL(/page=2/);
    await page.goBack();
    await expect(rows(page)).toHaveCount(5);
    await page.getByRole("button", { name: "Page 2", exact: true }).click();
    await page.getByRole("button", { name: "Previous" }).click();
    await expect(page.getByText("Showing 1 to 5 of 6 results")).toBeVisible();
  },
);

test("WO-20 ROLE-14 only an admin has Edit and Delete", async ({ browser }) => {
  for (const person of ["tenant1", "technician", "landlord"] as const) {
    const page = await signedIn(browser, person);
    await page.goto("/work-orders");
    await expect(
      rows(page)
        .first()
        .getByRole("button", { name: /^View #WO-/ }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  }
  const admin = await signedIn(browser, "admin");
  await admin.goto("/work-orders");
  await admin
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expect(admin.getByRole("menuitem")).toHaveText(["View", "Edit", "Delete"]);
});

test(
  "WO-31 WO-32 WO-33 WO-34 WO-35 WO-36 WO-37 WO-38 WO-39 WO-40 WO-41 WO-42 WO-55 editing, word for word",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "admin");
    const { id, number, title } = await report(page, "To be edited", {
      category: "Structural",
      status: "in_progress",
    });
    await page.goto(`/work-orders?q=${title}`);
    await page.getByRole("button", { name: `Actions for ${number}` }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: `Edit Work Order ${number}` });
    await expect(page).toHaveURL(`/work-orders/${id}/edit?q=${title.replaceAll(" ", "+")}`);
    await expect(dialog.getByLabel("Title")).toHaveValue(title);
    await expect(dialog.getByLabel("Category")).toHaveValue("Structural");
    await expect(dialog.getByLabel("Priority")).toHaveValue("medium");
    await expect(dialog.getByLabel("Status")).toHaveValue("in-progress");
    const values = (label: string) =>
      dialog
        .getByLabel(label)
        .getByRole("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(await values("Status")).toEqual(["open", "in-progress", "completed", "cancelled"]);
    expect(await values("Priority")).toEqual(["low", "medium", "high", "urgent"]);
    expect(await values("Category")).toEqual([
      "Structural",
      "plumbing",
      "electrical",
      "hvac",
      "general",
      "cleaning",
      "security",
    ]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();

    await followLink(page, `/work-orders/${id}/edit`);
    await dialog.getByLabel("Title").fill(`${title} better`);
    await page.route(`**/api/work-orders/${id}`, async (route) => {
      if (route.request().method() === "PATCH")
        await expect(dialog.getByRole("button", { name: "Saving..." })).toBeVisible();
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    expect((await sent).postDataJSON()).toEqual({
      title: `${title} better`,
      description: "It began this morning and is getting worse.",
      category: "Structural",
      location: "Suite 101, kitchenette",
      priority: "medium",
      status: "in-progress",
    });
    await expectToast(page, "Work Order Updated", "Work order has been updated successfully.");
    await expect(dialog).toBeHidden();
    await expect(row(page, `${title} better`)).toBeVisible();
  },
);

test(
  "WO-43 WO-45 TST-06 an edit keeps the form's rules; a failed edit says so and loses nothing",
  long,
  async ({ browser }) => {
    announce(/status of 500/);
    const page = await signedIn(browser, "admin");
    const { id } = await report(page, "Fails to save");
    await page.goto(`/work-orders/${id}/edit`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Hm");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText("Title must be at least 5 characters")).toBeVisible();
    await dialog.getByLabel("Title").fill("A better title");
    await page.route(`**/api/work-orders/${id}`, (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expectError(page, "Error", "Failed to update work order.");
    await expect(dialog.getByLabel("Title")).toHaveValue("A better title");
  },
);

test(
  "two people edit: the later one gets a notice, and sees the order as it is now",
  long,
  async ({ browser }) => {
    announce(/status of 409/);
    const page = await signedIn(browser, "admin");
    const landlord = await signedIn(browser, "landlord");
    const { id, number } = await report(page, "Edited twice", { propertyId: 1 });
    await page.route("**/api/events", (route) => route.fulfill({ status: 204 }));
    await page.goto(`/work-orders/${id}/edit`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("My own idea of a title");
    await landlord.request.patch(`/api/work-orders/${id}/status`, { data: { status: "completed" } });
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(
      dialog.getByText(`${people.landlord.fullName} moved ${number} to Completed in the meantime.`),
    ).toBeVisible();
    const differences = dialog.getByRole("table", { name: "Where both versions differ" });
    await expect(differences.getByRole("row", { name: "Title" })).toContainText("My own idea of a title");
    await expect(differences.getByRole("row", { name: "Status" })).toContainText("Completed");
    await dialog.getByRole("button", { name: "Take theirs" }).click();
    await expect(dialog.getByLabel("Status")).toHaveValue("completed");
  },
);

test("WO-46 WO-47 WO-48 WO-49 WO-50 WO-51 WO-52 WO-55 deleting, word for word", long, async ({ browser }) => {
  announce(/status of 500/, /status of 404/);
  const page = await signedIn(browser, "admin");
  const { id, number, title } = await report(page, "To be deleted");
  await page.goto(`/work-orders?q=${title}`);
  await page.getByRole("button", { name: `Actions for ${number}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Work Order" });
  await expect(question).toContainText(
    `Are you sure you want to delete work order ${number}? This action cannot be undone.`,
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(row(page, title)).toBeVisible();

  await followLink(page, `/work-orders/${id}/delete`);
  await page.route(`**/api/work-orders/${id}`, (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await question.getByRole("button", { name: "Delete" }).click();
  await expectError(page, "Error", "Failed to delete work order.");
  await page.unroute(`**/api/work-orders/${id}`);
  const sent = page.waitForRequest((request) => request.method() === "DELETE");
  await question.getByRole("button", { name: "Delete" }).click();
  const request = await sent;
  expect([new URL(request.url()).pathname, request.postData()]).toEqual([`/api/work-orders/${id}`, null]);
  await expectToast(page, "Work Order Deleted", "Work order has been deleted successfully.");
  await expect(question).toBeHidden();
  await followLink(page, `/work-orders/${id}`);
  await expect(page.getByText("There is no such work order")).toBeVisible();

  await followLink(page, `/audit?kind=work-order&id=${id}`);
  await page
    .getByRole("link", { name: `Work order no. ${id}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: `Deleted work order ${number}` })).toBeVisible();
  await expect(page.getByRole("list", { name: "Activity, newest first" })).toContainText(
    "Work order deleted",
  );
  await expectAccessible(page);
});

test(
  "WO-53 WO-54 the view dialog shows everything about an order, and closes to the previous page",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    const { id, number, title } = await report(page, "To be viewed", { priority: "high" });
    await page.goto(`/work-orders?q=${title}`);
    await row(page, title)
      .getByRole("button", { name: `View ${number}` })
      .click();
    const dialog = page.getByRole("dialog", { name: `Work Order ${number}` });
    await expect(page).toHaveURL(new RegExp(`/work-orders/${id}\\?q=`));
    const facts: [string, string | RegExp][] = [
      ["Title", title],
      ["Status", "Open"],
      ["Category", "Plumbing"],
      ["Priority", "High"],
      ["Location", "Suite 101, kitchenette"],
      ["Reported", /[A-Z][a-z]{2} \d{1,2}, \d{4}/],
      ["Description", "It began this morning and is getting worse."],
    ];
    for (const [label, value] of facts) {
      const fact = dialog.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
      await expect(fact.getByRole("definition")).toContainText(value);
    }
    await expect(dialog.getByRole("heading", { name: "Digital Signature" })).toBeVisible();
    await expect(dialog.getByRole("heading", { name: "Activity Log" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(new RegExp("/work-orders\\?q="));
  },
);

test("ACT-01 ACT-05 ACT-07 ACT-08 ACT-12 comments are shared or internal, and tenants never see the latter", async ({
  browser,
}) => {
  const tenant = await signedIn(browser, "tenant1");
  const technician = await signedIn(browser, "technician");
  const { id } = await report(tenant, "Talked about");
  for (const page of [tenant, technician]) await page.goto(`/work-orders/${id}`);
  const dialog = technician.getByRole("dialog");
  await dialog.getByLabel("Comment", { exact: true }).fill("On my way.");
  await dialog.getByRole("button", { name: "Comment", exact: true }).click();
  await dialog.getByText("Internal", { exact: true }).click();
  await dialog.getByLabel("Comment", { exact: true }).fill("Their wiring, not ours.");
  await dialog.getByRole("button", { name: "Add note" }).click();
  const log = dialog.getByRole("list", { name: "Activity, newest first" });
  await expect(log.getByText("Their wiring, not ours.")).toBeVisible();
  await expect(log.getByText("Internal: staff only")).toBeVisible();

  const seen = tenant.getByRole("list", { name: "Activity, newest first" });
  await expect(seen.getByText("On my way.")).toBeVisible();
  await expect(seen.getByText(people.technician.fullName)).toBeVisible();
  await expect(seen.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M$/).first()).toBeVisible();
  await expect(seen.getByText("Their wiring, not ours.")).toHaveCount(0);
  await expect(tenant.getByText("Internal", { exact: true })).toHaveCount(0);
});

test("SIG-02 SIG-03 SIG-04 SIG-05 SIG-06 SIG-07 SIG-08 SIG-09 SIG-10 SIG-11 SIG-12 SIG-13 SIG-14 SIG-15 ACT-11 signing: empty is refused, clear empties, confirm saves, and signing again is possible", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const { id } = await report(page, "To be signed", { propertyId: 1 });
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
  await expect(dialog.getByText(`on the device of ${people.landlord.fullName}, `)).toBeVisible();
  await expect(dialog.locator("[data-action=signature] [data-signed]")).toBeVisible();
  await dialog.getByRole("button", { name: "Sign Again" }).click();
  await expect(canvas).toBeVisible();
});

test(
  "SIG-15 an order changed after signing says so, and the record still verifies",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "admin");
    const { id, title } = await report(page, "Signed, then changed", { propertyId: 1 });
    await page.goto(`/work-orders/${id}`);
    await drawSignature(page);
    await page.getByRole("button", { name: "Confirm Signature" }).click();
    await expect(page.getByRole("img", { name: /^Signature of/ })).toBeVisible();
    const response = await page.request.patch(`/api/work-orders/${id}`, {
      data: {
        title: `${title}!`,
        description: "Quite another description now.",
        category: "HVAC",
        location: "Elsewhere",
        priority: "low",
        status: "open",
      },
    });
    expect(response.status()).toBe(200);
    await expect(page.getByText("Changed after signing")).toBeVisible();
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("The record is intact")).toBeVisible();
  },
);
