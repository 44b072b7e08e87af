import { useMutation } from "@tanstack/react-query";
import {
  type ApiToken,
  createToken,
  endToken,
  listOwnTokens,
  listTokens,
  revokeToken,
} from "#domains/accounts/token-contract.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { useRefetch } from "#web/use-refetch.ts";

/** The mutations of API tokens, with the texts of their toasts. */

const useRefresh = () => useRefetch(listOwnTokens, listTokens);

/** The form shows errors, and the token. */
export const useCreateToken = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createToken>) => call(createToken, { body }),
    onSettled: useRefresh(),
  });

/** `isOwn`: from the profile, else as an administrator. */
export const useRevokeToken = (isOwn: boolean) =>
  useMutation({
    mutationFn: ({ id }: ApiToken) => call(isOwn ? revokeToken : endToken, { params: { id } }),
    onSuccess: (_, { name }) =>
      toast({ title: "API Token Revoked", description: `“${name}” does not work any more.` }),
    onError: toastFailure,
    onSettled: useRefresh(),
  });
