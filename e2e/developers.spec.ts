import { expect, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

test("the API reference loads only on its own tab, where users can try read requests but not writes", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const hasReference = () => requests.some((url) => /\/assets\/reference-[^/]*\.js$/.test(url));
  await page.goto("/profile");
  await page.getByRole("link", { name: "How to use the API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Developers" })).toBeVisible();
  expect(hasReference()).toBe(false);
  await page.getByRole("tab", { name: "Reference" }).click();
  await page.getByRole("heading", { name: /^units/ }).click();
  expect(hasReference()).toBe(true);
  await page.getByRole("button", { name: /^POST \/api\/units / }).click();
  await expect(page.getByText("Request body")).toBeVisible();
  await expect(page.getByText("The request isn't valid")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it out" })).toHaveCount(0);
  await page.getByRole("button", { name: /^GET \/api\/units / }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  const response = page.waitForResponse((sent) => new URL(sent.url()).pathname === "/api/units");
  await page.getByRole("button", { name: "Execute" }).click();
  expect((await response).status()).toBe(200);
  await expect(page.getByText("Server response")).toBeVisible();
  // Its dark styles apply to the whole page, but must not change the font.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/\bdark-mode\b/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /Inter/);
});
