import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { reactToEvents } from "#web/live/react-to-events.ts";
import { openSharedStream } from "#web/live/shared-stream.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { checkSession } from "#web/session/session-store.ts";

/** Listens to the server for as long as somebody is signed in; the layout calls it once. */
export function useLiveEvents(isOffline: boolean): void {
  const queryClient = useQueryClient();
  const { id } = useUser();
  const mayListen = useMay("live.read");
  useEffect(() => {
    if (!mayListen || isOffline || typeof EventSource === "undefined") return;
    const reactions = reactToEvents(queryClient, checkSession);
    const close = openSharedStream(String(id), reactions.receive);
    return () => {
      close();
      reactions.stop();
    };
  }, [queryClient, id, mayListen, isOffline]);
}
