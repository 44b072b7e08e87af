import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { allowConsoleErrors, expect, followLink, openBrowser, test } from "./support/journey.ts";
import { demoPassword, type PersonName, people } from "./support/people.ts";
import { getPortalUrl, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { checkedScreens } from "./support/screens.ts";

/*
 * Stores scripts in all text of the portal. Checks that no page runs one, loads anything from another host,
 * or turns text into elements. Files run in alphabetical order. This journey is one of the longest, so it
 * starts first.
 */

const foreign = "foreign.example";
const payloads = [
  ` "'><script>window.ran=1</script><img class="injected" src="https://${foreign}/x" onerror="window.ran=1"><svg onload="window.ran=1"></svg><a class="injected" href="javascript:window.ran=1">x</a>{{7*7}}`,
  `<img src=//${foreign} onerror=ran=1>`,
  "<svg onload=ran=1>",
];

let portal: RunningPortal | undefined;
test.use({ baseURL: async ({}, use) => use(getPortalUrl("attacked")) });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortal("attacked");
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
});

async function injectScripts(): Promise<string[]> {
  const root = path.resolve(import.meta.dirname, "..");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "e2e/support/inject-scripts.ts"],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: portal?.folder, PAYLOADS: JSON.stringify(payloads) },
    },
  );
  return JSON.parse(stdout) as string[];
}

interface AttackedPage {
  page: Page;
  violations: string[];
}

async function openAttackedPage(
  browser: Parameters<typeof openBrowser>[0],
  person: PersonName | null,
): Promise<AttackedPage> {
  const page = await openBrowser(browser, { baseURL: getPortalUrl("attacked") });
  const violations: string[] = [];
  page.on("dialog", async (dialog) => {
    violations.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("response", (response) => {
    if (new URL(response.url()).host === foreign) violations.push(`response: ${response.url()}`);
  });
  // Requests that the content security policy blocks never leave the browser.
  page.on("requestfailed", (request) => {
    if (new URL(request.url()).host === foreign && request.failure()?.errorText !== "csp")
      violations.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    const blocked: string[] = [];
    Object.assign(window, { blocked });
    addEventListener("securitypolicyviolation", (event) =>
      blocked.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  if (person !== null) {
    const response = await page.request.post("/api/login", {
      data: { email: people[person].email, password: demoPassword },
    });
    expect(response.status(), await response.text()).toBe(200);
    const { id, fullName, role, email, unitId } = await response.json();
    await page.addInitScript(
      (session) => localStorage.setItem("session", session),
      JSON.stringify({ id, fullName, role, email, unitId }),
    );
  }
  return { page, violations };
}

/** Checks the open page once it's complete. Returns whether it displays a payload as text. */
async function checkPage({ page, violations }: AttackedPage, name: string): Promise<boolean> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(
    () => document.querySelector("[aria-busy=true], .animate-pulse, .animate-spin") === null,
  );
  const { ran, blocked, injected, isDisplayed } = await page.evaluate(() => ({
    ran: "ran" in window,
    blocked: (window as unknown as { blocked: string[] }).blocked.splice(0),
    injected: document.querySelectorAll(".injected, [onerror], [onload], [href^='javascript:']").length,
    isDisplayed: /<(script|img|svg)/.test(document.body.innerText),
  }));
  if (ran) violations.push(`${name}: a script ran`);
  if (injected > 0) violations.push(`${name}: text became ${injected} elements`);
  violations.push(...blocked.map((item) => `${name}: ${item}`));
  return isDisplayed;
}

test("scripts entered in any text never run, and pages display them as text", async ({ browser }) => {
  test.setTimeout(180_000);
  // The emails contain the scripts as elements, and the browser reports each that it blocks.
  allowConsoleErrors(/status of (40[034]|503)|\/api\/outbox\/\d+\/page: /);
  const columns = await injectScripts();
  expect(columns).toEqual(
    expect.arrayContaining(["work_orders.title", "users.full_name", "documents.title", "organization.name"]),
  );
  expect(columns.length).toBeGreaterThan(30);
  const violations: string[] = [];
  const displayedOn = new Set<string>();
  for (const person of new Set(checkedScreens.map(({ person }) => person))) {
    const attacked = await openAttackedPage(browser, person);
    const { page } = attacked;
    // Filters are left out, because they show the same rows.
    const paths = new Set(
      checkedScreens
        .filter((screen) => screen.person === person && screen.path.startsWith("/"))
        .map((screen) => screen.path.replace(/\?(?!tab|view|token|invitation).*$/, "")),
    );
    await page.goto(person === null ? "/login" : "/dashboard");
    for (const path of paths) {
      await followLink(page, path);
      if (await checkPage(attacked, `${person ?? "signed out"} at ${path}`)) displayedOn.add(path);
    }
    violations.push(...attacked.violations);
    await page.context().close();
  }
  const { page: outbox, violations: inEmails } = await openAttackedPage(browser, "admin");
  const listed = await (await outbox.request.get("/api/outbox?limit=3")).json();
  for (const { id } of listed as { id: number }[]) {
    await outbox.goto(`/api/outbox/${id}/page`);
    if (await outbox.evaluate(() => "ran" in window)) inEmails.push(`email ${id}: a script ran`);
  }
  expect([...violations, ...inEmails]).toEqual([]);
  expect(displayedOn.size).toBeGreaterThan(15);
});
