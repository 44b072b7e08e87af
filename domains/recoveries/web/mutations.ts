import { useMutation } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { acceptFinding, reopenFinding } from "../issue-contract.ts";
import { reconciliationKeys } from "./query-keys.ts";

/** A property's reconciliation in the paths of its calls. */
export interface PropertyYear {
  id: number;
  year: number;
}

/** The dialog displays errors. */
export const useAcceptFinding = (params: PropertyYear, onAccepted: () => void) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof acceptFinding>) => call(acceptFinding, { params, body }),
    onSuccess: () => {
      toast({ title: "Finding Accepted", description: "It's open again if it changes." });
      onAccepted();
    },
    onSettled: useRefetch(reconciliationKeys.all),
  });

export const useReopenFinding = (params: PropertyYear) =>
  useMutation({
    mutationFn: (key: string) => call(reopenFinding, { params, body: { key } }),
    onSuccess: () => toast({ title: "Finding Reopened" }),
    onError: toastError,
    onSettled: useRefetch(reconciliationKeys.all),
  });
