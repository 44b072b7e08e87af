import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api-client.ts";
import { toastError } from "#web/toast-error.ts";
import { dismissChecklist } from "../contract.ts";
import { checklistQuery } from "./queries.ts";

export function useDismissChecklist() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(dismissChecklist, {}),
    onSuccess: () => queryClient.setQueryData(checklistQuery.queryKey, { steps: [] }),
    onError: toastError,
  });
}
