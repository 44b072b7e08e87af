import { expect, test } from "./support/journey.ts";
import { openPageInNewSession } from "./support/people.ts";

test("NAV-31 text typed before the search has loaded isn't lost", async ({ browser }) => {
  const page = await openPageInNewSession(browser, "landlord");
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/search-palette-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const requested = page.waitForRequest("**/assets/search-palette-*.js");
  await page.keyboard.press("Control+k");
  await requested;
  await page.keyboard.type("new? lease!");
  await page.keyboard.press("Backspace");
  release();
  const search = page.getByRole("combobox", { name: "Search" });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("new? lease");
  await page.keyboard.type("s");
  await expect(search).toHaveValue("new? leases");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(search).toHaveValue("");
});

test("NAV-31 records opened by one person aren't suggested to the next person on the same computer", async ({
  browser,
}) => {
  const page = await openPageInNewSession(browser, "landlord");
  await page.goto("/properties/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("recent"))).toBeNull();
});
