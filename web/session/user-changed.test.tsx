import { useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { memo } from "react";
import { describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/query-client.ts";
import QueryProvider from "#web/query-provider.tsx";
import {
  checkSession,
  currentSession,
  restoreSession,
  signOutEverywhere,
  storeSession,
} from "#web/session/session-store.ts";
import { useSession } from "#web/session/user-provider.tsx";
import {
  admin,
  problem,
  resetBrowser,
  respondWith,
  saveTestSession,
  tenant,
} from "#web/testing/open-page.tsx";

resetBrowser();

/** A part of a page that rerenders only when its own data changes. */
const Part = memo(function Part() {
  const { data } = useQuery<string>({ queryKey: ["/api/part"] });
  return <p>{data ?? "Loading"}</p>;
});
const openPage = () =>
  render(
    <QueryProvider>
      <Part />
    </QueryProvider>,
  );
function deferred() {
  let respond: (value: unknown) => void = () => {};
  const promise = new Promise((resolve) => {
    respond = resolve;
  });
  return { promise, respond };
}
const sessionEnded = problem(401, "Sign in to continue.");

describe("a page that is open to everyone", () => {
  it("AUTH-09 a page open to everyone still gets the response to a request sent before the saved session turned out to have ended", async () => {
    saveTestSession(tenant);
    const [me, part] = [deferred(), deferred()];
    const { sent } = respondWith({ "GET /api/me": () => me.promise, "GET /api/part": () => part.promise });
    restoreSession();
    openPage();
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(async () => me.respond(sessionEnded()));
    await waitFor(() => expect(currentSession().state).toBe("signed-out"));
    part.respond("loaded");
    await screen.findByText("loaded");
  });

  it("AUTH-16 a sign-out that is sent late doesn't affect an open page if no one was signed in", async () => {
    localStorage.setItem("unsent-sign-out", "1");
    const [out, part] = [deferred(), deferred()];
    const { sent } = respondWith({
      "POST /api/logout": () => out.promise,
      "GET /api/part": () => part.promise,
    });
    restoreSession();
    openPage();
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(async () => out.respond({ success: true }));
    await checkSession();
    part.respond("loaded");
    await screen.findByText("loaded");
    expect(sent.map(({ path }) => path)).toEqual(["/api/logout", "/api/part"]);
  });

  it("AUTH-06 an open page shows a new user none of the previous user's data", async () => {
    storeSession(tenant).start();
    const { responses } = respondWith({ "GET /api/me": tenant, "GET /api/part": "tenant data" });
    openPage();
    await screen.findByText("tenant data");
    responses["GET /api/me"] = admin;
    responses["GET /api/part"] = "admin data";
    await act(() => checkSession());
    await screen.findByText("admin data");
    expect(screen.queryByText("tenant data")).toBeNull();
  });
});

it("AUTH-16 signing out removes the user's data and doesn't refetch it", async () => {
  storeSession(tenant).start();
  const { sent } = respondWith({ "GET /api/part": "tenant data", "POST /api/logout": { success: true } });
  const Protected = () => (useSession().state === "signed-in" ? <Part /> : <p>Signed out</p>);
  render(
    <QueryProvider>
      <Protected />
    </QueryProvider>,
  );
  await screen.findByText("tenant data");
  vi.useFakeTimers();
  act(() => signOutEverywhere());
  screen.getByText("Signed out");
  // Runs the work that was deferred until the page was gone.
  vi.advanceTimersByTime(1);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(sent.filter(({ path }) => path === "/api/part")).toHaveLength(1);
});
