import type { Page } from "@playwright/test";
import { expect, followLink, long, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { signedIn } from "./support/people.ts";

const comment = async (page: Page, id: number) => {
  const response = await page.request.post(`/api/work-orders/${id}/comments`, {
    data: { text: "We come tomorrow." },
  });
  expect(response.status()).toBe(201);
};

test("NAV-31 all notifications: live, by day, filtered by unread, opened and marked one by one", async ({
  browser,
}) => {
  const landlord = await signedIn(browser, "landlord");
  const tenant = await signedIn(browser, "tenant2");
  await tenant.goto("/dashboard");
  const [first, second] = [await report(tenant, "Listed"), await report(tenant, "Listed too")];
  await tenant.getByRole("button", { name: /^Notifications/ }).click();
  await tenant.getByRole("link", { name: "See all" }).click();
  await expect(tenant.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await comment(landlord, first.id);
  await comment(landlord, second.id);
  const today = tenant.getByRole("region", { name: "Today" });
  const rowOf = (number: string) => today.getByRole("listitem").filter({ hasText: number });
  await expect(rowOf(second.number).first()).toContainText("Unread");
  await rowOf(first.number)
    .first()
    .getByRole("button", { name: /^Mark as read/ })
    .click();
  await expect(rowOf(first.number).first()).not.toContainText("Unread");
  await expect(rowOf(second.number).first()).toContainText("Unread");
  await tenant.getByRole("tab", { name: "Unread" }).click();
  await expect(tenant).toHaveURL("/notifications?show=unread");
  await expect(rowOf(second.number).first()).toBeVisible();
  await expect(rowOf(first.number)).toHaveCount(0);
  await rowOf(second.number).first().getByRole("link").click();
  await expect(tenant).toHaveURL(`/work-orders/${second.id}`);
  await followLink(tenant, "/notifications?show=unread");
  await expect(tenant.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(
    tenant
      .getByRole("main")
      .getByText(/unread|You have read everything/)
      .first(),
  ).toBeVisible();
  await expect(rowOf(second.number)).toHaveCount(0);
});

test(
  "NAV-31 preferences are changed from the profile with the keyboard, and take effect",
  long,
  async ({ browser }) => {
    const landlord = await signedIn(browser, "landlord");
    const tenant = await signedIn(browser, "tenant1");
    const data = { topic: "comments", inPortal: true };
    expect((await tenant.request.put("/api/notification-preferences", { data })).status()).toBe(200);
    await tenant.goto("/profile");
    await tenant.getByRole("link", { name: "Notification settings" }).click();
    const comments = tenant.getByRole("group", { name: "Comments" });
    const inPortal = comments.getByRole("switch", { name: "In the portal" });
    await expect(inPortal).toBeChecked();
    await inPortal.focus();
    await tenant.keyboard.press("Space");
    await expect(comments.getByRole("status")).toHaveText("Saved");
    await tenant.reload();
    await expect(inPortal).not.toBeChecked();
    await expect(comments.getByRole("switch", { name: "By email" })).toBeChecked();
    const { id, number } = await report(tenant, "Unheard");
    await comment(landlord, id);
    const bell = await (await tenant.request.get("/api/notifications")).json();
    expect(bell.items.filter(({ text }: { text: string }) => text.includes(number))).toEqual([]);
    await inPortal.focus();
    await tenant.keyboard.press("Space");
    await expect(comments.getByRole("status")).toHaveText("Saved");
    await comment(landlord, id);
    await followLink(tenant, "/notifications");
    await expect(tenant.getByRole("main").getByRole("link", { name: new RegExp(number) })).toBeVisible();
  },
);

test("NAV-31 a push is shown by the worker, and pressed it opens its order in the open tab", async ({
  browser,
}) => {
  const tenant = await signedIn(browser, "tenant1", { serviceWorkers: "allow" });
  const { id, number } = await report(tenant, "Pushed");
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
  if (worker === undefined) throw new Error("There is no worker.");
  // A browser without a screen allows no notifications, so that what would be shown is kept here.
  await worker.evaluate(() => {
    const scope = self as unknown as { registration: object; shown: string[] };
    scope.shown = [];
    Object.assign(scope.registration, {
      showNotification: async (title: string, { body, data }: { body: string; data: string }) => {
        scope.shown.push([title, body, data].join(" | "));
      },
    });
  });
  const shown = () => worker.evaluate(() => (self as unknown as { shown: string[] }).shown);
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
    .poll(shown)
    .toEqual([
      `Comments | ${body} | ${link}`,
      "New notification | Open the portal to read it. | /notifications",
    ]);
  // What the worker sends to the tab when the notification is pressed; only a person can press it.
  await worker.evaluate(async (path) => {
    const { clients } = self as unknown as { clients: { matchAll(options: object): Promise<Client[]> } };
    type Client = { postMessage(message: object): void };
    for (const tab of await clients.matchAll({ includeUncontrolled: true })) tab.postMessage({ link: path });
  }, link);
  await expect(tenant).toHaveURL(link);
  await expect(tenant.getByRole("dialog").getByText(number).first()).toBeVisible();
});
