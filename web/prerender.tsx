import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { Router as Location } from "wouter";
import { loginPath } from "#domains/accounts/paths.ts";
import { App } from "#web/app.tsx";
import { preload } from "#web/router.tsx";
import { FullPageSpinner } from "#web/ui/feedback/spinner.tsx";

// The HTML shown until the app has loaded: the sign-in page on its own path, and a spinner on all others. The
// build imports this module (scripts/prerender.mjs).

await preload(loginPath);

export const signIn = renderToString(
  <Location ssrPath={loginPath}>
    <App />
  </Location>,
);
export const spinner = renderToStaticMarkup(<FullPageSpinner />);
