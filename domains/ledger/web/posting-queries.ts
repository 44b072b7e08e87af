import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, userMessageOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  countWaitingLeases,
  listPostingRuns,
  type PostingRun,
  startPostingRun,
} from "../posting-contract.ts";

/** The polling interval during a run. */
const pollMs = 1_000;
/** A run without progress for this long was cut off. */
const cutOffAfterMs = 120_000;

export const isUnderWay = ({ finishedAt }: PostingRun): boolean => finishedAt === null;
export const isCutOff = (run: PostingRun): boolean =>
  isUnderWay(run) && Date.now() - Date.parse(run.movedAt) > cutOffAfterMs;

export const postingRunsQuery = {
  ...endpointQuery(listPostingRuns, { query: { limit: "20" } }),
  // Runs also begin by themselves.
  refetchOnMount: "always" as const,
  refetchInterval: ({ state }: { state: { data?: PostingRun[] | undefined } }) =>
    state.data?.some(isUnderWay) === true ? pollMs : (false as const),
};

export const waitingQuery = {
  ...endpointQuery(countWaitingLeases, {}),
  refetchOnMount: "always" as const,
};

/** Starts a run, or resumes one that was cut off. */
export function useStartPosting() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(startPostingRun, {}),
    onError: (error) =>
      toast({ title: "Nothing Was Posted", description: userMessageOf(error), variant: "destructive" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listPostingRuns.path] }),
  });
}
