import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readPushSettings } from "#domains/notifications/push-contract.ts";
import { turnPushesOn } from "#domains/notifications/web/keep-pushes.ts";
import { ApiError, call, UnreachableError, userMessageOf } from "#web/api-client.ts";
import { type PushState, pushState, watchPushState } from "#web/offline/push.ts";
import { useUser } from "#web/session/session.tsx";
import { toast } from "#web/ui/toast.tsx";

/** In the cache, whether this browser has a subscription. */
export const subscribedKey = ["push-subscription"];

/** What this browser allows, and turning pushes on in it. `turnOn` is called by a press, as the browser asks the person. */
export function useTurnPushesOn(): { state: PushState; turnOn: () => void; isBusy: boolean } {
  const user = useUser();
  const queryClient = useQueryClient();
  const [state, setState] = useState(pushState);
  useEffect(() => watchPushState(() => setState(pushState())), []);
  const turningOn = useMutation({
    mutationFn: async (asked: Promise<NotificationPermission>) => {
      const permission = await asked;
      setState(permission);
      if (permission !== "granted") return false;
      await turnPushesOn(user.id, (await call(readPushSettings, {})).publicKey);
      return true;
    },
    onSuccess: (isOn) => {
      if (isOn)
        toast({ title: "Notifications Are On", description: "They arrive on this device from now on." });
    },
    onError: (error) =>
      toast({ title: "Not Turned On", description: sentenceOf(error), variant: "destructive" }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [readPushSettings.path] }),
        queryClient.invalidateQueries({ queryKey: subscribedKey }),
      ]),
  });
  return {
    state,
    // Browsers ask in the press itself only.
    turnOn: () => turningOn.mutate(Notification.requestPermission()),
    isBusy: turningOn.isPending,
  };
}

/** What push.ts says is for people, as are the server's sentences. */
const sentenceOf = (error: Error): string =>
  error instanceof ApiError || error instanceof UnreachableError ? userMessageOf(error) : error.message;
