import type { Page } from "@playwright/test";
import { expect, followLink, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { createWorkOrder } from "./support/work-orders.ts";

const comment = async (page: Page, id: number) => {
  const response = await page.request.post(`/api/work-orders/${id}/comments`, {
    data: { text: "We'll come tomorrow." },
  });
  expect(response.status()).toBe(201);
};

test("NAV-31 the notifications page updates live, filters unread notifications, and marks them as read", async ({
  browser,
}) => {
  const landlord = await openPageAs(browser, "landlord");
  const tenant = await openPageAs(browser, "tenant2");
  await tenant.goto("/dashboard");
  const [first, second] = [
    await createWorkOrder(tenant, "Listed"),
    await createWorkOrder(tenant, "Listed too"),
  ];
  await tenant.getByRole("button", { name: /^Notifications/ }).click();
  await tenant.getByRole("link", { name: "See all" }).click();
  await expect(tenant.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await comment(landlord, first.id);
  await comment(landlord, second.id);
  const today = tenant.getByRole("region", { name: "Today" });
  const findRow = (number: string) => today.getByRole("listitem").filter({ hasText: number });
  await expect(findRow(second.number).first()).toContainText("Unread");
  await findRow(first.number)
    .first()
    .getByRole("button", { name: /^Mark as read/ })
    .click();
  await expect(findRow(first.number).first()).not.toContainText("Unread");
  await expect(findRow(second.number).first()).toContainText("Unread");
  await tenant.getByRole("tab", { name: "Unread" }).click();
  await expect(tenant).toHaveURL("/notifications?show=unread");
  await expect(findRow(second.number).first()).toBeVisible();
  await expect(findRow(first.number)).toHaveCount(0);
  await findRow(second.number).first().getByRole("link").click();
  await expect(tenant).toHaveURL(`/work-orders/${second.id}`);
  await followLink(tenant, "/notifications?show=unread");
  await expect(tenant.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(
    tenant
      .getByRole("main")
      .getByText(/unread|You're all caught up/)
      .first(),
  ).toBeVisible();
  await expect(findRow(second.number)).toHaveCount(0);
});

test("NAV-31 the service worker shows a push notification and opens its work order in the open tab", async ({
  browser,
}) => {
  const tenant = await openPageAs(browser, "tenant1", { serviceWorkers: "allow" });
  const { id, number } = await createWorkOrder(tenant, "Pushed");
  const devTools = await tenant.context().newCDPSession(tenant);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  await tenant.goto("/dashboard");
  await tenant.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const worker = tenant.context().serviceWorkers()[0];
  if (worker === undefined) throw new Error("There is no service worker.");
  // Headless browsers don't allow notifications, so they're collected here.
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: object; notifications: string[] };
    scope.notifications = [];
    Object.assign(scope.registration, {
      showNotification: async (title: string, { body, data }: { body: string; data: string }) => {
        scope.notifications.push([title, body, data].join(" | "));
      },
    });
  });
  const findNotifications = () =>
    worker.evaluate(() => (self as unknown as { notifications: string[] }).notifications);
  const deliver = async (data: string) =>
    devTools.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(tenant.url()).origin,
      registrationId: await registered,
      data,
    });
  const link = `/work-orders/${id}`;
  const body = `Theo commented on ${number}`;
  await deliver(JSON.stringify({ title: "Comments", body, link, tag: "n-1" }));
  await deliver("{ damaged");
  await expect
    .poll(findNotifications)
    .toEqual([
      `Comments | ${body} | ${link}`,
      "New notification | Open the portal to read it. | /notifications",
    ]);
  // Sends what the worker sends to the tab on a click. Only a person can click a notification.
  await worker.evaluate(async (path) => {
    const { clients } = self as unknown as { clients: { matchAll(options: object): Promise<Client[]> } };
    type Client = { postMessage(message: object): void };
    for (const tab of await clients.matchAll({ includeUncontrolled: true })) tab.postMessage({ link: path });
  }, link);
  await expect(tenant).toHaveURL(link);
  await expect(tenant.getByRole("dialog").getByText(number).first()).toBeVisible();
});
