import { liveEvents } from "#domains/notifications/contract.ts";
import { type LiveEvent, liveEvent } from "#shared/live-event.ts";

/** A message between tabs. `gap`: the stream was interrupted, so events might have been missed. */
export type StreamMessage = { type: "event"; event: LiveEvent } | { type: "gap" };

const reopenAfterMs = 5_000;

/**
 * Opens one stream per browser, shared by its tabs. The tab that holds the lock listens to the server and
 * forwards the events. When it closes, another tab gets the lock. `sessionKey` separates the sessions of
 * different people.
 *
 * Without the Web Locks API, each tab opens its own stream.
 */
export function openSharedStream(sessionKey: string, receive: (message: StreamMessage) => void): () => void {
  const name = `portal-live:${sessionKey}`;
  const stop = new AbortController();
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  if (channel) channel.onmessage = ({ data }: MessageEvent<StreamMessage>) => receive(data);

  const broadcast = (message: StreamMessage) => {
    if (stop.signal.aborted) return;
    channel?.postMessage(message);
    receive(message);
  };
  const lead = (mightHaveMissedEvents: boolean) =>
    new Promise<void>((resolve) => {
      const close = openStream(broadcast, mightHaveMissedEvents);
      stop.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });

  if (!("locks" in navigator) || channel === undefined) void lead(false);
  else void becomeLeader(name, stop.signal, lead);

  return () => {
    stop.abort();
    channel?.close();
  };
}

/**
 * Leads immediately if no other tab does. Otherwise waits until the leader closes. Events might be missed
 * before that.
 */
async function becomeLeader(
  name: string,
  signal: AbortSignal,
  lead: (mightHaveMissedEvents: boolean) => Promise<void>,
) {
  try {
    const wasLeader = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null && !signal.aborted) await lead(false);
      return lock !== null;
    });
    if (!wasLeader && !signal.aborted) await navigator.locks.request(name, { signal }, () => lead(true));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function openStream(broadcast: (message: StreamMessage) => void, mightHaveMissedEvents: boolean): () => void {
  let source: EventSource;
  let wasInterrupted = mightHaveMissedEvents;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    source = new EventSource(liveEvents.path, { withCredentials: true });
    source.onopen = () => {
      if (wasInterrupted) broadcast({ type: "gap" });
      wasInterrupted = false;
    };
    source.onerror = () => {
      wasInterrupted = true;
      // The browser reconnects automatically unless the server rejected the request. Then the page retries
      // slowly.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfterMs);
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = readEvent(data);
      if (event) broadcast({ type: "event", event });
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Parses an event. Types that this page doesn't know, sent by a newer server, are ignored. */
function readEvent(data: string): LiveEvent | undefined {
  try {
    const parsed = liveEvent.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
