import type { Page } from "@playwright/test";
import { card, column, openBoard } from "./support/board.ts";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { move, type Reported, report } from "./support/orders.ts";
import { freshlySignedIn, people, signedIn } from "./support/people.ts";
import { drawSignature } from "./support/signature.ts";
import { expectToast } from "./support/toasts.ts";

const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|did not arrive|dynamically imported module/;
const photo = "e2e/support/leaking-pipe.jpg";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const { fullName: technician } = people.technician;

const waitingBy = (page: Page) => page.getByRole("list", { name: "Waiting to be sent", exact: true });

const ordersOfDay = 10;

/** Orders for today, the first of them a tenant's. */
async function dayFor(userId: number, { landlord, tenant }: { landlord: Page; tenant: Page }) {
  const orders: Reported[] = [];
  for (let turn = 0; turn < ordersOfDay; turn += 1) {
    const order = await report(
      turn === 0 ? tenant : landlord,
      "Of the shift",
      turn === 0 ? {} : { propertyId: 1 },
    );
    const plannedOn = new Date().toISOString().slice(0, 10);
    const planned = await landlord.request.put(`/api/work-orders/${order.id}/plan`, {
      data: { assigneeId: userId, plannedOn },
    });
    expect(planned.status(), await planned.text()).toBe(200);
    orders.push(order);
  }
  return orders;
}

test(
  "a shift without a network: orders with a photo, a comment and a signature, and a new one, are kept through a restart and arrive with their times; a clash is chosen by a tap",
  long,
  async ({ browser }) => {
    test.slow();
    announce(noNetwork, /status of 40[14]/);
    const landlord = await signedIn(browser, "landlord");
    const tenant = await signedIn(browser, "tenant1");
    const morning = await freshlySignedIn(browser, "technician", { ...phone, serviceWorkers: "allow" });
    const me = await (await morning.request.get("/api/me")).json();
    const orders = await dayFor(me.id, { landlord, tenant });
    const [ofTenant, signed, cancelled] = orders as [Reported, Reported, Reported];
    const [newest] = orders.slice(-1) as [Reported];
    await morning.goto("/start");
    await expect(morning.getByRole("link", { name: cancelled.title })).toBeVisible();
    await morning.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect(morning.getByText(/^Kept at .+, \d+ orders/)).toBeVisible();
    await morning.waitForLoadState("networkidle");

    await morning.context().setOffline(true);
    for (const { title } of orders) {
      await morning.getByRole("button", { name: `Start ${title}` }).click();
      await morning.getByRole("button", { name: `Done ${title}` }).click();
      await expect(morning.getByRole("link", { name: title })).toHaveCount(0);
    }
    await morning.goto(`/my-day/${ofTenant.id}`);
    const order = morning.getByRole("dialog");
    await expect(order.getByText("Completed").first()).toBeVisible();
    await order.getByLabel("Comment", { exact: true }).fill("The valve is worn; a new one is in.");
    await order.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(waitingBy(morning).getByText("The valve is worn; a new one is in.")).toBeVisible();
    await order.getByLabel("Add photos").setInputFiles(photo);
    await order.getByRole("button", { name: "Send 1 photo" }).click();
    await expect(order.getByText("1 photo waiting to be sent")).toBeVisible();
    await expect(waitingBy(morning).getByRole("listitem")).toHaveCount(3);
    await morning.goto(`/my-day/${signed.id}`);
    await drawSignature(morning);
    await order.getByLabel("Signed by").fill("Maya Okafor");
    await order.getByRole("button", { name: "Confirm Signature" }).click();
    await expect(order.getByRole("img", { name: "Signature of Maya Okafor" })).toBeVisible();
    const found = `Found on the way ${signed.number}`;
    await morning.goto("/work-orders/new");
    await morning.getByLabel("Title").fill(found);
    await morning.getByLabel("Description").fill("The gutter over the entrance is loose.");
    await morning.getByLabel("Category", { exact: true }).selectOption("Electrical");
    await morning.getByLabel("Priority").selectOption("low");
    await morning.getByLabel("Building").selectOption({ index: 1 });
    await morning.getByLabel("Location").fill("Entrance, left side");
    await morning.getByRole("button", { name: "Submit Work Order" }).click();
    await expectToast(morning, "Kept on this phone", "It will be sent later.");
    await move(landlord, cancelled.id, "cancelled");

    // The program is killed, and starts again without a network.
    await morning.close({ runBeforeUnload: false });
    const evening = await morning.context().newPage();
    await evening.goto("/my-day");
    // Each order was begun and done; then came a comment, a photo, a signature and the new order.
    const changes = 2 * ordersOfDay + 4;
    await evening
      .getByRole("button", { name: `${changes} changes waiting` })
      .first()
      .click();
    const sheet = evening.getByRole("dialog", { name: "Unsent changes" });
    await expect(sheet.getByRole("listitem")).toHaveCount(changes);
    await evening.keyboard.press("Escape");

    await openBoard(landlord, "Of the shift");
    await evening.context().setOffline(false);
    // One after another.
    const unsent = evening.getByRole("button", { name: /waiting|Sending/ });
    await expect(unsent).toHaveCount(0, { timeout: 60_000 });
    const done = column(landlord, "Completed");
    await expect(card(done, newest.title)).toBeVisible();
    await tenant.goto(`/work-orders/${ofTenant.id}`);
    const theirs = tenant.getByRole("dialog");
    await expect(theirs.getByText("Completed").first()).toBeVisible();
    await expect(theirs.getByText("The valve is worn; a new one is in.")).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Show photo 1 of 1" })).toBeVisible();
    // The log has both times.
    await expect(theirs.getByText(/^sent /).first()).toBeVisible();
    await followLink(landlord, `/work-orders/${signed.id}`);
    await expect(landlord.getByRole("img", { name: "Signature of Maya Okafor" })).toBeVisible();
    const work = landlord.getByRole("region", { name: "Work time" });
    await expect(work.getByText(technician)).toHaveCount(1);
    await followLink(landlord, `/work-orders?q=${encodeURIComponent(found)}`);
    await expect(landlord.getByRole("row").filter({ hasText: found })).toHaveCount(1);

    // Nobody's change won silently.
    await followLink(landlord, `/work-orders/${cancelled.id}`);
    const banner = landlord.getByText("Changed twice: please choose");
    await expect(banner).toBeVisible();
    await evening.getByRole("button", { name: new RegExp(`^Mark as completed ?: ${cancelled.title}`) }).tap();
    await expectToast(evening, "Late Change Used", "The other change stays in the log.");
    await expect(banner).toHaveCount(0);
    await expect(landlord.getByRole("dialog").getByText("Completed").first()).toBeVisible();
  },
);
