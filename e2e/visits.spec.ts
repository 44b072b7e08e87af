import { devices } from "@playwright/test";
import { addDays } from "#shared/calendar.ts";
import { expect, long, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { signedIn } from "./support/people.ts";

const { userAgent } = devices["Pixel 7"];
const phone = {
  userAgent,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

const dayIn = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);

test(
  "a landlord schedules a visit on a phone, the tenant proposes another, the landlord agrees",
  long,
  async ({ browser }) => {
    const tenant = await signedIn(browser, "tenant1");
    const { id, title, number } = await report(tenant, "To be visited");

    const landlord = await signedIn(browser, "landlord", phone);
    await landlord.goto(`/work-orders/${id}`);
    await landlord.getByRole("button", { name: "Change status" }).tap();
    await landlord.getByRole("menuitem", { name: "Scheduled" }).tap();
    const asked = landlord.getByRole("dialog", { name: `When is the visit for ${number}?` });
    await asked.getByLabel("Day").fill(dayIn(7));
    await asked.getByLabel("From").fill("09:00");
    await asked.getByLabel("To").fill("11:00");
    await asked.getByRole("button", { name: "Propose visit" }).tap();
    await expect(asked).toHaveCount(0);
    const ofLandlord = landlord.getByRole("region", { name: "Visit" });
    await expect(ofLandlord).toContainText(/Waiting for the tenant: .*9:00–11:00 AM/);
    await expect(ofLandlord.getByRole("button", { name: "Call off" })).toBeVisible();

    await tenant.goto("/dashboard");
    const request = tenant.getByRole("region", { name: "Your requests" }).getByRole("link", { name: title });
    await expect(request).toContainText(/Please answer: visit .*9:00–11:00 AM/);
    await request.click();
    await tenant.getByRole("button", { name: "Propose another time" }).click();
    const another = tenant.getByRole("dialog", { name: `When is the visit for ${number}?` });
    await another.getByLabel("Day").fill(dayIn(8));
    await another.getByLabel("From").fill("13:00");
    await another.getByLabel("To").fill("15:00");
    await another.getByLabel("Note").fill("We open at one.");
    await another.getByRole("button", { name: "Propose visit" }).click();
    await expect(tenant.getByRole("region", { name: "Visit" })).toContainText(/You proposed .*1:00–3:00 PM/);

    // The landlord's page follows by itself.
    await expect(ofLandlord).toContainText(/Tenant proposed .*1:00–3:00 PM/);
    await expect(ofLandlord).toContainText("We open at one.");
    await ofLandlord.getByRole("button", { name: "Agree to this time" }).tap();
    await expect(ofLandlord).toContainText(/Visit agreed: .*1:00–3:00 PM/);
    await expect(tenant.getByRole("region", { name: "Visit" })).toContainText(/Visit agreed: .*1:00–3:00 PM/);
    await expect(tenant.getByRole("list", { name: /^Activity/ })).toContainText(
      /Visit agreed: .*1:00–3:00 PM/,
    );
  },
);
