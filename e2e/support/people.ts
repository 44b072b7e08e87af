import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from "@playwright/test";
import { expect, openPage } from "./journey.ts";
import { getPortalUrl } from "./portals.ts";

/** The demo accounts by role. All have the same password. */
export const people = {
  admin: { email: "admin@demo.example", fullName: "Alex Morgan" },
  tenant1: { email: "tenant1@demo.example", fullName: "Maya Okafor" },
  tenant2: { email: "tenant2@demo.example", fullName: "Daniel Reyes" },
  /** Works at tenant2's company. For journeys that add a person to a lease. */
  hannah: { email: "hannah@northlight.example", fullName: "Hannah Lindqvist" },
  technician: { email: "test@demo.example", fullName: "Sam Whitfield" },
  landlord: { email: "landlord@demo.example", fullName: "Linda Harcourt" },
  landlord2: { email: "landlord2@demo.example", fullName: "Victor Stanhope" },
} as const;
export type PersonName = keyof typeof people;
export const demoPassword = "Portal-Demo-1";

interface SavedSession {
  cookies: Cookie[];
  /** The user in local storage, whom the portal shows until the server responds. */
  user: string;
}
const savedSessions = new Map<PersonName, Promise<SavedSession>>();

/** Opens a page as a person signed in through the API, so that a journey starts at the relevant step. */
export const openPageAs = async (
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<Page> => openPage(await openContextAs(browser, person, options));

/** Opens a browser context as a person, with the same session each time. */
export async function openContextAs(
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const saved = savedSessions.get(person) ?? signIn(browser, person);
  savedSessions.set(person, saved);
  return createContext(browser, await saved, options);
}

/** Opens a page in a new session, for journeys that end it. */
export const openPageInNewSession = async (
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<Page> => openPage(await createContext(browser, await signIn(browser, person), options));

async function createContext(
  browser: Browser,
  { cookies, user }: SavedSession,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const origin = getPortalUrl("demo");
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies, origins: [] },
    ...options,
  });
  // The first page writes to local storage. With a storage state, Playwright would open another page for that.
  await context.addInitScript(
    (session) => {
      if (window !== window.top || location.origin !== session.origin) return;
      if (document.cookie.includes("user-saved")) return;
      // biome-ignore lint/suspicious/noDocumentCookie: has to happen before the portal starts.
      document.cookie = "user-saved=yes";
      localStorage.setItem("session", session.user);
    },
    { origin, user },
  );
  return context;
}

async function signIn(browser: Browser, person: PersonName): Promise<SavedSession> {
  const origin = getPortalUrl("demo");
  const context = await browser.newContext({ baseURL: origin });
  const response = await context.request.post("/api/login", {
    data: { email: people[person].email, password: demoPassword },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { id, fullName, role, email, unitId } = await response.json();
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, user: JSON.stringify({ id, fullName, role, email, unitId }) };
}
