import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { resendConfirmation } from "../../confirm-address-contract.ts";
import { describeDevice } from "../../device.ts";
import { endMySession, endOtherSessions, type MySession } from "../../session-contract.ts";
import { accountKeys } from "../query-keys.ts";

export const useEndSession = () =>
  useMutation({
    mutationFn: ({ id }: MySession) => call(endMySession, { params: { id } }),
    onSuccess: (_, { userAgent }) =>
      toast({ title: "Session Ended", description: `${describeDevice(userAgent)} is signed out.` }),
    onError: toastError,
    onSettled: useRefetch(accountKeys.sessions),
  });

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: () =>
      toast({ title: "Sessions Ended", description: "You're now signed in only on this device." }),
    onError: toastError,
    onSettled: useRefetch(accountKeys.sessions),
  });

/** Resends the confirmation link for the user's own address. */
export const useResendConfirmation = () =>
  useMutation({
    mutationFn: (_email: string) => call(resendConfirmation, {}),
    onSuccess: (_, email) =>
      toast({ title: "Email Sent", description: `The confirmation link is on its way to ${email}.` }),
    onError: toastError,
  });
