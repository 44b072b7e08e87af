import { cleanup, configure, getConfig, render } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import type { PublicConfig } from "#domains/settings/public-config-contract.ts";

// Responses are immediate, but a busy machine may need its time to draw the page.
configure({ asyncUtilTimeout: 20_000 });

const { getElementError } = getConfig();
type WhileWaiting = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean };
// The element is missing many times before it appears. The whole page is printed only when time is up.
configure({
  getElementError: (message, container) =>
    (getConfig() as WhileWaiting)._disableExpensiveErrorDiagnostics
      ? new Error(message ?? "")
      : getElementError(message, container),
});

export interface Sent {
  method: string;
  path: string;
  body: unknown;
  init: RequestInit;
}

/** The responses of the fake server, by `GET /api/me`: a JSON value, a Response, or a function that returns either. */
export type Answers = Record<string, unknown>;

export const admin: SessionUser = {
  id: 1,
  fullName: "Avery Whitfield",
  role: "admin",
  email: "avery@portal.example",
  unitId: null,
  membership: "active",
  refusalReason: null,
  emailConfirmed: true,
};
export const tenant: SessionUser = { ...admin, id: 2, fullName: "Maria Gonzales", role: "tenant", unitId: 3 };

/** An error response as the server writes them. */
export const problem = (status: number, message: string, fields?: Record<string, string>) => () =>
  Response.json({ message, code: "some_code", requestId: "r-1", fields }, { status });

/** The response to a change of an old version, with the record as somebody else has changed it. */
export const conflict = (message: string, current: unknown) => () =>
  Response.json({ message, code: "conflict", requestId: "r-1", current }, { status: 409 });

export const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

export const publicConfig: PublicConfig = {
  name: "Property Management Portal",
  logo: null,
  demo: null,
  registration: "approval",
  cardProvider: null,
  cardFeeRate: 0.035,
  support: { email: "help@portal.example", phone: "" },
  limits: { imageBytesMax: 1, imagesMax: 1, documentBytesMax: 10 * 1024 * 1024 },
  filesAreScanned: false,
};

const quietAnswers: Answers = {
  "GET /api/config": publicConfig,
  "GET /api/registration-units": Array.from({ length: 10 }, (_, at) => ({
    id: at + 3,
    label: `Unit ${at + 3}`,
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
  "GET /api/work-order-clashes": [],
};

/** Replaces the server by a fake one; `sent` are the requests it got. */
export function respondWith(responses: Answers): { sent: Sent[]; responses: Answers } {
  const all = { ...quietAnswers, ...responses };
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = address.split("?")[0] ?? address;
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const request = { method, path: address, body, init };
    sent.push(request);
    const key = `${method} ${path}`;
    const response = key in all ? all[key] : problem(404, "Nothing is here.");
    const value = await (typeof response === "function" ? response(request) : response);
    return value instanceof Response ? value : Response.json(value);
  });
  return { sent, responses: all };
}

/** Starts the portal at an address, as a browser would: only with a storage and the `state` of the history entry. */
export async function openPortal(
  address: string,
  start: { session?: SessionUser; responses?: Answers; state?: unknown } = {},
) {
  if (start.session !== undefined) saveAsSession(start.session);
  const server = respondWith({
    "GET /api/me": start.session ?? problem(401, "Please sign in."),
    ...start.responses,
  });
  history.replaceState(start.state ?? null, "", address);
  const [{ Router }, { ToastOutlet }, { startSession }] = await Promise.all([
    import("#web/router.tsx"),
    import("#web/ui/toast.tsx"),
    import("#web/session/session-store.ts"),
  ]);
  startSession();
  const view = render(
    <>
      <Router />
      <ToastOutlet />
    </>,
  );
  return { ...view, ...server };
}

export function saveAsSession({ id, fullName, role, email, unitId }: SessionUser): void {
  localStorage.setItem("session", JSON.stringify({ id, fullName, role, email, unitId }));
}

/** jsdom has no media queries; by default the system prefers a light theme and the screen is wide. */
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

/** Call once in a test file that draws pages. */
export function cleanBrowser(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    preferDark(false);
    vi.stubGlobal("scrollTo", () => {});
  });
  afterEach(async () => {
    cleanup();
    await (await import("#domains/work-orders/web/unsent/own-outbox.ts")).closeOutbox();
    // Nobody is signed in, and no connection is waited for, when the next file begins.
    localStorage.clear();
    (await import("#web/session/session-store.ts")).startSession();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    // The entries of dialogs that were open are gone back over.
    await vi.waitFor(() => expect(history.state?.layers ?? 0).toBe(0));
  });
  // A page that the last test led to may still be loading, which fails once jsdom is gone.
  afterAll(() => vi.dynamicImportSettled());
}
