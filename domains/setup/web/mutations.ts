import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call } from "#web/api-client.ts";
import { refetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { type AddedBuilding, addFirstBuilding, skipBuilding } from "../contract.ts";
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
export const useAddFirstBuilding = (onAdded: (added: AddedBuilding) => void) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof addFirstBuilding>) => call(addFirstBuilding, { body }),
    onSuccess: onAdded,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.problem?.fields === undefined) toastError(error);
    },
    onSettled: useRefetchAll(),
  });

export const useSkipBuilding = () =>
  useMutation({ mutationFn: () => call(skipBuilding, {}), onError: toastError, onSettled: useRefetchAll() });
