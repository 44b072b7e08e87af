import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "#web/app.tsx";
import { watchInstallOffer } from "#web/offline/install-app.ts";
import { startServiceWorker } from "#web/offline/new-version.ts";
import { isPrerendered, takeOver } from "#web/prerendered.ts";
import { preloadFirstPage } from "#web/router.tsx";
import { watchSavedSession } from "#web/session/saved-session.ts";
import { currentSession, followSavedSession, restoreSession } from "#web/session/session-store.ts";
import { watchTheme } from "#web/theme/theme.ts";
import { whenIdle } from "#web/when-idle.ts";
import "#web/theme/theme.css";

// Radix adds style elements. The content security policy allows them by this nonce, which the package
// get-nonce reads.
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
Object.assign(globalThis, { __webpack_nonce__: nonce });

watchTheme();
watchInstallOffer();
watchSavedSession(followSavedSession);
restoreSession();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");

// The first page renders once everything it needs has loaded, instead of one fallback after another.
void preloadFirstPage().then(() => {
  if (isPrerendered(root) && currentSession().state === "signed-out") {
    hydrateRoot(root, <App />);
  } else {
    createRoot(root).render(<App />);
    takeOver(root);
  }
  // The service worker downloads the whole app, so the first page shouldn't have to wait for it.
  whenIdle(() => void startServiceWorker());
});
