import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, pathOf } from "#web/api-client.ts";
import { previewSchedule } from "../terms-contract.ts";

type Planned = SentBodyOf<typeof previewSchedule>;

/** The schedule of a lease, by its own terms or by those sent. */
export const scheduleQuery = (leaseId: number, planned: Planned) =>
  queryOptions({
    queryKey: [pathOf(previewSchedule, { id: leaseId }), planned],
    queryFn: ({ signal }) => call(previewSchedule, { params: { id: leaseId }, body: planned, signal }),
  });

/**
 * The schedule of the terms being typed, with one request at a time: changes made during a request are sent when it has
 * finished. Null means no valid terms: the last schedule stays.
 */
export function useTypedSchedule(leaseId: number, planned: Planned | null) {
  const [asked, setAsked] = useState(planned);
  const query = useQuery({
    ...scheduleQuery(leaseId, asked ?? {}),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // The same input is unlikely to be typed again.
    gcTime: 0,
  });
  const isBehind = planned !== null && JSON.stringify(planned) !== JSON.stringify(asked);
  if (isBehind && !query.isFetching) setAsked(planned);
  return { ...query, isBehind: isBehind || query.isPlaceholderData };
}
