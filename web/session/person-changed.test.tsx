import { useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { memo } from "react";
import { describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/query-client.ts";
import QueryProvider from "#web/query-provider.tsx";
import {
  checkSession,
  currentSession,
  keepSession,
  signOutEverywhere,
  startSession,
} from "#web/session/session-store.ts";
import { useSession } from "#web/session/user-provider.tsx";
import { admin, cleanBrowser, problem, respondWith, saveAsSession, tenant } from "#web/testing/open-page.tsx";

cleanBrowser();

/** A part of a page that is drawn again only by its own data. */
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
function later() {
  let response: (value: unknown) => void = () => {};
  const answered = new Promise((resolve) => {
    response = resolve;
  });
  return { answered, response };
}
const isOver = problem(401, "Please sign in.");

describe("a page open to everybody", () => {
  it("AUTH-09 does not wait for ever for a request that was pending when the saved session turned out to be over", async () => {
    saveAsSession(tenant);
    const [me, part] = [later(), later()];
    const { sent } = respondWith({ "GET /api/me": () => me.answered, "GET /api/part": () => part.answered });
    startSession();
    openPage();
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(async () => me.response(isOver()));
    await waitFor(() => expect(currentSession().state).toBe("signed-out"));
    part.response("here");
    await screen.findByText("here");
  });

  it("AUTH-16 is left alone when a sign-out is sent late, as nobody was signed in", async () => {
    localStorage.setItem("unsent-sign-out", "1");
    const [out, part] = [later(), later()];
    const { sent } = respondWith({
      "POST /api/logout": () => out.answered,
      "GET /api/part": () => part.answered,
    });
    startSession();
    openPage();
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(async () => out.response({ success: true }));
    await checkSession();
    part.response("here");
    await screen.findByText("here");
    expect(sent.map(({ path }) => path)).toEqual(["/api/logout", "/api/part"]);
  });

  it("AUTH-06 shows nothing of the previous user to the one signed in now", async () => {
    keepSession(tenant).begin();
    const { responses } = respondWith({ "GET /api/me": tenant, "GET /api/part": "of the tenant" });
    openPage();
    await screen.findByText("of the tenant");
    responses["GET /api/me"] = admin;
    responses["GET /api/part"] = "of the admin";
    await act(() => checkSession());
    await screen.findByText("of the admin");
    expect(screen.queryByText("of the tenant")).toBeNull();
  });
});

it("AUTH-16 the data of a signed-in user is dropped at sign-out, and not fetched again", async () => {
  keepSession(tenant).begin();
  const { sent } = respondWith({ "GET /api/part": "of the tenant", "POST /api/logout": { success: true } });
  const Protected = () => (useSession().state === "signed-in" ? <Part /> : <p>Signed out</p>);
  render(
    <QueryProvider>
      <Protected />
    </QueryProvider>,
  );
  await screen.findByText("of the tenant");
  vi.useFakeTimers();
  act(() => signOutEverywhere());
  screen.getByText("Signed out");
  // Work that was deferred until the page was gone.
  vi.advanceTimersByTime(1);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(sent.filter(({ path }) => path === "/api/part")).toHaveLength(1);
});
