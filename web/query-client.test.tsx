import { QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { ApiError, send } from "#web/api-client.ts";
import { createQueryClient, endpointQuery } from "#web/query-client.ts";
import { problem, respondWith } from "#web/testing/open-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function setup() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, wrapper };
}

describe("loading data", () => {
  it("API-03 a query without its own function requests its key as a path and parses the JSON", async () => {
    const { sent } = respondWith({ "GET /api/payments": [{ id: 5 }] });
    const { result } = renderHook(() => useQuery({ queryKey: ["/api/payments"] }), setup());
    await waitFor(() => expect(result.current.data).toEqual([{ id: 5 }]));
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /api/payments"]);
  });

  it("API-04 API-05 a 401 becomes an error without a retry", async () => {
    const { sent } = respondWith({ "GET /api/work-orders": problem(401, "Sign in to continue.") });
    const { result } = renderHook(() => useQuery(endpointQuery(listWorkOrders, {})), setup());
    await waitFor(() => expect(result.current.error).toBeInstanceOf(ApiError));
    expect(sent.filter(({ path }) => path === "/api/work-orders")).toHaveLength(1);
  });

  it("API-05 a failed mutation isn't retried", async () => {
    const { sent } = respondWith({ "POST /api/things": problem(500, "Broken.") });
    const { result } = renderHook(
      () => useMutation({ mutationFn: () => send("POST", "/api/things", {}) }),
      setup(),
    );
    result.current.mutate();
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(sent).toHaveLength(1);
  });

  it("API-06 API-07 focusing, reconnecting, and rerendering don't refetch", async () => {
    const { sent } = respondWith({ "GET /api/payments": [] });
    const { wrapper: Wrapper } = setup();
    const Page = () => <p>{useQuery({ queryKey: ["/api/payments"] }).isSuccess ? "loaded" : "not yet"}</p>;
    const view = render(<Page />, { wrapper: Wrapper });
    await screen.findByText("loaded");
    document.dispatchEvent(new Event("visibilitychange"));
    dispatchEvent(new Event("focus"));
    dispatchEvent(new Event("online"));
    view.rerender(<Page key="again" />);
    await screen.findByText("loaded");
    expect(sent).toHaveLength(1);
  });

  it("API-08 invalidating a path refetches every query for that path", async () => {
    const { sent } = respondWith({ "GET /api/work-orders": [] });
    const { client, wrapper } = setup();
    const { result } = renderHook(
      () => [
        useQuery(endpointQuery(listWorkOrders, {})),
        useQuery(endpointQuery(listWorkOrders, { query: { status: "open" } })),
      ],
      { wrapper },
    );
    await waitFor(() => expect(result.current.every(({ isSuccess }) => isSuccess)).toBe(true));
    await client.invalidateQueries({ queryKey: ["/api/work-orders"] });
    expect(sent).toHaveLength(4);
  });
});
