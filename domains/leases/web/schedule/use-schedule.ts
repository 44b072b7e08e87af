import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { buildPath, call } from "#web/api-client.ts";
import { previewSchedule } from "../../terms-contract.ts";

type Planned = SentBodyOf<typeof previewSchedule>;

/** The schedule of a lease, from its saved terms or from the terms sent. */
export const scheduleQuery = (leaseId: number, planned: Planned) =>
  queryOptions({
    queryKey: [buildPath(previewSchedule, { id: leaseId }), planned],
    queryFn: ({ signal }) => call(previewSchedule, { params: { id: leaseId }, body: planned, signal }),
  });

/**
 * Returns the schedule for the terms being typed. Only one request runs at a time, and changes made while it
 * runs are sent afterward. Null means that the terms aren't valid, so the last schedule stays.
 */
export function useTypedSchedule(leaseId: number, planned: Planned | null) {
  const [requested, setRequested] = useState(planned);
  const query = useQuery({
    ...scheduleQuery(leaseId, requested ?? {}),
    enabled: requested !== null,
    placeholderData: keepPreviousData,
    // The same input is unlikely to be typed again.
    gcTime: 0,
  });
  const isBehind = planned !== null && JSON.stringify(planned) !== JSON.stringify(requested);
  if (isBehind && !query.isFetching) setRequested(planned);
  return { ...query, isBehind: isBehind || query.isPlaceholderData };
}
