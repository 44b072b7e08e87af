import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reactToEvents } from "#web/live/react-to-events.ts";
import { deletion, makeQueryClient } from "#web/query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a record being deleted here is not fetched again until the deletion has a response", async () => {
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
    ...deletion,
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
