import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from "@playwright/test";
import { expect, openPage } from "./journey.ts";
import { addressOf } from "./portals.ts";

/** The demo accounts by their part; all have the same password. */
export const people = {
  admin: { email: "admin@demo.example", fullName: "Alex Morgan" },
  tenant1: { email: "tenant1@demo.example", fullName: "Maya Okafor" },
  tenant2: { email: "tenant2@demo.example", fullName: "Daniel Reyes" },
  /** A member of tenant2's company, for journeys that add somebody to a lease. */
  hannah: { email: "hannah@northlight.example", fullName: "Hannah Lindqvist" },
  technician: { email: "test@demo.example", fullName: "Sam Whitfield" },
  landlord: { email: "landlord@demo.example", fullName: "Linda Harcourt" },
  landlord2: { email: "landlord2@demo.example", fullName: "Victor Stanhope" },
} as const;
export type PersonName = keyof typeof people;
export const demoPassword = "Portal-Demo-1";

interface SavedSession {
  cookies: Cookie[];
  /** What the portal keeps in local storage: whom to show first. */
  shown: string;
}
const savedSessions = new Map<PersonName, Promise<SavedSession>>();

/** Opens a page for a person, signed in over the API, so that a journey starts at the relevant step. */
export const signedIn = async (
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<Page> => openPage(await contextOf(browser, person, options));

/** A browser context of a signed-in person; the same session each time. */
export async function contextOf(
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const saved = savedSessions.get(person) ?? signIn(browser, person);
  savedSessions.set(person, saved);
  return contextWith(browser, await saved, options);
}

/** With a new session, for journeys that end it. */
export const freshlySignedIn = async (
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<Page> => openPage(await contextWith(browser, await signIn(browser, person), options));

async function contextWith(
  browser: Browser,
  { cookies, shown }: SavedSession,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const origin = addressOf("demo");
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies, origins: [] },
    ...options,
  });
  // Its first page writes the local storage. For that of a storage state Playwright opens a page more.
  await context.addInitScript(
    (first) => {
      if (window !== window.top || location.origin !== first.origin) return;
      if (document.cookie.includes("signed-in-once")) return;
      // biome-ignore lint/suspicious/noDocumentCookie: at once, before the portal starts.
      document.cookie = "signed-in-once=yes";
      localStorage.setItem("session", first.shown);
    },
    { origin, shown },
  );
  return context;
}

async function signIn(browser: Browser, person: PersonName): Promise<SavedSession> {
  const origin = addressOf("demo");
  const context = await browser.newContext({ baseURL: origin });
  const response = await context.request.post("/api/login", {
    data: { email: people[person].email, password: demoPassword },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { id, fullName, role, email, unitId } = await response.json();
  const { cookies } = await context.storageState();
  await context.close();
  return { cookies, shown: JSON.stringify({ id, fullName, role, email, unitId }) };
}
