import type { Page } from "@playwright/test";
import { expect, long, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { addressOf } from "./support/portals.ts";
import { expectToast, toasts } from "./support/toasts.ts";

const mark = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const aids = (page: Page) => page.getByRole("region", { name: "Other ways to pay" });

test("NAV-12 PAY-01 PAY-02 PAY-03 PAY-04 PAY-12 PAY-30 a tenant goes from the summary to the form and the details, back, and continues after a reload", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant1");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await expect(page.getByRole("region", { name: "Current Balance" })).toContainText("$");
  await expect(tab(page, "Payment Details")).toHaveCount(0);

  await button(page, "Make a Payment").click();
  await button(page, "Cancel").click();
  await expect(page).toHaveURL("/payments");
  await tab(page, "Make Payment").click();
  await page.getByLabel("Amount").fill("21.5");
  await page.getByLabel("Description").fill(`Walked ${mark}`);
  const begun = page.waitForResponse("**/api/create-payment-intent");
  await button(page, "Continue to Payment").click();
  const { paymentIntentId } = await (await begun).json();

  const information = page.getByRole("region", { name: "Payment Information" });
  await expect(information).toContainText("$21.50");
  await expect(information).toContainText(`Walked ${mark}`);
  await button(page, "Back").click();
  await expect(page.getByLabel("Amount")).toHaveValue("21.5");
  await tab(page, "Payment Details").click();
  await expect(information).toBeVisible();

  const again = page.waitForResponse("**/api/create-payment-intent");
  await page.reload();
  expect((await (await again).json()).paymentIntentId).toBe(paymentIntentId);
  await expect(information).toContainText("$21.50");
  await expect(tab(page, "Payment Details")).toHaveAttribute("aria-selected", "true");
});

test(
  "PAY-13 PAY-64 payments recorded by others appear at once, without a reload, and can be paged through",
  long,
  async ({ browser }) => {
    const tenant = await signedIn(browser, "tenant2");
    await tenant.goto("/payments");
    const history = tenant.getByRole("table", { name: "Payment history" });
    await expect(history.getByRole("row")).toHaveCount(6);
    const [lease] = (await (await tenant.request.get("/api/leases")).json()) as { id: number }[];
    const landlord = await signedIn(browser, "landlord");
    const account = await landlord.request.get(`/api/leases/${lease?.id ?? 0}/account`);
    const { today } = (await account.json()) as { today: string };
    const recorded = await landlord.request.post(`/api/leases/${lease?.id ?? 0}/payments`, {
      data: { amountCents: 1_234, onDay: today, method: "check", reference: `No. ${mark}` },
    });
    expect(recorded.status()).toBe(201);
    await expect(history.getByRole("row").nth(1)).toContainText("$12.34");
    await expect(tenant.getByRole("region", { name: "Last Payment" })).toContainText("$12.34");

    await button(tenant, "Next").click();
    await expect(tenant.getByText(/^Showing 6 to 10 of \d+ payments$/)).toBeVisible();
    await expect(tenant).toHaveURL("/payments?page=2");
    await tenant.goBack();
    await expect(history.getByRole("row").nth(1)).toContainText("$12.34");
  },
);

test(
  "PAY-99 PAY-100 PAY-101 PAY-102 CON-16 CON-18 the details for Zelle are copied, and its QR code is drawn, on white even in the dark theme",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1", {
      permissions: ["clipboard-read", "clipboard-write"],
      colorScheme: "dark",
    });
    const others: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== addressOf("demo")) others.push(request.url());
    });
    await page.goto("/payments");
    const code = aids(page).getByRole("img");
    await expect(code).toHaveAttribute("width", "100");
    expect(await code.boundingBox()).toMatchObject({ width: 100, height: 100 });
    await expect(code.locator("xpath=..")).toHaveCSS(
      "background-color",
      /^(rgb\(255, 255, 255\)|oklch\(1 0 0\)|#fff)/,
    );
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

    await button(page, "Copy Zelle Info").click();
    await expectToast(page, "Zelle Info Copied", "Payment information copied to clipboard.");
    expect(await clipboard()).toMatch(/^Zelle to: rent@harborview\.example\nName: /);
    await button(page, "Copy send to").click();
    await expectToast(page, "Copied!", "Copied to clipboard.");
    expect(await clipboard()).toBe("rent@harborview.example");
    // A toast is shown for five seconds by default: this one disappears before.
    await expect(toasts(page)).toHaveCount(0, { timeout: 4_000 });
    await expect(aids(page).getByRole("link", { name: "accounting@harborview.example" })).toBeVisible();
    expect(others).toEqual([]);
  },
);

test(
  "PAY-19 PAY-20 PAY-21 a payment is prepared with the keyboard alone: the arrow keys step by a cent",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    await page.goto("/payments?tab=make-payment");
    const amount = page.getByLabel("Amount");
    await amount.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("0.48");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Amount must be at least $0.50")).toBeVisible();
    await expect(amount).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(amount).toHaveValue("0.5");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Payment Information" })).toContainText("$0.50");
  },
);
