import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call, userMessageOf } from "#web/api-client.ts";
import { toast } from "#web/ui/toast.tsx";
import { addFirstBuilding, readProgress, skipBuilding } from "../contract.ts";
import type { AddedBuilding } from "./set-up-page.tsx";

/** Whatever else is known of the portal is older than this step. */
const lookAgain = async (queryClient: QueryClient): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: [readProgress.path] });
  void queryClient.invalidateQueries();
};
const failed = (error: unknown) =>
  toast({ title: "Error", description: userMessageOf(error), variant: "destructive" });

/** The form shows beneath its fields what the server refused. */
export function useAddFirstBuilding(onAdded: (added: AddedBuilding) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof addFirstBuilding>) => call(addFirstBuilding, { body }),
    onSuccess: onAdded,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.problem?.fields === undefined) failed(error);
    },
    // Refused because another tab was quicker: the server says where the set-up stands.
    onSettled: () => lookAgain(queryClient),
  });
}

export function useSkipBuilding() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(skipBuilding, {}),
    onError: failed,
    onSettled: () => lookAgain(queryClient),
  });
}
