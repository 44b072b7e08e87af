import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { invite, resendInvitation, withdrawInvitation } from "../../invitation-contract.ts";
import { peopleKeys } from "../query-keys.ts";

/** The form shows errors and the link. */
export function useInvite() {
  const [getKey] = useState(createIdempotencyKeys);
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof invite>) => call(invite, { body, idempotencyKey: getKey(body) }),
    onSettled: useRefetch(peopleKeys.all),
  });
}

export const useResendInvitation = () =>
  useMutation({
    mutationFn: (id: number) => call(resendInvitation, { params: { id } }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });

export const useWithdrawInvitation = () =>
  useMutation({
    mutationFn: (id: number) => call(withdrawInvitation, { params: { id } }),
    onSuccess: ({ email }) =>
      toast({
        title: "Invitation Withdrawn",
        description: `The link sent to ${email} no longer works.`,
      }),
    onError: toastError,
    onSettled: useRefetch(peopleKeys.all),
  });
