import type { Page } from "@playwright/test";
import { readPdfText } from "../server/integrations/pdf-text.ts";
import { expect, followLink, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";

/** What the printer gets of the page, as the text of a PDF. */
async function printed(page: Page): Promise<string> {
  const pdf = await page.pdf({ format: "Letter" });
  return (await readPdfText(new Uint8Array(pdf))).replaceAll(/\s+/g, " ");
}

function expectText(text: string, { holds, lacks }: { holds: string[]; lacks: string[] }): void {
  for (const part of holds) expect(text).toContain(part);
  for (const part of lacks) expect(text).not.toContain(part);
}

test("PAY-50 a receipt out of the history is printed whole and alone", async ({ browser }) => {
  const page = await signedIn(browser, "tenant1");
  await page.goto("/payments");
  await page.getByRole("button", { name: /^View/ }).first().click();
  await expect(page.getByRole("dialog").getByText("Total paid")).toBeVisible();
  expectText(await printed(page), {
    holds: ["Payment receipt", "Harbor Lane Coffee", "What it covers", "Base rent", "Total paid"],
    lacks: ["Payment history", "Current Balance", "Print Receipt"],
  });
});

test("WO-53 an order is printed whole, without the list behind it and without its controls", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/work-orders");
  await page
    .getByRole("button", { name: /^View #WO/ })
    .last()
    .click();
  const order = page.getByRole("dialog");
  await expect(order.getByText(/^Work order created/)).toBeVisible();
  expectText(await printed(page), {
    holds: ["Work Order #WO-", "Description", "Reported", "Activity Log", "Work order created"],
    lacks: ["All Statuses", "New Work Order", "Write a comment", "Change status"],
  });
});

test("a statement and a report are printed without what is for the screen only", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/leases/1/statement");
  await expect(page.getByText("Closing balance")).toBeVisible();
  expectText(await printed(page), {
    holds: ["Statement of account", "Opening balance", "Closing balance"],
    lacks: ["Dashboard", "CSV"],
  });
  await followLink(page, "/reports");
  await expect(page.getByText(/^Total of \d+ leases$/)).toBeVisible();
  expectText(await printed(page), {
    holds: ["Reports", "Not yet due", "Balance", "Total of"],
    lacks: ["Dashboard", "Newest lease first", "Export"],
  });
});
