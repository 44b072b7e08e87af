import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { expect, openBrowser } from "./journey.ts";
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

type SavedState = Awaited<ReturnType<BrowserContext["storageState"]>>;
const savedStates = new Map<PersonName, Promise<SavedState>>();

/** Opens a browser context for a person, signed in over the API, so that a journey starts at the relevant step. */
export async function signedIn(
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openWith(browser, await stateOf(browser, person), options);
}

/** The storage of a signed-in person; the same session each time. */
export function stateOf(browser: Browser, person: PersonName): Promise<SavedState> {
  const saved = savedStates.get(person) ?? signIn(browser, person);
  savedStates.set(person, saved);
  return saved;
}

/** With a new session, for journeys that end it. */
export async function freshlySignedIn(
  browser: Browser,
  person: PersonName,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openWith(browser, await signIn(browser, person), options);
}

const openWith = (browser: Browser, storageState: SavedState, options: BrowserContextOptions) =>
  openBrowser(browser, { baseURL: addressOf("demo"), storageState, ...options });

async function signIn(browser: Browser, person: PersonName): Promise<SavedState> {
  const origin = addressOf("demo");
  const context = await browser.newContext({ baseURL: origin });
  const response = await context.request.post("/api/login", {
    data: { email: people[person].email, password: demoPassword },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { id, fullName, role, email, unitId } = await response.json();
  const { cookies } = await context.storageState();
  await context.close();
  const session = { name: "session", value: JSON.stringify({ id, fullName, role, email, unitId }) };
  return { cookies, origins: [{ origin, localStorage: [session] }] };
}
