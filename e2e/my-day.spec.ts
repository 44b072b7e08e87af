import { readFile } from "node:fs/promises";
import { announce, expect, test } from "./support/journey.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";

const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|did not arrive|dynamically imported module/;

test("a technician's day is kept in the morning and opens cold without a network, with photos; signing out removes it", async ({
  browser,
}) => {
  announce(noNetwork, /status of 40[134]/);
  const landlord = await signedIn(browser, "landlord");
  const photo = await readFile(new URL("./support/leaking-pipe.jpg", import.meta.url));
  const created = await landlord.request.post("/api/work-orders", {
    multipart: {
      title: "Pipe drips in the plant room",
      description: "It drips on the pump, please look at it today.",
      category: "Plumbing",
      location: "Plant room",
      priority: "high",
      propertyId: "1",
      images: { name: "pipe.jpg", mimeType: "image/jpeg", buffer: photo },
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = await created.json();
  const page = await freshlySignedIn(browser, "technician", { serviceWorkers: "allow" });
  const me = await (await page.request.get("/api/me")).json();
  const plannedOn = new Date().toISOString().slice(0, 10);
  const planned = await landlord.request.put(`/api/work-orders/${id}/plan`, {
    data: { assigneeId: me.id, plannedOn },
  });
  expect(planned.status(), await planned.text()).toBe(200);

  await page.goto("/start");
  await expect(page).toHaveURL("/my-day");
  await expect(page.getByRole("link", { name: "Pipe drips in the plant room" })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(page.getByText(/^Kept at .+, \d+ orders?, [1-9]\d* photos?$/)).toBeVisible();
  const kept = () =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      photos: await caches.has("kept-photos"),
    }));
  expect(await kept()).toEqual({ databases: expect.arrayContaining(["kept-orders"]), photos: true });

  await page.context().setOffline(true);
  await page.goto("/start");
  await expect(page).toHaveURL("/my-day");
  await expect(page.getByText(/^Kept at .+ \(.+\), \d+ orders?, [1-9]\d* photos?$/)).toBeVisible();
  await page.getByRole("link", { name: "Pipe drips in the plant room" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("It drips on the pump, please look at it today.")).toBeVisible();
  await expect(dialog.getByText(/reported/i).first()).toBeVisible();
  const isDrawn = (name: string | undefined) =>
    expect.poll(() =>
      page
        .getByRole("dialog")
        .last()
        .locator("img")
        .first()
        .evaluate(
          (image: HTMLImageElement, alt) =>
            (alt === undefined || image.alt === alt) && image.naturalWidth > 0,
          name,
        ),
    );
  await isDrawn(undefined).toBe(true);
  await page.getByRole("button", { name: "Show photo 1 of 1" }).click();
  await isDrawn("1 of 1").toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.context().setOffline(false);
  await expect(page.getByText(/^Offline: showing/)).toHaveCount(0);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(kept).toMatchObject({ photos: false });
  expect((await kept()).databases).not.toContain("kept-orders");
});
