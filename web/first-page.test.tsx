import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { admin, resetBrowser, respondWith, saveTestSession } from "#web/testing/open-page.tsx";

resetBrowser();

it.each([
  ["/login", undefined, "Sign in"],
  ["/work-orders/7", undefined, "Sign in"],
  ["/login", admin, "Welcome, Avery Whitfield"],
  ["/start", admin, "Welcome, Avery Whitfield"],
  ["/Approvals/", admin, "Approvals"],
  ["/nowhere", admin, "404 Page Not Found"],
])("%s is rendered in one step once its code is preloaded", async (address, session, title) => {
  // Without the code that earlier tests have loaded.
  vi.resetModules();
  respondWith({ "GET /api/me": session });
  if (session !== undefined) saveTestSession(session);
  history.replaceState(null, "", address);
  const [{ preloadFirstPage, Router }, { currentSession, restoreSession }] = await Promise.all([
    import("#web/router.tsx"),
    import("#web/session/session-store.ts"),
  ]);
  restoreSession();
  await preloadFirstPage();
  await vi.waitFor(() => expect(currentSession().state).not.toBe("loading"));
  render(<Router />);
  expect(screen.getByRole("heading", { level: 1, name: title })).toBeTruthy();
});
