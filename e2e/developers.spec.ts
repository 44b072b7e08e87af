import { expect, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";

test("the reference is fetched only where it is shown; a read can be tried with the session, a write cannot", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const hasReference = () => fetched.some((url) => /\/assets\/reference-[^/]*\.js$/.test(url));
  await page.goto("/profile");
  await page.getByRole("link", { name: "How to use the API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Developers" })).toBeVisible();
  expect(hasReference()).toBe(false);
  await page.getByRole("tab", { name: "Reference" }).click();
  await page.getByRole("heading", { name: /^units/ }).click();
  expect(hasReference()).toBe(true);
  await page.getByRole("button", { name: /^POST \/api\/units / }).click();
  await expect(page.getByText("Request body")).toBeVisible();
  await expect(page.getByText("The request is not valid")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it out" })).toHaveCount(0);
  await page.getByRole("button", { name: /^GET \/api\/units / }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/units");
  await page.getByRole("button", { name: "Execute" }).click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByText("Server response")).toBeVisible();
  // Its dark styles reach the whole page, which keeps its type.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/\bdark-mode\b/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /Inter/);
});
