import { useMutation } from "@tanstack/react-query";
import {
  type ApiToken,
  createToken,
  revokeAnyToken,
  revokeMyToken,
} from "#domains/accounts/token-contract.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { accountKeys } from "../query-keys.ts";

/** The mutations of API tokens and the texts of their toasts. */

/** The form shows errors and the token. */
export const useCreateToken = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createToken>) => call(createToken, { body }),
    onSettled: useRefetch(accountKeys.tokens),
  });

/** `isOwn`: whether the user revokes a token on their profile rather than as an administrator. */
export const useRevokeToken = (isOwn: boolean) =>
  useMutation({
    mutationFn: ({ id }: ApiToken) => call(isOwn ? revokeMyToken : revokeAnyToken, { params: { id } }),
    onSuccess: (_, { name }) =>
      toast({ title: "API Token Revoked", description: `“${name}” no longer works.` }),
    onError: toastError,
    onSettled: useRefetch(accountKeys.tokens),
  });
