import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reactToEvents } from "#web/live/react-to-events.ts";
import { deletionMutation, makeQueryClient } from "#web/query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a lease or payment change refetches the property's overview but not the property", async () => {
  const queryClient = makeQueryClient();
  const reads: string[] = [];
  const stops = ["/api/properties/4/overview", "/api/properties/4"].map((path) =>
    new QueryObserver(queryClient, {
      queryKey: [path],
      queryFn: async () => reads.push(path),
    }).subscribe(() => undefined),
  );
  await vi.advanceTimersByTimeAsync(0);
  const events = reactToEvents(queryClient, async () => undefined);
  events.receive({ type: "event", event: { kind: "lease.changed", leaseId: 7, propertyId: 4 } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toEqual(["/api/properties/4/overview", "/api/properties/4", "/api/properties/4/overview"]);
  events.stop();
  for (const stop of stops) stop();
});

it("a record being deleted in this tab isn't refetched until the deletion completes", async () => {
  const queryClient = makeQueryClient();
  const read = vi.fn<() => Promise<{ id: number }>>(async () => ({ id: 4 }));
  const stop = new QueryObserver(queryClient, {
    queryKey: ["/api/properties/4"],
    queryFn: read,
  }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const events = reactToEvents(queryClient, async () => undefined);

  let response = () => {};
  const deleted = new MutationObserver(queryClient, {
    ...deletionMutation,
    mutationFn: () => new Promise<void>((resolve) => (response = resolve)),
  }).mutate();
  events.receive({ type: "event", event: { kind: "property.changed", propertyId: 4 } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(1);

  response();
  await deleted;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(2);
  events.stop();
  stop();
});
