import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call } from "#web/api-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { addFirstBuilding, readProgress, skipBuilding } from "../contract.ts";
import type { AddedBuilding } from "./set-up-page.tsx";

/** Refetches everything, first the progress of the set-up. */
const refresh = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: [readProgress.path] });
  void queryClient.invalidateQueries();
};
/** The form shows the server's errors below its fields. */
export function useAddFirstBuilding(onAdded: (added: AddedBuilding) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof addFirstBuilding>) => call(addFirstBuilding, { body }),
    onSuccess: onAdded,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.problem?.fields === undefined) toastFailure(error);
    },
    // Another tab may have finished the step: the server knows the progress.
    onSettled: () => refresh(queryClient),
  });
}

export function useSkipBuilding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(skipBuilding, {}),
    onError: toastFailure,
    onSettled: () => refresh(queryClient),
  });
}
