import { readFile } from "node:fs/promises";
import { savedPhotosCache, savedWorkOrdersDatabase } from "../web/session/saved-session.ts";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { offlineErrors } from "./support/network.ts";
import { openPageAs, openPageInNewSession } from "./support/people.ts";

test("a technician's My Day is saved with photos, opens offline, and is removed at sign-out", async ({
  browser,
}) => {
  allowConsoleErrors(offlineErrors, /status of 40[134]/);
  const landlord = await openPageAs(browser, "landlord");
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
  const page = await openPageInNewSession(browser, "technician", { serviceWorkers: "allow" });
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
  await expect(page.getByText(/^Saved on this device .+, \d+ work orders?, [1-9]\d* photos?$/)).toBeVisible();
  const findSaved = () =>
    page.evaluate(
      async (cache) => ({
        databases: (await indexedDB.databases()).map(({ name }) => name),
        photos: await caches.has(cache),
      }),
      savedPhotosCache,
    );
  expect(await findSaved()).toEqual({
    databases: expect.arrayContaining([savedWorkOrdersDatabase]),
    photos: true,
  });

  await page.context().setOffline(true);
  await page.goto("/start");
  await expect(page).toHaveURL("/my-day");
  await expect(
    page.getByText(/^Saved on this device .+ \(.+\), \d+ work orders?, [1-9]\d* photos?$/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Pipe drips in the plant room" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("It drips on the pump, please look at it today.")).toBeVisible();
  await expect(dialog.getByText(/reported/i).first()).toBeVisible();
  const isLoaded = (name: string | undefined) =>
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
  await isLoaded(undefined).toBe(true);
  await page.getByRole("button", { name: "Show photo 1 of 1" }).click();
  await isLoaded("1 of 1").toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.context().setOffline(false);
  await expect(page.getByText(/^Offline: showing/)).toHaveCount(0);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(findSaved).toMatchObject({ photos: false });
  expect((await findSaved()).databases).not.toContain(savedWorkOrdersDatabase);
});
