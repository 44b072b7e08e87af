import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchInstallOffer } from "#web/offline/install-app.ts";
import { startServiceWorker } from "#web/offline/new-version.ts";
import { preloadFirstPage, Router } from "#web/router.tsx";
import { watchSavedSession } from "#web/session/saved-session.ts";
import { followSavedSession, restoreSession } from "#web/session/session-store.ts";
import { watchTheme } from "#web/theme/theme.ts";
import { ToastOutlet } from "#web/ui/feedback/toast.tsx";
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

// Rendered once with everything it needs, instead of one fallback after another.
void preloadFirstPage().then(() => {
  createRoot(root).render(
    <StrictMode>
      <Router />
      <ToastOutlet />
    </StrictMode>,
  );
  // It downloads the whole program, which the first page shouldn't have to wait for.
  whenIdle(() => void startServiceWorker());
});
