import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listMySessions } from "#domains/accounts/session-contract.ts";
import {
  finishAppSwitch,
  readTwoFactorStatus,
  renewRecoveryCodes,
  startAppSwitch,
  startTwoFactorSetup,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from "#domains/accounts/two-factor-contract.ts";
import { call } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";

/** The mutations of the user's two-factor authentication and the texts of their toasts. Forms show errors. */

/** Refetches the sessions too, because the server has ended the others. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: [readTwoFactorStatus.path] });
    void queryClient.invalidateQueries({ queryKey: [listMySessions.path] });
  };
}

export function useStartTwoFactorSetup() {
  return useMutation({
    mutationFn: (password: string) => call(startTwoFactorSetup, { body: { password } }),
    // Two-factor authentication might have been turned on in another window.
    onError: useRefresh(),
  });
}

export function useTurnOnTwoFactor() {
  return useMutation({
    mutationFn: (code: string) => call(turnOnTwoFactor, { body: { code } }),
    onSuccess: () =>
      toast({ title: "Two-Factor Authentication On", description: "All your other devices are signed out." }),
    onSettled: useRefresh(),
  });
}

export function useStartAppSwitch() {
  return useMutation({
    mutationFn: (code: string) => call(startAppSwitch, { body: { code } }),
    // A recovery code might have been used up, or two-factor authentication turned off in another window.
    onSettled: useRefresh(),
  });
}

export function useFinishAppSwitch() {
  return useMutation({
    mutationFn: (code: string) => call(finishAppSwitch, { body: { code } }),
    onSuccess: () =>
      toast({
        title: "Authenticator App Changed",
        description: "Your old app no longer works, and all your other devices are signed out.",
      }),
    onSettled: useRefresh(),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: () =>
      toast({ title: "Recovery Codes Created", description: "Your old codes no longer work." }),
    onSettled: useRefresh(),
  });
}

export function useTurnOffTwoFactor() {
  return useMutation({
    mutationFn: (code: string) => call(turnOffTwoFactor, { body: { code } }),
    onSuccess: () =>
      toast({
        title: "Two-Factor Authentication Off",
        description: "All your other devices are signed out.",
      }),
    onSettled: useRefresh(),
  });
}
