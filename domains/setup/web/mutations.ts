import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call } from "#web/api-client.ts";
import { refetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { type AddedProperty, addFirstProperty, skipFirstProperty } from "../contract.ts";
import { setupKeys } from "./query-keys.ts";

/** Refetches everything, starting with the setup progress. Another tab might have finished the step. */
function useRefetchAll() {
  const queryClient = useQueryClient();
  return async () => {
    await refetch(queryClient, setupKeys.progress);
    void queryClient.invalidateQueries();
  };
}

/** The form shows the server's errors below its fields. */
export const useAddFirstProperty = (onAdded: (added: AddedProperty) => void) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof addFirstProperty>) => call(addFirstProperty, { body }),
    onSuccess: onAdded,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.problem?.fields === undefined) toastError(error);
    },
    onSettled: useRefetchAll(),
  });

export const useSkipFirstProperty = () =>
  useMutation({
    mutationFn: () => call(skipFirstProperty, {}),
    onError: toastError,
    onSettled: useRefetchAll(),
  });
