import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { announce, expect, followLink, openBrowser, test } from "./support/journey.ts";
import { demoPassword, type PersonName, people } from "./support/people.ts";
import { addressOf, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { checkedScreens } from "./support/screens.ts";

/*
 * Scripts in every text of the portal: no page runs one, loads anything from elsewhere, or turns a text into an element.
 * The journeys run by file name, and this one is among the longest: it comes first, so that no processor waits for it at the end.
 */

const foreign = "foreign.example";
const payloads = [
  ` "'><script>window.ran=1</script><img class="planted" src="https://${foreign}/x" onerror="window.ran=1"><svg onload="window.ran=1"></svg><a class="planted" href="javascript:window.ran=1">x</a>{{7*7}}`,
  `<img src=//${foreign} onerror=ran=1>`,
  "<svg onload=ran=1>",
];

let portal: RunningPortal | undefined;
test.use({ baseURL: async ({}, use) => use(addressOf("attacked")) });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortal("attacked");
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
});

async function storeScripts(): Promise<string[]> {
  const root = path.resolve(import.meta.dirname, "..");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "e2e/support/store-scripts.ts"],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: portal?.folder, PAYLOADS: JSON.stringify(payloads) },
    },
  );
  return JSON.parse(stdout) as string[];
}

/** What a page does that it must not. */
interface Watched {
  page: Page;
  found: string[];
}

async function openAs(
  browser: Parameters<typeof openBrowser>[0],
  person: PersonName | null,
): Promise<Watched> {
  const page = await openBrowser(browser, { baseURL: addressOf("attacked") });
  const found: string[] = [];
  page.on("dialog", async (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).host === foreign) found.push(`asked for ${request.url()}`);
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener("securitypolicyviolation", (event) =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
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
  return { page, found };
}

/** Looks at the page that is open, once it is complete. */
async function lookAt({ page, found }: Watched, at: string): Promise<boolean> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(
    () => document.querySelector("[aria-busy=true], .animate-pulse, .animate-spin") === null,
  );
  const { ran, violations, planted, isShown } = await page.evaluate(() => ({
    ran: "ran" in window,
    violations: (window as unknown as { violations: string[] }).violations.splice(0),
    planted: document.querySelectorAll(".planted, [onerror], [onload], [href^='javascript:']").length,
    isShown: /<(script|img|svg)/.test(document.body.innerText),
  }));
  if (ran) found.push(`${at}: a script ran`);
  if (planted > 0) found.push(`${at}: ${planted} elements from texts`);
  found.push(...violations.map((violation) => `${at}: ${violation}`));
  return isShown;
}

test("scripts in every text run on no page, and are shown as the texts that they are", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  announce(/status of (40[034]|503)/);
  const written = await storeScripts();
  expect(written).toEqual(
    expect.arrayContaining(["work_orders.title", "users.full_name", "documents.title", "organisation.name"]),
  );
  expect(written.length).toBeGreaterThan(30);
  const found: string[] = [];
  const shownOn = new Set<string>();
  for (const person of new Set(checkedScreens.map(({ as }) => as))) {
    const watched = await openAs(browser, person);
    const { page } = watched;
    // Without filters: those show the same.
    const paths = new Set(
      checkedScreens
        .filter((one) => one.as === person && one.path.startsWith("/"))
        .map((one) => one.path.replace(/\?(?!tab|view|token|invitation).*$/, "")),
    );
    await page.goto(person === null ? "/login" : "/dashboard");
    for (const at of paths) {
      await followLink(page, at);
      if (await lookAt(watched, `${person ?? "signed out"} at ${at}`)) shownOn.add(at);
    }
    found.push(...watched.found);
    await page.context().close();
  }
  const { page: mails, found: inMails } = await openAs(browser, "admin");
  const listed = await (await mails.request.get("/api/outbox?limit=3")).json();
  for (const { id } of listed as { id: number }[]) {
    await mails.goto(`/api/outbox/${id}/page`);
    if (await mails.evaluate(() => "ran" in window)) inMails.push(`the page of mail ${id}: a script ran`);
  }
  expect([...found, ...inMails]).toEqual([]);
  expect(shownOn.size).toBeGreaterThan(15);
});
