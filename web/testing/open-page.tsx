import { cleanup, configure, getConfig, render } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import type { PublicConfig } from "#domains/settings/public-config-contract.ts";

// Responses are immediate, but a busy machine can take a while to render the page.
configure({ asyncUtilTimeout: 20_000 });

const { getElementError } = getConfig();
type WhileWaiting = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean };
// Queries usually fail several times before the element appears. Only the final failure prints the whole
// page.
configure({
  getElementError: (message, container) =>
    (getConfig() as WhileWaiting)._disableExpensiveErrorDiagnostics
      ? new Error(message ?? "")
      : getElementError(message, container),
});

export interface SentRequest {
  method: string;
  path: string;
  body: unknown;
  init: RequestInit;
}

/**
 * The fake server's responses by request, such as `GET /api/me`: a JSON value, a Response, or a function that
 * returns either.
 */
export type FakeResponses = Record<string, unknown>;

export const admin: SessionUser = {
  id: 1,
  fullName: "Avery Whitfield",
  role: "admin",
  email: "avery@portal.example",
  unitId: null,
  membership: "active",
  declineReason: null,
  emailConfirmed: true,
};
export const tenant: SessionUser = { ...admin, id: 2, fullName: "Maria Gonzales", role: "tenant", unitId: 3 };

/** An error response in the server's format. */
export const problem = (status: number, message: string, fields?: Record<string, string>) => () =>
  Response.json({ message, code: "some_code", requestId: "r-1", fields }, { status });

/** The response to a change of an outdated version, with the record as someone else has changed it. */
export const conflict = (message: string, current: unknown) => () =>
  Response.json({ message, code: "conflict", requestId: "r-1", current }, { status: 409 });

export const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

export const publicConfig: PublicConfig = {
  name: "Property Management Portal",
  address: ["1200 Alaskan Way", "Seattle, WA 98101"],
  logo: null,
  demo: null,
  registration: "approval",
  hasWorkAccounts: false,
  cardProvider: null,
  cardFeeRate: 0.035,
  support: { email: "help@portal.example", phone: "" },
  limits: { imageBytesMax: 1, imagesMax: 1, documentBytesMax: 10 * 1024 * 1024 },
  isSetUp: true,
  sendsEmails: true,
  filesAreScanned: false,
};

const defaultResponses: FakeResponses = {
  "GET /api/config": publicConfig,
  "GET /api/registration-units": Array.from({ length: 10 }, (_, index) => ({
    id: index + 3,
    label: `Unit ${index + 3}`,
  })),
  "GET /api/dashboard/stats": {
    openWorkOrders: 14,
    completedOrders: 0,
    inProgressOrders: 0,
    scheduledOrders: 0,
    documents: 12,
    rentCollected: null,
  },
  "GET /api/notifications": { unread: 0, items: [] },
  "GET /api/users": [],
  "GET /api/work-order-conflicts": [],
  "GET /api/my-times": [],
};

/** Replaces the server with a fake one. `sent` collects the requests. */
export function respondWith(responses: FakeResponses): { sent: SentRequest[]; responses: FakeResponses } {
  const allResponses = { ...defaultResponses, ...responses };
  const sent: SentRequest[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.split("?")[0] ?? url;
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const request = { method, path: url, body, init };
    sent.push(request);
    const key = `${method} ${path}`;
    const response = key in allResponses ? allResponses[key] : problem(404, "Not found.");
    const value = await (typeof response === "function" ? response(request) : response);
    return value instanceof Response ? value : Response.json(value);
  });
  return { sent, responses: allResponses };
}

/**
 * Starts the portal at a path as a browser would, from its storage and the history entry's `state` alone.
 */
export async function openPortal(
  address: string,
  options: { session?: SessionUser; responses?: FakeResponses; state?: unknown } = {},
) {
  if (options.session !== undefined) saveTestSession(options.session);
  const server = respondWith({
    "GET /api/me": options.session ?? problem(401, "Sign in to continue."),
    ...options.responses,
  });
  history.replaceState(options.state ?? null, "", address);
  const [{ Router }, { ToastOutlet }, { restoreSession }] = await Promise.all([
    import("#web/router.tsx"),
    import("#web/ui/feedback/toast.tsx"),
    import("#web/session/session-store.ts"),
  ]);
  restoreSession();
  const view = render(
    <>
      <Router />
      <ToastOutlet />
    </>,
  );
  return { ...view, ...server };
}

export function saveTestSession({ id, fullName, role, email, unitId }: SessionUser): void {
  localStorage.setItem("session", JSON.stringify({ id, fullName, role, email, unitId }));
}

/**
 * Sets the system's theme, because jsdom has no media queries. By default it's light and the screen is wide.
 */
export const preferDark = (isDark: boolean): void =>
  matchMediaIf((query) => isDark && query.includes("dark"));
export const onPhone = (): void => matchMediaIf((query) => query.includes("width <"));

function matchMediaIf(matches: (query: string) => boolean): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: matches(query),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

/** Resets the browser between tests. Call it once in a test file that renders pages. */
export function resetBrowser(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    preferDark(false);
    vi.stubGlobal("scrollTo", () => {});
  });
  afterEach(async () => {
    cleanup();
    await (await import("#domains/work-orders/web/offline-queue/offline-queue.ts")).closeOfflineQueue();
    // Signs out without waiting for a connection, so that the next file starts clean.
    localStorage.clear();
    (await import("#web/session/session-store.ts")).restoreSession();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    // Waits until closed dialogs have removed their history entries.
    await vi.waitFor(() => expect(history.state?.layers ?? 0).toBe(0));
  });
  // A page that the last test opened might still be loading, which would fail once jsdom is gone.
  afterAll(() => vi.dynamicImportSettled());
}
