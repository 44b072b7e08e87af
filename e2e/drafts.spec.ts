import type { Page } from "@playwright/test";
import { expect, long, test } from "./support/journey.ts";
import { type PersonName, signedIn } from "./support/people.ts";

test.describe.configure({ mode: "parallel" });

interface Form {
  who: PersonName;
  at: string;
  /** The buttons that lead to it. */
  buttons?: readonly string[];
  /** What is typed, by the label of the field. */
  label: string;
}

const forms: Record<string, Form> = {
  "a new property": { who: "landlord", at: "/add-property", label: "Property name" },
  "a new unit": { who: "landlord", at: "/add-unit?propertyId=1", label: "Unit number" },
  "a property": { who: "landlord", at: "/properties/1", buttons: ["Edit"], label: "Property name" },
  "a unit": { who: "landlord", at: "/units/3", buttons: ["Edit"], label: "Unit number" },
  "a new company": { who: "landlord", at: "/companies", buttons: ["Add Company"], label: "Name" },
  "an invitation": { who: "landlord", at: "/approvals", buttons: ["Invite"], label: "Email" },
  "a new document": { who: "landlord", at: "/documents?upload=yes", label: "Title" },
};

/** A form on a page of its own, and one in a dialog. */
const always = ["a new property", "a unit"];

for (const [what, { who, at, buttons = [], label }] of Object.entries(forms))
  test(
    `what is typed about ${what} survives a reload, until it is discarded`,
    always.includes(what) ? {} : long,
    async ({ browser }) => {
      const page = await signedIn(browser, who);
      const open = async (): Promise<void> => {
        for (const name of buttons) await page.getByRole("button", { name, exact: true }).click();
      };
      const field = page.getByLabel(label, { exact: true });
      await page.goto(at);
      await open();
      const before = await field.inputValue();
      await field.fill(`${before}7`);
      await page.reload();
      await open();
      await expect(field).toHaveValue(`${before}7`);
      await startOver(page);
      await expect(field).toHaveValue(before);
    },
  );

test(
  "files that are chosen for a new document survive a reload, until they are removed",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    await page.goto("/documents?upload=yes");
    const file = { name: "House_rules.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };
    await page.getByLabel("Document file").setInputFiles(file);
    const title = page.getByLabel("Title", { exact: true });
    await expect(title).toHaveValue("House rules");
    await page.reload();
    await expect(page.getByText(file.name)).toBeVisible();
    await expect(title).toHaveValue("House rules");
    await page.getByRole("button", { name: "Remove File" }).click();
    await expect(title).toHaveValue("");
    await page.reload();
    await expect(page.getByText("Choose files, or drop them here")).toBeVisible();
    await expect(page.getByText(file.name)).toBeHidden();
  },
);

async function startOver(page: Page): Promise<void> {
  await expect(page.getByText("What you typed before was kept.")).toBeVisible();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("What you typed before was kept.")).toBeHidden();
}
