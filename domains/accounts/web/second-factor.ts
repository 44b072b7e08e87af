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

/** The mutations of the user's own two-factor sign-in, with the texts of their toasts; forms show errors. */

/** Refetches the sessions too: the server has ended the others. */
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
    // Two-factor sign-in may have been turned on in another window.
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
    // A recovery code may be used up, or two-factor sign-in turned off in another window.
    onSettled: useRefresh(),
  });
}

export function useTakeAnotherApp() {
  return useMutation({
    mutationFn: (code: string) => call(takeAnotherApp, { body: { code } }),
    onSuccess: () =>
      toast({
        title: "Other App in Use",
        description: "The previous app no longer works, and all your other devices are signed out.",
      }),
    onSettled: useRefresh(),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: () =>
      toast({ title: "New Recovery Codes", description: "Your earlier codes no longer work." }),
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
