import { useMutation } from "@tanstack/react-query";
import { call, toUserMessage } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { startPostingRun } from "../../posting-contract.ts";
import { ledgerKeys } from "../query-keys.ts";

/** Starts a run or resumes an interrupted one. */
export const useStartPosting = () =>
  useMutation({
    mutationFn: () => call(startPostingRun, {}),
    onError: (error) =>
      toast({ title: "Nothing Posted", description: toUserMessage(error), variant: "destructive" }),
    onSettled: useRefetch(ledgerKeys.postingRuns),
  });
