// Runs in the page's head, before the first paint and while the app is still loading
// (scripts/head-script.mjs). To stay small, it imports neither React nor a contract.
import { getEarlyStart } from "#domains/work-orders/web/early-start.ts";
import { requestEarly } from "#web/early-responses.ts";
import { keepEarlyClicks } from "#web/prerendered.ts";
import { sessionKey } from "#web/session/storage-keys.ts";
import { restoreDensity } from "#web/theme/density.ts";
import { applyTheme } from "#web/theme/theme.ts";

/** The files of some chunks, except those that the HTML already loads. */
declare const filesByChunk: Record<string, string[]>;

applyTheme();
restoreDensity();
keepEarlyClicks();
const user = readUser();
if (user === null) preloadChunks(["sign-in"]);
else startSignedIn(user);

function startSignedIn(user: { id: number; role: string }): void {
  // Hides the prerendered sign-in page (theme.css), which redirects signed-in people.
  document.documentElement.dataset["session"] = "saved";
  const { pathname, search } = location;
  const { chunks, requests } = getEarlyStart({ pathname, search, user });
  preloadChunks(["signed-in", ...chunks]);
  for (const url of ["/api/me", ...requests]) requestEarly(url);
}

function preloadChunks(chunks: string[]): void {
  for (const href of new Set(chunks.flatMap((chunk) => filesByChunk[chunk] ?? [])))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

/** Reads the saved session. If it's invalid, the app ignores it too. */
function readUser(): { id: number; role: string } | null {
  try {
    return JSON.parse(localStorage.getItem(sessionKey) ?? "null");
  } catch {
    return null;
  }
}
