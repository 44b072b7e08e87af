import { useMutation } from "@tanstack/react-query";
import {
  finishAppSwitch,
  renewRecoveryCodes,
  startAppSwitch,
  startTwoFactorSetup,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from "#domains/accounts/two-factor-contract.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { accountKeys } from "../query-keys.ts";

/** The mutations of the user's two-factor authentication and the texts of their toasts. Forms show errors. */

/** Also refetches the sessions, because the server has ended the others. */
const useRefetchAfterChange = () => useRefetch(accountKeys.twoFactor, accountKeys.sessions);

export const useStartTwoFactorSetup = () =>
  useMutation({
    mutationFn: (password: string) => call(startTwoFactorSetup, { body: { password } }),
    // Two-factor authentication might have been turned on in another window.
    onError: useRefetchAfterChange(),
  });

export const useTurnOnTwoFactor = () =>
  useMutation({
    mutationFn: (code: string) => call(turnOnTwoFactor, { body: { code } }),
    onSuccess: () =>
      toast({ title: "Two-Factor Authentication On", description: "All your other devices are signed out." }),
    onSettled: useRefetchAfterChange(),
  });

export const useStartAppSwitch = () =>
  useMutation({
    mutationFn: (code: string) => call(startAppSwitch, { body: { code } }),
    // A recovery code might have been used up, or two-factor authentication turned off in another window.
    onSettled: useRefetchAfterChange(),
  });

export const useFinishAppSwitch = () =>
  useMutation({
    mutationFn: (code: string) => call(finishAppSwitch, { body: { code } }),
    onSuccess: () =>
      toast({
        title: "Authenticator App Changed",
        description: "Your old app no longer works, and all your other devices are signed out.",
      }),
    onSettled: useRefetchAfterChange(),
  });

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: () =>
      toast({ title: "Recovery Codes Created", description: "Your old codes no longer work." }),
    onSettled: useRefetchAfterChange(),
  });

export const useTurnOffTwoFactor = () =>
  useMutation({
    mutationFn: (code: string) => call(turnOffTwoFactor, { body: { code } }),
    onSuccess: () =>
      toast({
        title: "Two-Factor Authentication Off",
        description: "All your other devices are signed out.",
      }),
    onSettled: useRefetchAfterChange(),
  });
