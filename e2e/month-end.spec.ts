import { readFile } from "node:fs/promises";
import { formatMonth } from "../shared/format/dates.ts";
import { lastMonth } from "../test/money/closed-months.ts";
import { expect, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

test("a landlord closes the last month and downloads a balanced journal, and an administrator reopens the month", async ({
  browser,
}) => {
  const month = formatMonth(lastMonth);
  const page = await openPageAs(browser, "landlord2");
  await page.goto("/month-end");
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("link", { name: `Check ${month}` }).click();
  await page.getByRole("button", { name: `Close ${month}` }).click();
  const dialog = page.getByRole("dialog");
  for (const check of await dialog.getByRole("checkbox").all()) await check.check();
  await dialog.getByRole("button", { name: `Close ${month}` }).click();
  await expect(page.getByText("closed this month on")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Journal for QuickBooks" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^journal-.+-${lastMonth.slice(0, 7)}\\.iif$`));
  const lines = (await readFile(await download.path(), "latin1")).split("\r\n");
  const amounts = lines.filter((line) => /^(TRNS|SPL)\t/.test(line)).map((line) => line.split("\t")[7] ?? "");
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.reduce((sum, amount) => sum + BigInt(amount.replace(".", "")), 0n)).toBe(0n);

  const admin = await openPageAs(browser, "admin");
  await admin.goto(new URL(page.url()).pathname);
  await admin.getByRole("button", { name: "Reopen Month" }).click();
  await admin.getByLabel("Reason").fill("The bank statement came late.");
  await admin
    .getByRole("dialog")
    .getByRole("button", { name: `Reopen ${month}` })
    .click();
  await expect(admin.getByText("reopened this month on")).toBeVisible();
});
