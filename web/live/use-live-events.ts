import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { workOrderKeys } from "#domains/work-orders/web/query-keys.ts";
import { wasEarlyResponseTaken } from "#web/early-responses.ts";
import { reactToEvents } from "#web/live/react-to-events.ts";
import { openSharedStream } from "#web/live/shared-stream.ts";
import { refetch } from "#web/refetch.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { checkSession } from "#web/session/session-store.ts";
import { whenIdle } from "#web/when-idle.ts";

/** Listens to the server while the user is signed in. Called once, by the layout. */
export function useLiveEvents(isOffline: boolean): void {
  const queryClient = useQueryClient();
  const { id } = useUser();
  const canListen = useCan("live.read");
  useEffect(() => {
    if (!canListen || isOffline || typeof EventSource === "undefined") return;
    const reactions = reactToEvents(queryClient, checkSession);
    const close = openSharedStream(String(id), reactions.receive);
    // Work orders might have changed since the page's head requested them. Refetching waits for the first
    // paint.
    const cancelRefetch = whenIdle(() => {
      if (wasEarlyResponseTaken()) void refetch(queryClient, workOrderKeys.lists);
    });
    return () => {
      cancelRefetch();
      close();
      reactions.stop();
    };
  }, [queryClient, id, canListen, isOffline]);
}
