import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readPushSettings } from "#domains/notifications/push-contract.ts";
import { turnOnPush } from "#domains/notifications/web/renew-push-subscription.ts";
import { ApiError, call, toUserMessage, UnreachableError } from "#web/api-client.ts";
import { type PushState, pushState, watchPushState } from "#web/offline/push.ts";
import { useUser } from "#web/session/session.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The cache key for whether this browser has a push subscription. */
export const subscribedKey = ["push-subscription"];

/**
 * The browser's push permission, and turning on push. Call `turnOn` from a click handler, because the browser
 * asks the user for permission.
 */
export function useTurnOnPush(): { state: PushState; turnOn: () => void; isBusy: boolean } {
  const user = useUser();
  const queryClient = useQueryClient();
  const [state, setState] = useState(pushState);
  useEffect(() => watchPushState(() => setState(pushState())), []);
  const turningOn = useMutation({
    mutationFn: async (request: Promise<NotificationPermission>) => {
      const permission = await request;
      setState(permission);
      if (permission !== "granted") return false;
      await turnOnPush(user.id, (await call(readPushSettings, {})).publicKey);
      return true;
    },
    onSuccess: (isOn) => {
      if (isOn)
        toast({ title: "Notifications Turned On", description: "You'll get notifications on this device." });
    },
    onError: (error) =>
      toast({ title: "Notifications Not Turned On", description: toMessage(error), variant: "destructive" }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [readPushSettings.path] }),
        queryClient.invalidateQueries({ queryKey: subscribedKey }),
      ]),
  });
  return {
    state,
    // Browsers ask for permission only inside a click handler.
    turnOn: () => turningOn.mutate(Notification.requestPermission()),
    isBusy: turningOn.isPending,
  };
}

/** Errors from push.ts are written for users, like the server's messages. */
const toMessage = (error: Error): string =>
  error instanceof ApiError || error instanceof UnreachableError ? toUserMessage(error) : error.message;
