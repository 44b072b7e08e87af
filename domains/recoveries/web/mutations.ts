import { useMutation } from "@tanstack/react-query";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { closeReconciliation, issueReconciliation, markReviewed, reopenFinding } from "../issue-contract.ts";
import { reconciliationKeys } from "./query-keys.ts";

/** A property's reconciliation in the paths of its calls. */
export interface PropertyYear {
  id: number;
  year: number;
}

export const useReopenFinding = (params: PropertyYear) =>
  useMutation({
    mutationFn: (key: string) => call(reopenFinding, { params, body: { key } }),
    onSuccess: () => toast({ title: "Finding Reopened" }),
    onError: toastError,
    onSettled: useRefetch(reconciliationKeys.all),
  });

export const useMarkReviewed = (params: PropertyYear) =>
  useMutation({
    mutationFn: (fingerprint: string) => call(markReviewed, { params, body: { fingerprint } }),
    onSuccess: () =>
      toast({ title: "Draft Reviewed", description: "It's a draft again if an amount changes." }),
    onError: toastError,
    onSettled: useRefetch(reconciliationKeys.all),
  });

/** The dialog displays errors. */
export const useIssueReconciliation = (params: PropertyYear, onIssued: () => void) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof issueReconciliation>) => call(issueReconciliation, { params, body }),
    onSuccess: () => {
      toast({
        title: "Statements Issued",
        description: "The tenants are notified. Their documents are being filed.",
      });
      onIssued();
    },
    onSettled: useRefetch(reconciliationKeys.all, ledgerKeys.amounts),
  });

export const useCloseReconciliation = (params: PropertyYear) =>
  useMutation({
    mutationFn: (number: number) => call(closeReconciliation, { params, body: { number } }),
    onSuccess: () =>
      toast({
        title: "Reconciliation Closed",
        description: `The statements for ${params.year} can no longer be corrected or reversed.`,
      }),
    onError: toastError,
    onSettled: useRefetch(reconciliationKeys.all),
  });
