import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { buildPath, call } from "#web/api-client.ts";
import { previewSchedule } from "../../terms-contract.ts";

type ScheduleInput = SentBodyOf<typeof previewSchedule>;

/** The schedule of a lease under its saved terms, or under the terms in `input`. */
export const scheduleQuery = (leaseId: number, input: ScheduleInput) =>
  queryOptions({
    queryKey: [buildPath(previewSchedule, { id: leaseId }), input],
    queryFn: ({ signal }) => call(previewSchedule, { params: { id: leaseId }, body: input, signal }),
  });

/**
 * Returns the schedule for the terms being typed. Only one request runs at a time, and changes made while it
 * runs are sent afterward. If `input` is null because the terms aren't valid, the previous schedule stays on
 * the screen.
 */
export function useSchedulePreview(leaseId: number, input: ScheduleInput | null) {
  const [requestedInput, setRequestedInput] = useState(input);
  const query = useQuery({
    ...scheduleQuery(leaseId, requestedInput ?? {}),
    enabled: requestedInput !== null,
    placeholderData: keepPreviousData,
    // The same input is unlikely to be typed again.
    gcTime: 0,
  });
  const isOutdated = input !== null && JSON.stringify(input) !== JSON.stringify(requestedInput);
  if (isOutdated && !query.isFetching) setRequestedInput(input);
  return {
    ...query,
    isOutdated: isOutdated || query.isPlaceholderData,
    /** Whether the schedule for `input` is loading, or couldn't be loaded. */
    isMissing: input !== null && (isOutdated || query.isPlaceholderData || !query.isSuccess),
  };
}
