import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { describeDevice } from "#domains/accounts/device.ts";
import {
  endQuietHours,
  type PushDevice,
  type PushSettings,
  readPushSettings,
  setQuietHours,
  testPush,
  unsubscribeFromPush,
} from "#domains/notifications/push-contract.ts";
import { turnOnPush } from "#domains/notifications/web/renew-push-subscription.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call, toUserMessage, UnreachableError } from "#web/api-client.ts";
import { getPushState, type PushState, watchPushState } from "#web/offline/push.ts";
import { turnOffPush } from "#web/offline/push-opt-in.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { useUser } from "#web/session/session.tsx";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { notificationKeys } from "./query-keys.ts";

/** Refetches the list of devices and whether this browser is one. */
const useRefetchDevices = () => useRefetch(notificationKeys.pushSettings, notificationKeys.subscribed);

/**
 * The browser's push permission, and turning on push. Call `turnOn` from a click handler, because the browser
 * asks the user for permission.
 */
export function useTurnOnPush(): { state: PushState; turnOn: () => void; isBusy: boolean } {
  const user = useUser();
  const [state, setState] = useState(getPushState);
  useEffect(() => watchPushState(() => setState(getPushState())), []);
  const turnOnMutation = useMutation({
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
    onSettled: useRefetchDevices(),
  });
  return {
    state,
    // Browsers ask for permission only inside a click handler.
    turnOn: () => turnOnMutation.mutate(Notification.requestPermission()),
    isBusy: turnOnMutation.isPending,
  };
}

/** Errors from push.ts are written for users, like the server's messages. */
const toMessage = (error: Error): string =>
  error instanceof ApiError || error instanceof UnreachableError ? toUserMessage(error) : error.message;

/** Sends a test push to a device. */
export const useTestPush = ({ id, userAgent }: PushDevice) =>
  useMutation({
    mutationFn: () => call(testPush, { params: { id } }),
    onSuccess: ({ problem }) =>
      problem === null
        ? toast({
            title: "Test Sent",
            description: `It should arrive on ${describeDevice(userAgent)} in a moment.`,
          })
        : toast({ title: "Test Not Sent", description: problem, variant: "destructive" }),
    onError: toastError,
    onSettled: useRefetchDevices(),
  });

/** Turns off push on a device. */
export const useTurnOffPush = ({ id, userAgent, isCurrent }: PushDevice) =>
  useMutation({
    mutationFn: async () => {
      await call(unsubscribeFromPush, { params: { id } });
      if (isCurrent) await turnOffPush();
    },
    onSuccess: () =>
      toast({
        title: "Notifications Turned Off",
        description: `${describeDevice(userAgent)} will no longer get notifications.`,
      }),
    onError: toastError,
    onSettled: useRefetchDevices(),
  });

function useShowSettings() {
  const queryClient = useQueryClient();
  return (settings: PushSettings) =>
    queryClient.setQueryData(endpointQuery(readPushSettings, {}).queryKey, settings);
}

/** The form shows errors. */
export function useSetQuietHours() {
  const showSettings = useShowSettings();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setQuietHours>) => call(setQuietHours, { body }),
    onSuccess: (settings) => {
      showSettings(settings);
      toast({ title: "Quiet Hours Saved", description: "Push notifications will wait until they end." });
    },
  });
}

export function useEndQuietHours() {
  const showSettings = useShowSettings();
  return useMutation({
    mutationFn: () => call(endQuietHours, {}),
    onSuccess: (settings) => {
      showSettings(settings);
      toast({ title: "Quiet Hours Turned Off", description: "You can get push notifications at any time." });
    },
    onError: toastError,
  });
}
