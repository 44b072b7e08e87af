import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, toUserMessage } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toast } from "#web/ui/toast.tsx";
import { countLeasesDue, listPostingRuns, type PostingRun, startPostingRun } from "../../posting-contract.ts";

/** The polling interval during a run. */
const pollMs = 1_000;
/** A run without progress for this long was interrupted. */
const interruptedAfterMs = 120_000;

export const isInProgress = ({ finishedAt }: PostingRun): boolean => finishedAt === null;
export const isInterrupted = (run: PostingRun): boolean =>
  isInProgress(run) && Date.now() - Date.parse(run.movedAt) > interruptedAfterMs;

export const postingRunsQuery = {
  ...endpointQuery(listPostingRuns, { query: { limit: "20" } }),
  // Runs also start automatically.
  refetchOnMount: "always" as const,
  refetchInterval: ({ state }: { state: { data?: PostingRun[] } }) =>
    state.data?.some(isInProgress) === true ? pollMs : (false as const),
};

export const leasesDueQuery = {
  ...endpointQuery(countLeasesDue, {}),
  refetchOnMount: "always" as const,
};

/** Starts a run or resumes an interrupted one. */
export function useStartPosting() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(startPostingRun, {}),
    onError: (error) =>
      toast({ title: "Nothing Posted", description: toUserMessage(error), variant: "destructive" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listPostingRuns.path] }),
  });
}
