import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

test.describe.configure({ mode: "parallel" });

for (const { name, path, button, label } of [
  { name: "a form on a page", path: "/add-property", label: "Property name" },
  { name: "a form in a dialog", path: "/units/3", button: "Edit", label: "Unit number" },
])
  test(`the entries in ${name} survive a reload until they're discarded`, async ({ browser }) => {
    const page = await openPageAs(browser, "landlord");
    const open = async (): Promise<void> => {
      if (button !== undefined) await page.getByRole("button", { name: button, exact: true }).click();
    };
    const field = page.getByLabel(label, { exact: true });
    await page.goto(path);
    await open();
    const before = await field.inputValue();
    await field.fill(`${before}7`);
    await page.reload();
    await open();
    await expect(field).toHaveValue(`${before}7`);
    await startOver(page);
    await expect(field).toHaveValue(before);
  });

async function startOver(page: Page): Promise<void> {
  await expect(page.getByText("We saved your draft.")).toBeVisible();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("We saved your draft.")).toBeHidden();
}
