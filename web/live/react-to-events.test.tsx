import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { workOrderKeys } from "#domains/work-orders/web/query-keys.ts";
import { showWorkOrder } from "#domains/work-orders/web/refetch.ts";
import { buildWorkOrder } from "#domains/work-orders/web/testing/work-orders.ts";
import { reactToEvents } from "#web/live/react-to-events.ts";
import { createQueryClient, deletionMutation } from "#web/query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a lease or payment change refetches the property's overview but not the property", async () => {
  const queryClient = createQueryClient();
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
  const queryClient = createQueryClient();
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

it("an event for the user's own change doesn't refetch the lists again, even if it arrives before the response", async () => {
  const queryClient = createQueryClient();
  const read = vi.fn<() => Promise<[]>>(async () => []);
  const stop = new QueryObserver(queryClient, { queryKey: workOrderKeys.lists, queryFn: read }).subscribe(
    () => undefined,
  );
  const events = reactToEvents(queryClient, async () => undefined);
  const receive = async (version: number) => {
    events.receive({ type: "event", event: { kind: "work-order.changed", id: 7, version } });
    await vi.advanceTimersByTimeAsync(10_000);
  };
  let respond = () => {};
  const moved = new MutationObserver(queryClient, {
    mutationKey: [...workOrderKeys.change, "move"],
    mutationFn: () => new Promise<void>((resolve) => (respond = resolve)),
    onSuccess: () => showWorkOrder(queryClient, buildWorkOrder(7, { version: 2 })),
  }).mutate();
  await receive(2);
  respond();
  await moved;
  await receive(2);
  expect(read).toHaveBeenCalledTimes(1);
  await receive(3);
  expect(read).toHaveBeenCalledTimes(2);
  events.stop();
  stop();
});
