import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listOwnSessions } from "#domains/accounts/profile-contract.ts";
import {
  prepareAnotherApp,
  prepareSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  takeAnotherApp,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "#domains/accounts/second-factor-contract.ts";
import { call } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";

/** What one changes about the own two-factor sign-in, with the texts of the toasts; forms show what went wrong. */

/** What is said about it, and where one is signed in, is read again: the others were signed out. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: [readSecondFactor.path] });
    void queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] });
  };
}

export function usePrepareSecondFactor() {
  return useMutation({
    mutationFn: (password: string) => call(prepareSecondFactor, { body: { password } }),
    // It may have been turned on in another window.
    onError: useRefresh(),
  });
}

export function useTurnOnSecondFactor() {
  return useMutation({
    mutationFn: (code: string) => call(turnOnSecondFactor, { body: { code } }),
    onSuccess: () =>
      toast({ title: "Two-Factor Sign-In Is On", description: "All your other devices are signed out." }),
    onSettled: useRefresh(),
  });
}

export function usePrepareAnotherApp() {
  return useMutation({
    mutationFn: (code: string) => call(prepareAnotherApp, { body: { code } }),
    // A recovery code is used up; or it may have been turned off in another window.
    onSettled: useRefresh(),
  });
}

export function useTakeAnotherApp() {
  return useMutation({
    mutationFn: (code: string) => call(takeAnotherApp, { body: { code } }),
    onSuccess: () =>
      toast({
        title: "Other App in Use",
        description: "The app before does not work any more, and all your other devices are signed out.",
      }),
    onSettled: useRefresh(),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: () =>
      toast({ title: "New Recovery Codes", description: "The codes you had before do not work any more." }),
    onSettled: useRefresh(),
  });
}

export function useTurnOffSecondFactor() {
  return useMutation({
    mutationFn: (code: string) => call(turnOffSecondFactor, { body: { code } }),
    onSuccess: () =>
      toast({ title: "Two-Factor Sign-In Is Off", description: "All your other devices are signed out." }),
    onSettled: useRefresh(),
  });
}
