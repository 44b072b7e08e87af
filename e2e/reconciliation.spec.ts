import type { Page } from "@playwright/test";
import type { Reconciliation } from "../domains/recoveries/reconciliation-contract.ts";
import { dayFromToday } from "../test/dates.ts";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const year = Number(dayFromToday().slice(0, 4)) - 1;

/** Creates a property whose only tenant shares CAM, with a bill for CAM and one for property tax. */
async function createReconciledLease(
  page: Page,
  name: string,
): Promise<{ propertyId: number; leaseId: number }> {
  const post = async <T>(path: string, data: object): Promise<T> => {
    const response = await page.request.post(path, { data });
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  };
  const get = async <T>(path: string): Promise<T> => (await page.request.get(path)).json();
  const { id: propertyId } = await post<{ id: number }>("/api/properties", {
    name: `${name} House ${runId}`,
    address: "3 Mill Street",
    city: "Seattle",
    state: "WA",
    zip: "98101",
    country: "USA",
    type: "multi",
  });
  const unit = await post<{ id: number }>("/api/units", {
    propertyId,
    unitNumber: "1",
    type: "office",
    beds: 0,
    baths: 1,
    rent: 300_000,
    deposit: 300_000,
    sizeSqft: 1_200,
    status: "vacant",
  });
  const { id: leaseId } = await post<{ id: number }>("/api/leases", {
    companyName: `${name} Cutters ${runId}`,
    propertyId,
    unitIds: [unit.id],
    from: `${year}-01-01`,
    to: null,
    state: "active",
  });
  const [hannah] = await get<{ id: number }[]>("/api/users?role=tenant&state=active&q=Hannah&limit=20");
  await post(`/api/leases/${leaseId}/members`, { userId: hannah?.id });
  const { pools } = await get<{
    pools: { id: number; name: string; categories: { id: number; name: string }[] }[];
  }>(`/api/leases/${leaseId}/recovery-terms`);
  const cam = pools.find(({ name }) => name === "CAM");
  const categories = pools.flatMap((pool) => pool.categories);
  for (const [category, amountCents] of [
    ["Cleaning", 480_000],
    ["Property tax", 90_000],
  ] as const)
    await post("/api/bills", {
      propertyId,
      // Each property has its own vendors, because the same bill twice has to be confirmed.
      vendorName: `${category} for ${name} ${runId}`,
      number: `${name}-1`,
      billedOn: `${year}-12-15`,
      serviceFrom: `${year}-01-01`,
      serviceTo: `${year}-12-31`,
      lines: [{ categoryId: categories.find((known) => known.name === category)?.id, amountCents, memo: "" }],
    });
  const recovery = {
    poolId: cam?.id,
    share: { kind: "percentage", millionths: 250_000 },
    startsOn: null,
    base: { kind: "none" },
    grossUpBasisPoints: null,
    cap: null,
    fee: null,
    excludedCategoryIds: [],
    isAnchor: false,
    clause: "Section 4.2: 25% of Operating Expenses.",
  };
  await post(`/api/leases/${leaseId}/recovery-terms`, {
    from: `${year}-01-01`,
    terms: { pools: [recovery], statementDueDays: null, auditWindowDays: null },
  });
  return { propertyId, leaseId };
}

test("a landlord accepts a finding, reviews the draft, and issues the statements, and the tenant sees the charge and the document", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { propertyId, leaseId } = await createReconciledLease(page, "Cost");
  await page.goto(`/properties/${propertyId}/reconciliations/${year}`);
  const findings = page.getByRole("list", { name: "Findings" });
  await expect(findings).toContainText(`Cost Cutters ${runId} has no rule for Property tax.`);
  await findings.getByRole("button", { name: "Accept" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The lease is net of property tax.");
  await dialog.getByRole("button", { name: "Accept Finding" }).click();
  await expect(findings).toContainText(/accepted it on .*: The lease is net of property tax\./);

  await page.getByRole("button", { name: "Mark as Reviewed" }).click();
  await page.getByRole("button", { name: "Issue Statements" }).click();
  await expect(dialog.getByRole("region", { name: "Amounts to post" })).toContainText("$1,200.00");
  await dialog.getByRole("button", { name: "Issue Statements" }).click();
  await expectToast(page, "Statements Issued", "The tenants are notified. Their documents are being filed.");
  await expect(page.getByRole("list", { name: "History" })).toContainText("1 charge of $1,200.00");

  const tenant = await openPageAs(browser, "hannah");
  await tenant.goto(`/leases/${leaseId}?tab=ledger`);
  const ledger = tenant.getByRole("table", { name: "Ledger" });
  await expect(ledger).toContainText(`Operating expenses ${year}, reconciliation`);
  await expect(ledger).toContainText("$1,200.00");

  await page.getByRole("cell", { name: `Cost Cutters ${runId}` }).click();
  await expect(page.getByText("Section 4.2: 25% of Operating Expenses.")).toBeVisible();
  const document = page.getByRole("link", { name: "View document" });
  await expect(async () => {
    if (await document.isVisible()) return;
    await page.reload();
    await expect(document).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const path = await document.getAttribute("href");
  await tenant.goto(path ?? "");
  await expect(tenant.getByRole("heading", { name: `Operating expense statement ${year}` })).toBeVisible();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

test("a tenant questions a line of a statement on a phone, the landlord credits it, and the tenant sees the credit", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { propertyId, leaseId } = await createReconciledLease(page, "Question");
  await issueStatements(page, propertyId);

  const tenant = await openPageAs(browser, "hannah", phone);
  await tenant.goto(`/leases/${leaseId}`);
  await tenant.getByRole("link", { name: `Statement for ${year}` }).click();
  await tenant.getByRole("button", { name: "Ask a Question about CAM" }).click();
  const dialog = tenant.getByRole("dialog");
  await dialog.getByLabel("Line").selectOption("Cleaning");
  await dialog.getByLabel("Question").fill("Why does this include the windows of the shop?");
  await dialog.getByRole("button", { name: "Send Question" }).click();
  await expectToast(tenant, "Question Sent", "Your property manager is notified.");
  await expect(tenant.getByRole("list", { name: "Questions" })).toContainText("CAM, Cleaning");

  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Show .+ more$/ }).click();
  await page.getByRole("link", { name: `Question Cutters ${runId} questions its ${year} statement` }).click();
  await page.getByRole("button", { name: "Answer" }).click();
  const answer = page.getByRole("dialog");
  await answer.getByLabel("Answer").fill("The shop pays for its own windows.");
  await answer.getByLabel("Credit").fill("50");
  await answer.getByRole("button", { name: "Send Answer" }).click();
  await expectToast(page, "Answer Sent", "The tenants are notified, and the lease is credited.");

  const questions = tenant.getByRole("list", { name: "Questions" });
  await tenant.reload();
  await expect(questions).toContainText("The shop pays for its own windows.");
  await expect(questions).toContainText("$50.00 was credited.");
  await questions.getByRole("link", { name: "View ledger" }).click();
  await expect(tenant.getByRole("table", { name: "Ledger" })).toContainText(
    `Operating expenses ${year}, credit for CAM`,
  );
});

/** Accepts the findings of the year, reviews it, and issues its statements. */
async function issueStatements(page: Page, propertyId: number): Promise<void> {
  const path = `/api/properties/${propertyId}/reconciliations/${year}`;
  const post = async (action: string, data: object) => {
    const response = await page.request.post(`${path}/${action}`, { data });
    expect(response.status(), await response.text()).toBe(200);
  };
  const read = async (): Promise<Reconciliation> => (await page.request.get(path)).json();
  for (const { key, sentence, cents } of (await read()).findings)
    await post("findings/accept", { key, sentence, cents, reason: "The lease says so." });
  const { fingerprint } = await read();
  await post("review", { fingerprint });
  await post("issue", { fingerprint, corrects: 0, dueOn: dayFromToday(30) });
}
