import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { browserPath } from "../scripts/browser.mjs";
import { type Person, people, sessionCookie } from "./seed.ts";

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });

/** A page with an empty cache and a signed-in session. */
export async function signedIn(
  browser: Browser,
  origin: string,
  { person = "admin", ...options }: BrowserContextOptions & { person?: Person } = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const [name = "", value = ""] = sessionCookie(people[person]).split("=");
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript(savedSession(person));
  return context.newPage();
}

/** The browser state after signing in. */
const savedSession = (
  person: Person,
) => `localStorage.setItem("session", JSON.stringify({ id: 0, unitId: null,
  fullName: "Bench", role: ${JSON.stringify(person)}, email: "${people[person]}@bench.example" }))`;
