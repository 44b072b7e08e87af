import { liveEvents } from "#domains/notifications/contract.ts";
import { type LiveEvent, liveEvent } from "#shared/live-event.ts";

/** What the tabs send each other: an event, or that the stream was interrupted and events may have been missed. */
export type StreamMessage = { type: "event"; event: LiveEvent } | { type: "gap" };

const reopenAfterMs = 5_000;

/**
 * One stream per browser, shared by its tabs: the tab that holds the lock listens to the server and passes the events on;
 * when it closes, another gets the lock. `sessionKey` keeps the sessions of two people apart.
 *
 * Without the Web Locks API each tab listens for itself.
 */
export function openSharedStream(sessionKey: string, receive: (message: StreamMessage) => void): () => void {
  const name = `portal-live:${sessionKey}`;
  const stop = new AbortController();
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  if (channel) channel.onmessage = ({ data }: MessageEvent<StreamMessage>) => receive(data);

  const tell = (message: StreamMessage) => {
    if (stop.signal.aborted) return;
    channel?.postMessage(message);
    receive(message);
  };
  const lead = (hasMissedSome: boolean) =>
    new Promise<void>((resolve) => {
      const close = openStream(tell, hasMissedSome);
      stop.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });

  if (!("locks" in navigator) || channel === undefined) void lead(false);
  else void takeTheLead(name, stop.signal, lead);

  return () => {
    stop.abort();
    channel?.close();
  };
}

/** Leads at once when no tab does; otherwise waits for the leader to close, after which events may have been missed. */
async function takeTheLead(
  name: string,
  signal: AbortSignal,
  lead: (hasMissedSome: boolean) => Promise<void>,
) {
  try {
    const led = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null && !signal.aborted) await lead(false);
      return lock !== null;
    });
    if (!led && !signal.aborted) await navigator.locks.request(name, { signal }, () => lead(true));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function openStream(tell: (message: StreamMessage) => void, hasMissedSome: boolean): () => void {
  let source: EventSource;
  let wasAway = hasMissedSome;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    source = new EventSource(liveEvents.path, { withCredentials: true });
    source.onopen = () => {
      if (wasAway) tell({ type: "gap" });
      wasAway = false;
    };
    source.onerror = () => {
      wasAway = true;
      // The browser reconnects by itself unless the server refused; then the page retries, slowly.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfterMs);
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const event = readEvent(data);
      if (event) tell({ type: "event", event });
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** A newer server may send kinds this page does not know; they are ignored. */
function readEvent(data: string): LiveEvent | undefined {
  try {
    const read = liveEvent.safeParse(JSON.parse(data));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
